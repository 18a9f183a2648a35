//! What the engine reports.

use crownhead::homework::tables::TablesError;
use games::checkers::Move;
use search::Score;
use std::time::Duration;

/// A report of the engine.
#[derive(Debug)]
pub enum EngineEvent {
    /// It is prepared.
    Ready,
    /// Something is not as it was asked for.
    Problem(EngineProblem),
    /// What a search has found so far: after each depth.
    Info(SearchInfo),
    /// The search has ended.
    Done(BestMove),
}

/// What is not as it was asked for; the engine goes on without it.
#[derive(Debug)]
pub enum EngineProblem {
    /// A file of tables cannot be used, and those that are compiled in are.
    Tables(TablesError),
    /// The system refuses memory for the transposition table.
    Memory {
        /// In bytes.
        asked: usize,
        /// In bytes.
        granted: usize,
    },
    /// A search has panicked.
    Internal,
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchInfo {
    /// The last depth that was finished, in plies; 0 without a search.
    pub depth: i16,
    /// For the side to move; `None` if nothing is known.
    pub score: Option<Score>,
    pub nodes: u64,
    /// Since the search was ordered.
    pub time: Duration,
    /// The principal variation.
    pub line: Vec<Move>,
    pub source: MoveSource,
}

/// Where a move comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSource {
    Search,
    /// It is the only one, or all moves have one result.
    Forced,
    /// The endgame tables.
    Tables,
    /// The opening book.
    Book,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BestMove {
    /// The move to play; `None` if the game is over.
    pub mv: Option<Move>,
    /// The answer that is expected.
    pub reply: Option<Move>,
}
