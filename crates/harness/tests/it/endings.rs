//! How programs end, or fail to.

use crate::test_dir::{AMPLE, Printed, TOY, TestDir, fails_under_some_limit, toy, toy_with};
use rustix::process::{Pid, Signal, kill_process};
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
fn a_program_that_does_not_end_with_its_input_fails() {
    let begun = Instant::now();
    let printed = toy_with(&["--timeout", "0.3"], "hang\n");
    printed.fails_with(&["at the end: it did not end within 0.3 s after the end of its input"]);
    assert!(begun.elapsed() < AMPLE, "its patience ends the wait");
}

#[test]
fn a_program_that_never_reads_blocks_nothing() {
    // More than any pipe holds.
    let lines = "never read\n".repeat(40_000);
    let printed = toy_with(&["--timeout", "0.3"], &format!("hang\n{lines}"));
    printed.fails_with(&["did not end within 0.3 s"]);
}

#[test]
fn a_process_that_outlives_its_program_is_an_error_and_killed() {
    fails_under_some_limit(&["left a process behind"], |limit| {
        toy_with(&["--timeout", limit], "orphan\n")
    });
}

#[test]
fn a_program_that_cannot_be_started_is_named() {
    let dir = TestDir::new(&[("a.in", "#* ./no-such-loa --strict\nnew\n")]);
    let sentence = "at the start: cannot start `./no-such-loa --strict`: No such file";
    dir.run(&["a.in"]).fails_with(&[sentence, "--program"]);
    dir.write("a.in", "neww\nauto black\n");
    dir.run(&["a.in"]).fails_with(&["cannot start `neww`", "write `#* COMMAND` above it"]);
}

#[test]
fn an_interruption_ends_everything() {
    // Not SIGINT, which is ignored by whatever a shell script starts in the background.
    let hanging = format!("{TOY}hang\n#*move\n");
    let dir = TestDir::new(&[("a.in", &hanging), ("b.in", &hanging)]);
    let mut command = dir.command(&["a.in", "b.in"]);
    let harness = command.stdout(Stdio::piped()).spawn().expect("it starts");
    while dir.read("hanging").is_none() {
        thread::sleep(Duration::from_millis(5));
    }
    kill_process(Pid::from_child(&harness), Signal::TERM).expect("it is running");
    let printed = Printed::of(harness.wait_with_output().expect("it ends"));
    assert_eq!(printed.code, Some(128 + Signal::TERM.as_raw()), "{printed:?}");
    printed.prints(&["stopped by the user", "1 test: 0 passed, 1 failed, 1 not run"]);
    dir.assert_nothing_runs(&printed);
}

#[test]
fn programs_take_signals_as_usual() {
    // What the harness does with signals must not reach the programs that it starts.
    toy("die TERM\n").fails_with(&["it was killed by SIGTERM"]);
}
