//! Orders to the engine, and its reports.

use agent::{AgentFileError, time::GameClock};
use games::GameLine;
use games::checkers::{Move, Position, rules::QuietTurnRule};
use search::{Depth, KeyHistory, Score};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Debug)]
pub enum EngineOrder {
    /// Take memory and open the tables, then report
    /// [`EngineEvent::Ready`]. A search does the same first.
    Prepare(EngineOptions),
    /// Forget what earlier searches have found.
    NewGame,
    /// Search until [`EngineEvent::Done`].
    Search(Box<SearchTask>),
    /// End the search with what it has.
    Stop,
    /// The opponent has played the move that is pondered: from now on our clock runs.
    PonderHit,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Play moves of the opening book without a search.
    pub book: bool,
    /// We may think in the opponent's time, so each move may take more of ours.
    pub ponder: bool,
    pub table_bytes: usize,
    /// The endgame tables are probed in positions of at most this number of pieces.
    pub table_pieces: u32,
    /// The rule that the searches and the tables follow.
    pub draw_rule: QuietTurnRule,
    /// A file of larger endgame tables, or its folder; `None` for the one beside the program.
    pub tables: Option<PathBuf>,
}

#[derive(Clone, Debug)]
pub struct SearchTask {
    /// It must have a legal move.
    pub game: GameLine<Position>,
    pub limits: SearchLimits,
    pub purpose: SearchPurpose,
    pub options: EngineOptions,
}

/// Limits that end a search besides [`EngineOrder::Stop`]; all hold together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchLimits {
    pub depth: Option<Depth>,
    pub nodes: Option<u64>,
    pub time: Option<AllowedTime>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AllowedTime {
    /// This long, and no less.
    Move(Duration),
    /// As long as is sensible with this clock.
    Game(GameClock),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchPurpose {
    /// A move in a game.
    Think,
    /// The move that will be needed if the opponent plays the expected one, which stands on the
    /// board already. Our clock does not run before [`EngineOrder::PonderHit`].
    Ponder,
    /// To know more about a position: it is searched even if the move is clear.
    Analyze,
}

impl SearchTask {
    /// The positions so far, for a GUI that may count quiet turns otherwise than we do.
    pub fn history(&self) -> KeyHistory {
        let limit = self.options.draw_rule.limit();
        KeyHistory::of_game(&self.game).limited_to(limit).doubting_the_limit()
    }
}

#[derive(Debug)]
pub enum EngineEvent {
    Ready,
    Problem(EngineProblem),
    /// The findings so far: after each depth.
    Info(SearchInfo),
    Done(BestMove),
}

/// Is called with each event.
pub type Tell<'a> = &'a mut dyn FnMut(EngineEvent);

/// A demand that was not met; the engine goes on without it.
#[derive(Debug)]
pub enum EngineProblem {
    /// A file of tables cannot be used, and those that are compiled in are.
    Tables(AgentFileError),
    Memory {
        /// In bytes, as the next one.
        asked: usize,
        granted: usize,
    },
    Internal,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SearchInfo {
    /// The last depth that was finished, in plies; 0 without a search.
    pub depth: i16,
    /// For the side to move; `None` if nothing is known.
    pub score: Option<Score>,
    pub nodes: u64,
    /// Since the search was ordered.
    pub time: Duration,
    /// The principal variation, from the root on.
    pub line: Vec<Move>,
    pub source: MoveSource,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSource {
    Search,
    /// It is the only one, or all moves have one result.
    Forced,
    Tables,
    Book,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BestMove {
    /// The move to play; `None` if the game is over.
    pub mv: Option<Move>,
    /// The answer that is expected.
    pub reply: Option<Move>,
}
