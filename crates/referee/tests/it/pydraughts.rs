//! Compares our rules and game files with another program, pydraughts, which the test installs from
//! PyPI. Optional, since it needs Python and a network:
//!
//! `PYDRAUGHTS=1 cargo test -p referee pydraughts -- --nocapture`

use crate::support::steady;

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

/// The version that the comparison was written for.
const PACKAGE: &str = "pydraughts==0.6.7";
const POSITIONS: &str = "100000";
const GAMES: &str = "50";

#[test]
fn another_program_sees_the_same_moves_and_the_same_games() {
    if std::env::var_os("PYDRAUGHTS").is_none() {
        println!("not asked for: PYDRAUGHTS is not set");
        return;
    }
    let dir = tempfile::tempdir().expect("a folder");
    let Some(python) = installed(dir.path()) else {
        println!("not tested: {PACKAGE} cannot be installed here");
        return;
    };
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

/// A Python with the package, in a virtual environment of its own; `None` if that is impossible.
fn installed(dir: &Path) -> Option<std::path::PathBuf> {
    let environment = dir.join("venv");
    let worked = |status: std::io::Result<ExitStatus>| status.is_ok_and(|status| status.success());
    let made = Command::new("python3").args(["-m", "venv"]).arg(&environment).status();
    let python = environment.join("bin/python");
    let install = |python: &Path| {
        Command::new(python).args(["-m", "pip", "install", "--quiet", PACKAGE]).status()
    };
    (worked(made) && worked(install(&python)) && fs::exists(&python).unwrap_or(false))
        .then_some(python)
}
