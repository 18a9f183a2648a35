//! `soak legality` and its script, run as a user runs them.

use crate::support::{Ran, soak};
use std::path::Path;
use std::process::Command;

fn games(dir: &Path, more: &[&str]) -> Ran {
    let folder = dir.join("run");
    let folder = folder.to_str().expect("a path that is text");
    soak(&[&["legality", "games", "--folder", folder], more].concat())
}

#[test]
fn a_run_counts_what_it_compared_and_goes_on_from_its_journal() {
    let dir = tempfile::tempdir().expect("a folder");
    let first = games(dir.path(), &["--games", "6"]);
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    assert!(first.stdout.contains("all: 6 games"), "{}", first.stdout);
    assert_eq!(games(dir.path(), &["--games", "6"]).stdout, first.stdout);
    assert!(dir.path().join("run/journal.jsonl").is_file());
}

#[test]
fn another_seed_in_the_same_folder_is_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    let [first, refused] =
        ["1", "2"].map(|seed| games(dir.path(), &["--games", "3", "--seed", seed]));
    assert_eq!(first.code, Some(0));
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("name another --folder"), "{}", refused.stderr);
}

#[test]
fn a_game_is_played_again_by_its_number() {
    let again = soak(&["legality", "game", "1", "--seed", "7"]);
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    assert!(again.stdout.starts_with("tablut: 1 game"), "{}", again.stdout);
}

/// Optional, since it needs Python and a network:
/// `PYDRAUGHTS=1 cargo test -p soak pydraughts -- --nocapture`
#[test]
fn pydraughts_sees_the_same_moves() {
    let Some(python) = testing::pydraughts() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/legality.py");
    let mut compare = Command::new(python);
    compare.args([script, "--program", env!("CARGO_BIN_EXE_soak")]);
    let status = compare.current_dir(folder.path()).status();
    assert!(status.expect("it starts").success(), "the difference is printed above");
}
