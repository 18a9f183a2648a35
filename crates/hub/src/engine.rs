//! What plays: the agent's choice of a move, with a transposition table that lives on from one move
//! of a game to the next.
//!
//! As `homework` does, it plays the only move, the move of the endgame tables and that of the book
//! without a search. The search is the same too, and each depth is told.

use crate::answer::{Found, Info, Source};
use crate::command::Purpose;
use crate::control::{Limits, SearchControl, Signals, WhenHit};
use crate::evaluator::LimitedEvaluator;
use crate::known::{Known, known_move};
use crate::level::{Level, TimeLimit};
use crate::params::Params;
use crate::session::Task;
use crownhead::homework::tables::{self, TablesError};
use crownhead::player;
use crownhead::time::{Budget, Clock, WallClock};
use evaluation::checkers::endgame::Tablebases;
use games::Game as _;
use games::checkers::{Move, Position};
use search::{Evaluator, SearchReport, TranspositionTable, search_lines};
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// The tables before the first `init`, in bytes.
const NO_TABLE: usize = 64;
/// The most bytes of the table for endings: their searches are small, and it is cleared within the
/// time of a move.
const ENDING_TABLE: usize = 16 << 20;

/// The player of a conversation.
#[derive(Debug)]
pub struct Engine {
    /// It lives from one move of a game to the next.
    table: TranspositionTable,
    /// The bytes that were asked for it.
    table_bytes: usize,
    endings: EndingTable,
    evaluator: LimitedEvaluator,
    tables: Tablebases<'static>,
    /// Which tables the evaluator has: the parameters `tables` and `bb-size`; `None` before they
    /// are looked for.
    tables_asked: Option<(Option<PathBuf>, u32)>,
}

/// Why an engine is not quite what was asked for.
#[derive(Debug, Error)]
pub enum EngineError {
    /// A file of tables cannot be used.
    #[error("{0}; going on with the tables that are compiled in")]
    Tables(#[from] TablesError),
    /// The system refuses memory.
    #[error(
        "the system has no {} MB for the table; going on with {} MB, and `set-param name=tt-size` \
         asks for less",
        asked >> 20, granted >> 20
    )]
    Memory {
        /// The bytes that were asked for.
        asked: usize,
        /// The bytes there are.
        granted: usize,
    },
}

/// What is told while it is searched.
pub type Report<'a> = &'a mut dyn FnMut(Info);

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// An engine that has not looked for tables yet and has next to no memory.
    pub fn new() -> Self {
        let tables = Tablebases::built_in();
        Engine {
            table: TranspositionTable::with_bytes(NO_TABLE),
            table_bytes: NO_TABLE,
            endings: EndingTable::with_bytes(NO_TABLE),
            evaluator: LimitedEvaluator::new(tables, 0),
            tables,
            tables_asked: None,
        }
    }

    /// Gets ready with these parameters. What was found before stays, unless the size of the table
    /// or the endgame tables are others. Returns what is not quite as it was asked for.
    pub fn prepare(&mut self, params: &Params) -> Vec<EngineError> {
        let mut troubles = Vec::new();
        let is_resized = self.table_bytes != params.table_bytes();
        if is_resized {
            troubles.extend(self.resize(params.table_bytes()));
        }
        let asked = Some((params.tables.clone(), params.table_pieces));
        let has_other_tables = self.tables_asked != asked;
        if has_other_tables {
            self.tables_asked = asked;
            self.tables = tables::load(params.tables.as_deref()).unwrap_or_else(|error| {
                troubles.push(error.into());
                Tablebases::built_in()
            });
            self.evaluator = LimitedEvaluator::new(self.tables, params.table_pieces);
        }
        if is_resized || has_other_tables {
            self.forget();
        }
        troubles
    }

    /// Forgets what was found before.
    pub fn forget(&mut self) {
        self.table.clear();
        self.endings.pieces_and_kings = None;
    }

    fn resize(&mut self, bytes: usize) -> Option<EngineError> {
        // The old memory is given back before there is new.
        self.table = TranspositionTable::with_bytes(NO_TABLE);
        self.table = TranspositionTable::with_bytes(bytes);
        self.endings = EndingTable::with_bytes(bytes.min(ENDING_TABLE));
        self.table_bytes = bytes;
        let granted = self.table.bytes();
        (granted < bytes).then_some(EngineError::Memory { asked: bytes, granted })
    }

    /// Finds a move, in time by `clock`, and reports what it finds on the way.
    pub fn search(
        &mut self,
        task: &Task,
        signals: &Signals,
        clock: WallClock,
        report: Report<'_>,
    ) -> Found {
        let known = match task.purpose {
            Purpose::Analyze => None,
            Purpose::Think | Purpose::Ponder => known_move(task, &self.evaluator, self.tables),
        };
        if let (Purpose::Think, Some(known)) = (task.purpose, known) {
            report(known.info(clock.at_most()));
            return found(task, known.mv, None);
        }
        let control = control(task, signals, clock, known);
        let searched = self.search_lines(task, control, clock, report);
        let best = known.map(|known| known.mv).or(searched.as_ref().map(|searched| searched.best));
        let reply = searched.filter(|searched| Some(searched.best) == best);
        let reply = reply.and_then(|searched| searched.line.get(1).copied());
        let fallback = || player::fallback_move(task.game.position(), &mut self.evaluator);
        best.or_else(fallback).map_or_else(Found::default, |best| found(task, best, reply))
    }

    /// The search, with the table as earlier ones have left it. `None` if it was ended before the
    /// first depth.
    fn search_lines(
        &mut self,
        task: &Task,
        mut control: SearchControl<'_>,
        clock: WallClock,
        report: Report<'_>,
    ) -> Option<SearchReport<Move>> {
        let position = task.game.position();
        let is_in_tables = self.evaluator.probe_wdl(position).is_some();
        let ending = is_in_tables.then(|| self.endings.of_root(position));
        let tools = (ending.unwrap_or(&mut self.table), &mut self.evaluator);
        let mut told = None;
        let mut tell = |searched: &SearchReport<Move>| {
            if told != Some(searched.progress.nodes) {
                told = Some(searched.progress.nodes);
                report(info(searched, clock.at_most()));
            }
        };
        let each_depth = &mut |lines: &[SearchReport<Move>]| lines.iter().for_each(&mut tell);
        let history = task.game.history();
        let lines = search_lines(1, position, history, tools, &mut control, each_depth);
        let searched = lines.into_iter().next()?;
        if searched.progress.depth.is_spent() {
            return None;
        }
        // A depth that was broken off may have found a better move.
        tell(&searched);
        Some(searched)
    }
}

