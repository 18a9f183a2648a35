//! The program `legality` and its script, run as a user runs them.

use std::path::Path;
use std::process::{Command, Output};

fn legality(arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_legality"));
    command.args(arguments).current_dir(folder).output().expect("it starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("letters")
}

#[test]
fn a_run_counts_what_it_compared_and_goes_on_from_its_journal() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |games| legality(&["games", "--games", games], folder.path());
    let first = run("6");
    assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
    assert!(text(&first.stdout).contains("all: 6 games"), "{}", text(&first.stdout));
    assert_eq!(run("6").stdout, first.stdout);
    assert!(folder.path().join("legality-games/games.jsonl").is_file());
}

#[test]
fn another_seed_in_the_same_folder_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |seed| legality(&["games", "--games", "3", "--seed", seed], folder.path());
    assert_eq!(run("1").status.code(), Some(0));
    let refused = run("2");
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("choose another --folder"));
}

#[test]
fn a_game_is_played_again_by_its_number() {
    let folder = tempfile::tempdir().expect("a folder");
    let again = legality(&["game", "4", "--seed", "7"], folder.path());
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
    assert!(text(&again.stdout).starts_with("tablut: 1 game"), "{}", text(&again.stdout));
}

/// Optional, since it needs Python and a network:
/// `PYDRAUGHTS=1 cargo test -p legality pydraughts -- --nocapture`
#[test]
fn pydraughts_and_the_trial_script_see_the_same_moves() {
    let Some(python) = testing::pydraughts() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/soak/scripts/legality.py");
    let mut compare = Command::new(python);
    compare.args([script, "--program", env!("CARGO_BIN_EXE_legality")]);
    let status = compare.current_dir(folder.path()).status();
    assert!(status.expect("it starts").success(), "the difference is printed above");
}
