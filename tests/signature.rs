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
