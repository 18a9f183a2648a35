//! `soak late`: broken promises are found, kept ones are counted, and a run goes on.

use crate::support::{Ran, program, script, soak};
use std::fs;
use std::path::Path;

/// A run with much time on the clock and no SINGLE, so that no machine is too slow for it.
fn late(folder: &Path, agent: &str, more: &[&str]) -> Ran {
    let folder = folder.join("run");
    let folder = folder.to_str().expect("a path that is text");
    let args = ["late", "--folder", folder, "--homework", agent, "--seconds", "2,4"];
    soak(&[&args[..], &["--single-every", "1000"], more].concat())
}

#[test]
fn answers_of_the_agent_are_legal_under_every_condition_that_needs_no_mount() {
    let agent = program("homework");
    let conditions = ["plain", "rlimit-cpu", "coarse-clock", "jumping-clock", "crowded"];
    for condition in conditions {
        let dir = tempfile::tempdir().expect("a folder");
        let more = ["--processes", "3", "--condition", condition];
        let ran = late(dir.path(), &agent, &more);
        assert_eq!(ran.code, Some(0), "{condition}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains(&format!("late, {condition}: 6 processes, 0 broken")));
    }
}

#[test]
fn a_finished_unit_is_not_run_again_and_other_options_are_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    let agent = program("homework");
    assert_eq!(late(dir.path(), &agent, &["--processes", "3"]).code, Some(0));
    let journal = dir.path().join("run/journal.jsonl");
    let whole = fs::read_to_string(&journal).expect("there");
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    fs::write(&journal, lines[..5].concat()).expect("cut");
    assert_eq!(late(dir.path(), &agent, &["--processes", "3"]).code, Some(0));
    let again = fs::read_to_string(&journal).expect("there");
    assert!(again.starts_with(&lines[..5].concat()));
    assert_eq!(again.lines().count(), whole.lines().count());
    let other = late(dir.path(), &agent, &["--processes", "4"]);
    assert_eq!(other.code, Some(2));
    assert!(other.stderr.contains("name another --folder"), "{}", other.stderr);
}

#[test]
fn every_way_to_break_the_promise_is_named_and_its_files_are_kept() {
    for (text, what) in [
        ("exit 0", "no answer"),
        ("exit 3", "exit code 3"),
        ("kill -SEGV $$", "ended by signal 11"),
        ("echo E a1 a2 > output.txt", "illegal answer"),
        ("echo E a1 a2; exit 4", "exit code 4"),
    ] {
        let dir = tempfile::tempdir().expect("a folder");
        let agent = script(dir.path(), text);
        let ran = late(dir.path(), &agent, &["--processes", "1"]);
        assert_eq!(ran.code, Some(1), "{text}: {}", ran.stderr);
        assert!(ran.stdout.contains(&format!("broken: unit 1: {what}")), "{text}: {}", ran.stdout);
        assert!(dir.path().join("run/cases/unit-1/input.txt").is_file());
    }
}

#[test]
fn an_answer_that_costs_more_than_the_clock_gave_is_late() {
    let dir = tempfile::tempdir().expect("a folder");
    let agent = script(dir.path(), "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done");
    let ran = late(dir.path(), &agent, &["--processes", "1", "--seconds", "0.000001"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(ran.stdout.contains("broken: unit 0: late"), "{}", ran.stdout);
}

#[test]
fn conditions_that_need_a_mount_or_a_small_disk_say_so() {
    let dir = tempfile::tempdir().expect("a folder");
    let agent = script(dir.path(), "exit 0");
    for (condition, word) in [("read-only", "read-only.sh"), ("full-disk", "full-disk.sh")] {
        let ran = late(dir.path(), &agent, &["--condition", condition]);
        assert_eq!(ran.code, Some(2));
        assert!(ran.stderr.contains(word), "{}", ran.stderr);
    }
}

#[test]
fn a_program_that_does_not_load_the_library_is_no_test_of_a_clock() {
    let dir = tempfile::tempdir().expect("a folder");
    let agent = script(dir.path(), "exit 0");
    // The shell of the script loads it, but reads no clock.
    let ran = late(dir.path(), &agent, &["--condition", "coarse-clock", "--processes", "1"]);
    assert_eq!(ran.code, Some(2), "{}", ran.stdout);
    assert!(ran.stderr.contains("did not load"), "{}", ran.stderr);
}
