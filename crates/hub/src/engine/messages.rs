//! Orders to the engine, and its reports.

use agent::{homework::tables::TablesError, time::GameClock};
use games::{
    Game as _,
    checkers::{Move, Position},
};
use search::{Depth, KeyHistory, Score};
use std::path::PathBuf;
use std::time::Duration;

/// An order to the engine.
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

/// Settings that change how the engine plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Play moves of the opening book without a search.
    pub book: bool,
    /// We may think in the opponent's time, so each move may take more of ours.
    pub ponder: bool,
    /// Size of the transposition table.
    pub table_bytes: usize,
    /// The endgame tables are probed in positions of at most this number of pieces.
    pub table_pieces: u32,
    /// A file of larger endgame tables, or its folder; `None` for the one beside the program.
    pub tables: Option<PathBuf>,
}

#[derive(Clone, Debug)]
pub struct SearchTask {
    /// It must have a legal move.
    pub root: Root,
    pub limits: SearchLimits,
    pub purpose: SearchPurpose,
    pub options: EngineOptions,
}

/// The position to search, and the game that led to it, for the draw rules.
#[derive(Clone, Debug)]
pub struct Root {
    position: Position,
    history: KeyHistory,
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

impl Default for Root {
    /// The start of a game.
    fn default() -> Self {
        Root::starting_at(Position::start())
    }
}

impl Root {
    /// A game that begins with this position, with no quiet turn played yet.
    pub fn starting_at(position: Position) -> Self {
        Root { position, history: KeyHistory::starting_at(&position, 0) }
    }

    /// Plays a move, which must be legal.
    pub fn play(&mut self, mv: Move) {
        let next = self.position.play(mv);
        self.history.played(&next, self.position.finality(mv));
        self.position = next;
    }

    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The positions so far, for a GUI that may count quiet turns otherwise than we do.
    pub fn history(&self) -> KeyHistory {
        self.history.clone().doubting_the_limit()
    }
}

/// A report of the engine.
#[derive(Debug)]
pub enum EngineEvent {
    Ready,
    /// Something is not as it was asked for.
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
    Tables(TablesError),
    /// The system refuses memory for the transposition table.
    Memory {
        /// In bytes, as the next one.
        asked: usize,
        granted: usize,
    },
    /// A panic ended the search.
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

/// Where a move comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSource {
    Search,
    /// It is the only one, or all moves have one result.
    Forced,
    Tables,
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
