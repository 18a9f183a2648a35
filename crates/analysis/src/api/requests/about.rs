//! The response to `about`: who answers, which games there are, and at which levels it plays.

use crate::api::request::RequestedLevel;
use crate::limits::SearchLimits;
use crate::values::analyzed_game::AnalyzedGame;
use crate::values::resources::Resources;
use games::{GameName, with_game};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct AboutResponse {
    name: &'static str,
    version: &'static str,
    games: Vec<GameResponse>,
    levels: [LevelResponse; 8],
}

#[derive(Debug, Serialize)]
struct GameResponse {
    game: GameName,
    title: &'static str,
    size: usize,
    has_book: bool,
    has_tables: bool,
    start_letters: String,
}

pub fn about(resources: &Resources) -> AboutResponse {
    AboutResponse {
        name: "Crownhead",
        version: env!("CARGO_PKG_VERSION"),
        games: GameName::ALL
            .into_iter()
            .map(|game| with_game!(game, Position => game_response::<Position>(resources)))
            .collect(),
        levels: LEVELS,
    }
}

fn game_response<G: AnalyzedGame>(resources: &Resources) -> GameResponse {
    let is_checkers = G::NAME == GameName::Checkers;
    GameResponse {
        game: G::NAME,
        title: G::TITLE,
        size: G::SIZE,
        has_book: is_checkers && !resources.book.is_empty(),
        has_tables: is_checkers,
        start_letters: G::start().letters(),
    }
}

/// A level, as `choose` takes it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LevelResponse {
    name: &'static str,
    about: &'static str,
    level: RequestedLevel,
    /// Elo points above moves drawn by lot, in checkers.
    rating: i32,
}

const fn by_nodes(nodes: u64, random: f64) -> RequestedLevel {
    RequestedLevel { limit: SearchLimits::of_nodes(nodes), random, book: false }
}

const fn by_nodes_and_book(nodes: u64) -> RequestedLevel {
    RequestedLevel { book: true, ..by_nodes(nodes, 0.0) }
}

const fn by_time(milliseconds: u64) -> RequestedLevel {
    let limit = SearchLimits { nodes: None, depth: None, milliseconds: Some(milliseconds) };
    RequestedLevel { limit, random: 0.0, book: true }
}

/// From the weakest to the strongest. The ratings are those of `tools/levels.py ADDRESS --games 60`
/// in checkers, 60 games between neighbors, seed 1: +458 (a share of 0.933, +-0.062), +183 (0.742,
/// +-0.104), +382 (0.900, +-0.076), +398 (0.908, +-0.060), +269 (0.825, +-0.048), +76 (0.608,
/// +-0.045). Those by time were given the nodes of their time at 2 million a second: +64 (0.592,
/// +-0.044), and in 20 games of seed 3 +35 (0.550, +-0.065). No level was rated against people.
pub const LEVELS: [LevelResponse; 8] = {
    const fn level(
        name: &'static str,
        about: &'static str,
        level: RequestedLevel,
        rating: i32,
    ) -> LevelResponse {
        LevelResponse { name, about, level, rating }
    }
    [
        level("Beginner", "Every third move is drawn by lot", by_nodes(30, 0.33), 458),
        level("Novice", "Sees the next captures, and errs often", by_nodes(60, 0.15), 642),
        level("Casual", "Sees short tactics, and errs now and then", by_nodes(200, 0.05), 1_023),
        level(
            "Steady",
            "Looks at a thousand positions, without errors by lot",
            by_nodes(1_000, 0.0),
            1_422,
        ),
        level("Strong", "Looks at ten thousand positions", by_nodes_and_book(10_000), 1_691),
        level(
            "Expert",
            "Looks at a hundred thousand positions, with the book",
            by_nodes_and_book(100_000),
            1_768,
        ),
        level("Master", "A second for a move", by_time(1_000), 1_832),
        level("Full strength", "Five seconds for a move", by_time(5_000), 1_867),
    ]
};
