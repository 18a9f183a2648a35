//! The node signature in README is the one that `bench` prints: whoever changes the play of the
//! search changes both, knowingly.

use std::process::Command;

#[test]
fn the_signature_in_the_readme_is_todays() {
    let output = Command::new(env!("CARGO_BIN_EXE_bench")).arg("signature").output();
    let output = output.expect("bench starts");
    let printed = String::from_utf8(output.stdout).expect("text");
    let line = printed.lines().last().expect("a line");
    assert!(line.starts_with("Bench: checkers "), "{printed}");
    assert!(include_str!("../README.md").contains(line), "README has another signature: {line}");
}

#[test]
fn depths_are_told_for_every_position_of_the_signature() {
    let bench = |time: &str| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_bench")).args(["depths", "--time", time]).output();
        output.expect("bench starts")
    };
    let told = String::from_utf8(bench("0.002").stdout).expect("text");
    let positions = include_str!("../fixtures/bench/checkers.txt").lines();
    let positions = positions.filter(|line| !line.starts_with('#')).count();
    assert_eq!(told.lines().count(), positions + 2, "{told}");
    assert!(told.lines().last().is_some_and(|line| line.starts_with("mean depth ")), "{told}");
    for nonsense in ["0", "-1", "nan", "x"] {
        assert!(!bench(nonsense).status.success(), "{nonsense}");
    }
}
