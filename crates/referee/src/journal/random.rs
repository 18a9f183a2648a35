//! Random games as records, for tests of everything that reads records.

use crate::journal::stored_game::{Color, RecordedGame, RecordedTurn, StoredPlayer, VERSION};
use crate::rules::Ending;
use crate::rules::Profile;
use games::GameName;
use games::checkers::Position;
use games::{Game, Notation, Walker};

/// A random game of alpha (Black) against beta, stopped with `ending` after 40 to 79 turns.
pub fn random_record(seed: u64, ending: Ending) -> RecordedGame {
    let start = Position::start();
    let mut walker = Walker::new(seed);
    let mut position = start;
    let mut turns = Vec::new();
    for _ in 0..40 + seed % 40 {
        let Some(mv) = walker.step(&position) else { break };
        turns.push(RecordedTurn { mv: position.move_text(mv), charged: 0.25 });
        position = position.play(mv);
    }
    let player = |name: &str, left: f64| StoredPlayer {
        name: name.into(),
        command: name.into(),
        sha256: "0".repeat(64),
        seconds: 100.0,
        left,
    };
    RecordedGame {
        version: VERSION,
        game: GameName::Checkers,
        id: seed as u32,
        pair: seed as u32 / 2,
        round: 1,
        date: None,
        opening: "start".into(),
        board: start.rows_text('/'),
        begins: Color::Black,
        black: player("alpha", 90.5),
        white: player("beta", 91.25),
        profile: Profile::Spec,
        quiet_turns: 50,
        max_plies: 400,
        sandboxed: true,
        sandbox: None,
        time: None,
        untimed: false,
        seed,
        turns,
        ending,
        last_charge: None,
        detail: None,
        evidence: None,
    }
}
