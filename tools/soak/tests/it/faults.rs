//! `soak faults`: the agent and the referee bear what fails under them, and those that do not are
//! found.

use crate::support::{Ran, program, script, soak};
use std::path::Path;

fn faults(folder: &Path, homework: &str, referee: &str, more: &[&str]) -> Ran {
    let folder = folder.join("run");
    let folder = folder.to_str().expect("a path that is text");
    let calibrate = program("calibrate");
    let programs = ["--homework", homework, "--calibrate", &calibrate, "--referee", referee];
    soak(&[&["faults", "--folder", folder], &programs[..], more].concat())
}

/// Runs the cases that the options ask for, of our own programs; each must keep every promise.
fn assert_nothing_broken(options: &[&str], cases: usize) {
    let dir = tempfile::tempdir().expect("a folder");
    let ran = faults(dir.path(), &program("homework"), &program("referee"), options);
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    let line = format!("faults: {cases} cases, 0 broken");
    assert!(ran.stdout.contains(&line), "{}", ran.stdout);
}

#[test]
fn kills_and_failing_calls_break_no_promise_of_the_agent() {
    let calls = ["--scenarios", "game-later,calibrate", "--faults", "rename-eio,sync-eio"];
    let counts = ["--kills", "2", "--torn", "0", "--shared", "1"];
    assert_nothing_broken(&[&calls[..], &counts].concat(), 7);
}

#[test]
fn failing_calls_and_torn_journals_break_no_promise_of_the_referee() {
    let calls = ["--scenarios", "referee", "--faults", "rename-eio,sync-eio"];
    let counts = ["--kills", "0", "--torn", "2", "--shared", "0"];
    assert_nothing_broken(&[&calls[..], &counts].concat(), 5);
}

#[test]
fn a_disk_that_fails_under_the_referee_is_no_forfeit_of_an_agent() {
    let calls = ["--scenarios", "referee", "--faults", "read-eio"];
    assert_nothing_broken(
        &[&calls[..], &["--kills", "0", "--torn", "0", "--shared", "0"]].concat(),
        1,
    );
}

#[test]
fn an_agent_that_gives_no_answer_after_a_kill_is_named() {
    let dir = tempfile::tempdir().expect("a folder");
    let agent = script(dir.path(), "exit 0");
    let more = ["--kills", "1", "--torn", "0", "--shared", "0", "--scenarios", "calibrate"];
    let more = [&more[..], &["--faults", "sync-eio"]].concat();
    let ran = faults(dir.path(), &agent, &program("referee"), &more);
    assert_eq!(ran.code, Some(1), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("broken: unit 0: kills"), "{}", ran.stdout);
}
