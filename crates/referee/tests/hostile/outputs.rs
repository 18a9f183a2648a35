//! Whatever stands under the name `output.txt` is read without waiting, and told apart.

use crate::stage::{MS, SPIN, Stage};
use referee::home::Output;
use referee::process::End;
use std::time::Instant;

/// What a script leaves, when it ends by itself.
fn left_by(script: &str) -> Output {
    let stage = Stage::new();
    let run = stage.act(script);
    assert_eq!(run.end, End::Exited(0), "{script}: {}", stage.text("stderr.txt"));
    let begun = Instant::now();
    let output = stage.home.output();
    assert!(begun.elapsed() < MS(200), "{script}");
    output
}

#[test]
fn nothing_and_an_empty_file_are_told_apart() {
    assert_eq!(left_by("rm -f output.txt"), Output::Missing);
    assert_eq!(left_by(": > output.txt"), Output::Empty);
}

#[test]
fn what_is_no_regular_file_is_not_read() {
    for script in [
        "mkdir -p output.txt/deep",
        "mkfifo output.txt",
        "ln -s /etc/passwd output.txt",
        "ln -s input.txt output.txt",
        "ln -s output.txt output.txt",
        "ln -s /dev/zero output.txt",
    ] {
        assert_eq!(left_by(script), Output::NotAFile, "{script}");
    }
}

#[test]
fn a_large_file_is_not_read() {
    assert_eq!(left_by("truncate -s 200M output.txt"), Output::TooLarge);
    assert_eq!(left_by("head -c 65537 /dev/zero > output.txt"), Output::TooLarge);
    assert!(matches!(left_by("head -c 65536 /dev/zero > output.txt"), Output::Text(_)));
}

#[test]
fn a_gigabyte_ends_at_the_file_limit() {
    let stage = Stage::new();
    assert_eq!(stage.act("exec truncate -s 1G output.txt").end, End::Signaled(25), "SIGXFSZ");
}

#[test]
fn garbage_is_text_for_the_parser_to_refuse() {
    let output = left_by("printf '\\377\\376\\0 E' > output.txt");
    assert_eq!(output, Output::Text("\u{FFFD}\u{FFFD}\0 E".to_string()));
}

#[test]
fn nobody_writes_after_the_agent_has_ended() {
    let stage = Stage::new();
    let late = "(trap '' TERM HUP; setsid bash -c 'sleep 0.1; echo late > output.txt' & )";
    assert_eq!(stage.act(&format!("{late}; echo early > output.txt")).end, End::Exited(0));
    std::thread::sleep(MS(200));
    assert_eq!(stage.home.output(), Output::Text("early\n".to_string()));
}

#[test]
fn the_next_move_can_be_prepared_whatever_was_left() {
    let stage = Stage::new();
    let script = "mkdir -p output.txt/deep; rm input.txt; mkfifo input.txt; ln -s / stderr.txt.x
        chmod 000 output.txt/deep output.txt .";
    assert_eq!(stage.act(script).end, End::Exited(0));
    stage.home.prepare("second\n").expect("ready again");
    assert_eq!(stage.act(&format!("cp input.txt output.txt & wait; {SPIN}")).end, End::OverCpu);
    assert_eq!(stage.home.output(), Output::Text("second\n".to_string()));
}
