//! Compares our rules and game files with another program, pydraughts, which the test installs from
//! PyPI. Optional, since it needs Python and a network:
//!
//! `PYDRAUGHTS=1 cargo test -p crownhead-referee pydraughts -- --nocapture`

use crate::support::steady;

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

const POSITIONS: &str = "100000";
const GAMES: &str = "50";

#[test]
fn another_program_sees_the_same_moves_and_the_same_games() {
    let Some(python) = testing::pydraughts() else { return };
    let dir = tempfile::tempdir().expect("a folder");
    let compare = |task: &str, path: &Path| {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/pydraughts.py");
        let status = Command::new(&python).args([script, task]).arg(path).status();
        assert!(status.expect("it starts").success(), "the difference is printed above");
    };
    let moves = dir.path().join("moves.txt");
    let file = File::create(&moves).expect("made");
    let mut bench = Command::new(testing::program("bench"));
    let bench = bench.args(["moves", POSITIONS]).stdout(file).status();
    assert!(bench.expect("it starts").success());
    compare("moves", &moves);
    let agent = steady(2_000);
    let mut referee = Command::new(env!("CARGO_BIN_EXE_referee"));
    referee.args(["match", &agent, &agent, "--games", GAMES, "--no-preflight", "--out", "match"]);
    let played = referee.current_dir(dir.path()).stdout(Stdio::null()).status();
    assert!(played.is_ok_and(|status| status.success()));
    compare("games", &dir.path().join("match"));
}
