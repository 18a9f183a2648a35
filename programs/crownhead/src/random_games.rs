//! Random games as a journal stores them, for tests.

use crate::shown_game::ShownGame;
use games::Walker;
use referee::journal::{RecordedGame, RecordedTurn, StoredPlayer, VERSION};
use referee::rules::{Ending, Profile};
use referee::schedule::board_text;

/// A random game of `turns` turns at most, between the players of these names, Black first.
pub fn random_record<G: ShownGame>(
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
    let player = |name: &str| StoredPlayer {
        name: name.into(),
        command: name.into(),
        sha256: "0".repeat(64),
        seconds: 100.0,
        left: 90.0,
    };
    RecordedGame {
        version: VERSION,
        game: G::NAME,
        id,
        pair: id.div_ceil(2),
        round: 1,
        date: None,
        opening: "start".into(),
        board: board_text(&G::start()),
        begins: G::start().side_to_move().into(),
        black: player(black),
        white: player(white),
        profile: Profile::Spec,
        quiet_turns: 50,
        max_plies: 400,
        sandboxed: true,
        sandbox: None,
        time: None,
        untimed: false,
        seed: 1,
        turns: played,
        ending,
        last_charge: None,
        detail: None,
        evidence: None,
    }
}
