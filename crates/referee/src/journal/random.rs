//! Random games as records, for tests of everything that reads records.

use crate::journal::stored_game::{RecordedGame, RecordedTurn, StoredPlayer, VERSION};
use crate::rules::{Ending, OpeningMode, Profile};
use crate::schedule::{OpeningOrder, board_text};
use games::checkers::Position;
use games::{Named, Notation, Walker};

/// A random game of checkers of alpha (Black) against beta, stopped with `ending` after 40 to 79
/// turns.
pub fn random_record(seed: u64, ending: Ending) -> RecordedGame {
    let turns = 40 + seed as usize % 40;
    let mut record = random_record_of::<Position>(seed as u32, turns, ["alpha", "beta"], ending);
    (record.black.left, record.white.left) = (90.5, 91.25);
    RecordedGame { pair: seed as u32 / 2, seed, ..record }
}

/// A random game of `turns` turns at most, between the players of these names, Black first.
pub fn random_record_of<G: Notation + Named>(
    id: u32,
    turns: usize,
    [black, white]: [&str; 2],
    ending: Ending,
) -> RecordedGame {
    let mut walker = Walker::new(u64::from(id));
    let mut position = G::start();
    let mut played = Vec::new();
    for _ in 0..turns {
        let Some(mv) = walker.step(&position) else { break };
        played.push(RecordedTurn { mv: position.move_text(mv), charged: 0.25 });
        position = position.play(mv);
    }
    RecordedGame {
        version: VERSION,
        game: G::NAME,
        id,
        pair: id.div_ceil(2),
        round: 1,
        date: None,
        opening: "start".into(),
        board: board_text(&G::start()),
        begins: G::start().side_to_move(),
        black: stored_player(black),
        white: stored_player(white),
        profile: Profile::Spec,
        answers: None,
        opening_mode: OpeningMode::Game,
        quiet_turns: 50,
        max_plies: 400,
        sandboxed: true,
        sandbox: None,
        time: None,
        untimed: false,
        seed: 1,
        opening_order: OpeningOrder::USUAL,
        adjudication: None,
        turns: played,
        ending,
        last_charge: None,
        remarks: Vec::new(),
        detail: None,
        evidence: None,
    }
}

fn stored_player(name: &str) -> StoredPlayer {
    StoredPlayer {
        name: name.into(),
        command: name.into(),
        sha256: "0".repeat(64),
        seconds: 100.0,
        left: 90.0,
    }
}
