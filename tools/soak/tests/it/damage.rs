//! `soak damage`: damages are counted, those that break a promise are named and kept, and a run
//! goes on.

use crate::support::{Ran, program, script, soak};
use std::path::Path;

fn damage(folder: &Path, referee: &str, units: &str) -> Ran {
    let folder = folder.join("run");
    let folder = folder.to_str().expect("a path that is text");
    let args = ["damage", "--folder", folder, "--referee", referee];
    soak(&[&args[..], &["--runs", "match", "--units", units]].concat())
}

#[test]
fn damages_of_a_match_are_counted_and_a_run_is_extended() {
    let dir = tempfile::tempdir().expect("a folder");
    let referee = program("referee");
    for units in ["1", "2"] {
        let ran = damage(dir.path(), &referee, units);
        assert!(matches!(ran.code, Some(0 | 1)), "{}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains(&format!("damage: {units} damages, ")), "{}", ran.stdout);
        assert!(ran.stdout.contains(" told broken\n"), "{}", ran.stdout);
    }
}

#[test]
fn a_referee_that_ends_without_a_reason_is_named_and_its_files_are_kept() {
    let dir = tempfile::tempdir().expect("a folder");
    let real = program("referee");
    let text = format!("case $PWD in *unit-*) exit 4;; esac\nexec '{real}' \"$@\"");
    let ran = damage(dir.path(), &script(dir.path(), &text), "1");
    assert_eq!(ran.code, Some(1), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("broken: unit 0: match, "), "{}", ran.stdout);
    assert!(dir.path().join("run/cases/unit-0/case.txt").is_file());
}
