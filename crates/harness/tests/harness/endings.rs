//! How programs end, and how they do not.

use crate::stage::{Said, Stage, TOY, toy, toy_with};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn a_program_that_ends_at_the_end_of_its_input_passes() {
    toy("").passes();
    toy("exit 0\n").passes();
    toy("exit 0\nsay * hello\n").passes();
}

#[test]
fn an_exit_code_is_an_error() {
    toy("exit 3\n").fails_with(&["at the end: it ended with exit code 3; it must end with"]);
    toy("err no such square\nexit 1\n#*move\n").fails_with(&[
        "line 4, `#*move`: a move was due, but the program ended with exit code 1",
        "standard error:\n        no such square",
    ]);
    toy("exit 0\n#*win+\n")
        .fails_with(&["a result was due, but the program ended with exit code 0"]);
}

#[test]
fn a_crash_is_an_error() {
    toy("die SEGV\n").fails_with(&["at the end: it was killed by SIGSEGV"]);
    toy("die ABRT\n#*move/win\n").fails_with(&["but the program was killed by SIGABRT"]);
}

#[test]
fn a_program_that_goes_on_after_its_input_hangs() {
    let begun = Instant::now();
    let said = toy_with(&["--patience", "0.3"], "deaf\n");
    said.fails_with(&["at the end: it did not end within 0.3 s after the end of its input"]);
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_program_that_never_reads_holds_up_nobody() {
    // More than any pipe holds.
    let lines = "not read by anybody\n".repeat(20_000);
    let said = toy_with(&["--patience", "0.3"], &format!("deaf\n{lines}"));
    said.fails_with(&["did not end within 0.3 s"]);
}

#[test]
fn nobody_is_left_behind() {
    let said = toy_with(&["--patience", "1.5"], "orphan\n");
    said.fails_with(&["left a process behind"]);
}

#[test]
fn a_program_that_cannot_be_started_is_named() {
    let stage = Stage::new(&[("a.in", "#* ./no-such-loa --strict\nnew\n")]);
    let sentence = "at the start: cannot start `./no-such-loa --strict`: No such file";
    stage.run(&["a.in"]).fails_with(&[sentence, "--program"]);
    stage.write("a.in", "neww\nauto black\n");
    stage.run(&["a.in"]).fails_with(&["cannot start `neww`", "write `#* COMMAND` above it"]);
}

#[test]
fn an_interruption_ends_everything() {
    // Not SIGINT, which is ignored by whatever a shell script starts in the background.
    let deaf = format!("{TOY}deaf\n#*move\n");
    let stage = Stage::new(&[("a.in", &deaf), ("b.in", &deaf)]);
    let mut command = stage.command(&["a.in", "b.in"]);
    let harness = command.stdout(Stdio::piped()).spawn().expect("it starts");
    while stage.read("deaf").is_none() {
        thread::sleep(Duration::from_millis(5));
    }
    kill(Pid::from_raw(harness.id().cast_signed()), Signal::SIGTERM).expect("it lives");
    let said = Said::of(harness.wait_with_output().expect("it ends"));
    assert_eq!(said.code, Some(128 + Signal::SIGTERM as i32), "{said:?}");
    said.says(&["stopped by the user", "1 test: 0 passed, 1 failed, 1 not run"]);
    stage.is_left_by_all(&said);
}

#[test]
fn programs_take_signals_as_usual() {
    // What the harness blocks for itself must not be blocked in what it starts.
    toy("die TERM\n").fails_with(&["it was killed by SIGTERM"]);
}