/// The table of searches whose root is inside the endgame tables.
///
/// They ignore the endgame tables until the next conversion, so that they see progress. Entries of
/// other searches would hide it from them: every move that keeps the win would look as good.
#[derive(Debug)]
struct EndingTable {
    table: TranspositionTable,
    /// Pieces and kings of the last root: every conversion changes one of these numbers, and
    /// nothing else does.
    pieces_and_kings: Option<(u32, u32)>,
}

impl EndingTable {
    fn with_bytes(bytes: usize) -> Self {
        EndingTable { table: TranspositionTable::with_bytes(bytes), pieces_and_kings: None }
    }

    /// The table, with entries of searches since the last conversion only.
    fn of_root(&mut self, root: &Position) -> &mut TranspositionTable {
        let pieces_and_kings = Some((root.count(), root.kings().count()));
        if pieces_and_kings != self.pieces_and_kings {
            self.table.clear();
            self.pieces_and_kings = pieces_and_kings;
        }
        &mut self.table
    }
}

/// What ends the search of this task.
fn control<'a>(
    task: &Task,
    signals: &'a Signals,
    clock: WallClock,
    known: Option<Known>,
) -> SearchControl<'a> {
    let Level { depth, nodes, time } = task.level;
    let budget = time.map(|time| match time {
        TimeLimit::Move(time) => Budget::exactly(time),
        TimeLimit::Game(clock) => clock.budget(task.game.position().count(), task.params.ponder),
    });
    let limits = Limits { depth, nodes, budget };
    match task.purpose {
        Purpose::Think | Purpose::Analyze => SearchControl::thinking(signals, limits, clock),
        Purpose::Ponder => {
            let when_hit = if known.is_some() { WhenHit::Answer } else { WhenHit::ThinkOn };
            SearchControl::pondering(signals, limits, clock, when_hit)
        }
    }
}

fn info(searched: &SearchReport<Move>, time: Duration) -> Info {
    Info {
        depth: searched.progress.depth.plies(),
        score: Some(searched.progress.score),
        nodes: searched.progress.nodes,
        time,
        line: searched.line.to_vec(),
        source: Source::Search,
    }
}

/// The result, with the opponent's only reply where the search has not told one.
fn found(task: &Task, best: Move, reply: Option<Move>) -> Found {
    let mut replies = Vec::new();
    task.game.position().play(best).legal_moves(&mut replies);
    let only = || if let [only] = replies[..] { Some(only) } else { None };
    Found { best: Some(best), reply: reply.or_else(only) }
}
