//! The answer to `about`: who answers, which games there are, and at which levels it plays.

use crate::api::AskedGame;
use crate::api::questions::levels::{LEVELS, LevelAnswer};
use crate::values::knowledge::Knowledge;
use games::{GameName, with_game};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct AboutAnswer {
    name: &'static str,
    version: &'static str,
    games: Vec<GameAnswer>,
    levels: [LevelAnswer; 8],
}

#[derive(Debug, Serialize)]
struct GameAnswer {
    game: GameName,
    title: &'static str,
    size: usize,
    has_book: bool,
    has_tables: bool,
    start_letters: String,
}

pub fn about(knowledge: &Knowledge) -> AboutAnswer {
    let game = |game| with_game!(game, Position => game_answer::<Position>(knowledge));
    AboutAnswer {
        name: "Crownhead",
        version: env!("CARGO_PKG_VERSION"),
        games: GameName::ALL.into_iter().map(game).collect(),
        levels: LEVELS,
    }
}

fn game_answer<G: AskedGame>(knowledge: &Knowledge) -> GameAnswer {
    let is_checkers = G::NAME == GameName::Checkers;
    GameAnswer {
        game: G::NAME,
        title: G::TITLE,
        size: G::SIZE,
        has_book: is_checkers && !knowledge.book.is_empty(),
        has_tables: is_checkers,
        start_letters: G::start().letters(),
    }
}
