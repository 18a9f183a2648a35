//! Compares our game files with another program, pydraughts, which the test installs from
//! PyPI. Optional, since it needs Python and a network:
//!
//! `PYDRAUGHTS=1 cargo test -p crownhead-referee pydraughts -- --nocapture`

use crate::support::steady;

use std::process::{Command, Stdio};

const GAMES: &str = "50";

#[test]
fn another_program_reads_the_same_games() {
    let Some(python) = testing::pydraughts() else { return };
    let dir = tempfile::tempdir().expect("a folder");
    let agent = steady(2_000);
    let mut referee = Command::new(env!("CARGO_BIN_EXE_referee"));
    referee.args(["match", &agent, &agent, "--games", GAMES, "--no-preflight", "--out", "match"]);
    referee.args(["--openings", "ballots", "--opening-mode", "game"]);
    let played = referee.current_dir(dir.path()).stdout(Stdio::null()).status();
    assert!(played.is_ok_and(|status| status.success()));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/pydraughts.py");
    let status = Command::new(python).arg(script).arg(dir.path().join("match")).status();
    assert!(status.expect("it starts").success(), "the difference is printed above");
}
