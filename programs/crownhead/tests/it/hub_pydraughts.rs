//! `crownhead hub` as another program drives it: pydraughts, which the test installs from PyPI.
//! Optional, since it needs Python and a network:
//!
//! `PYDRAUGHTS=1 cargo test -p crownhead pydraughts -- --nocapture`

use std::process::Command;

/// Games against itself, and against the opponent of the assignment.
const GAMES: [&str; 2] = ["20", "5"];

#[test]
fn another_program_plays_whole_games_and_talks_as_the_protocol_says() {
    let Some(python) = testing::pydraughts() else { return };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/hub_pydraughts.py");
    let crownhead = testing::program("crownhead");
    let play = |arguments: &[&str], more: &[&std::path::Path]| {
        let mut command = Command::new(&python);
        command.arg(script).arg(arguments[0]).arg(&crownhead).args(more).args(&arguments[1..]);
        let status = command.status().expect("it starts");
        assert!(status.success(), "what is wrong is printed above");
    };
    play(&["talk"], &[]);
    play(&["itself", GAMES[0]], &[]);
    play(&["against", GAMES[1]], &[&testing::program("reference")]);
}
