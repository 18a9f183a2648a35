//! What plays: the agent's choice of a move, with a transposition table that lives on from one move
//! of a game to the next.
//!
//! As `homework` does, it plays the only move, the move of the endgame tables and that of the book
//! without a search. The search is the same too, and each depth is reported.

use crate::engine::evaluator::LimitedEvaluator;
use crate::engine::events::{BestMove, EngineProblem, MoveSource, SearchInfo};
use crate::engine::known_move::known_move;
use crate::engine::orders::{EngineOptions, SearchPurpose, SearchTask};
use crate::engine::search_control::{SearchControl, Signals, WhenHit};
use crownhead::homework::tables;
use crownhead::player;
use crownhead::time::{Clock, WallClock};
use evaluation::checkers::endgame::Tablebases;
use games::Game as _;
use games::checkers::{Move, Position};
use search::{Evaluator, SearchReport, TranspositionTable, search_lines};
use std::time::Duration;

/// Size of the transposition tables before the first preparation.
const NO_TABLE: usize = 64;
/// The most bytes of the table for endings: their searches are small, and it is cleared within the
/// time of a move.
const ENDING_TABLE: usize = 16 << 20;

/// A player of one game after another.
#[derive(Debug)]
pub struct Player {
    table: TranspositionTable,
    endings: EndingTable,
    evaluator: LimitedEvaluator,
    tables: Tablebases<'static>,
    /// What it is prepared for; `None` before the first time.
    options: Option<EngineOptions>,
}

impl Player {
    /// A player that has not looked for tables yet and has next to no memory.
    pub fn new() -> Self {
        let tables = Tablebases::built_in();
        Player {
            table: TranspositionTable::with_bytes(NO_TABLE),
            endings: EndingTable::with_bytes(NO_TABLE),
            evaluator: LimitedEvaluator::new(tables, 0),
            tables,
            options: None,
        }
    }

    /// Gets ready. What was found before stays, unless the size of the table or the endgame tables
    /// change.
    pub fn prepare(&mut self, options: &EngineOptions) -> Vec<EngineProblem> {
        let mut problems = Vec::new();
        let before = self.options.replace(options.clone());
        let is_as_before = |is_same: fn(&EngineOptions, &EngineOptions) -> bool| {
            before.as_ref().is_some_and(|before| is_same(before, options))
        };
        let has_size = is_as_before(|one, other| one.table_bytes == other.table_bytes);
        if !has_size {
            problems.extend(self.resize(options.table_bytes));
        }
        let has_tables = is_as_before(|one, other| {
            (&one.tables, one.table_pieces) == (&other.tables, other.table_pieces)
        });
        if !has_tables {
            self.tables = tables::load(options.tables.as_deref()).unwrap_or_else(|error| {
                problems.push(EngineProblem::Tables(error));
                Tablebases::built_in()
            });
            self.evaluator = LimitedEvaluator::new(self.tables, options.table_pieces);
        }
        if !(has_size && has_tables) {
            self.forget();
        }
        problems
    }

    /// Forgets what was found before.
    pub fn forget(&mut self) {
        self.table.clear();
        self.endings.pieces_and_kings = None;
    }

    fn resize(&mut self, bytes: usize) -> Option<EngineProblem> {
        // The old memory is given back before there is new.
        self.table = TranspositionTable::with_bytes(NO_TABLE);
        self.table = TranspositionTable::with_bytes(bytes);
        self.endings = EndingTable::with_bytes(bytes.min(ENDING_TABLE));
        let granted = self.table.bytes();
        (granted < bytes).then_some(EngineProblem::Memory { asked: bytes, granted })
    }

    /// Finds a move, in time by `clock`, and reports what it finds on the way.
    pub fn search(
        &mut self,
        task: &SearchTask,
        signals: &Signals,
        clock: WallClock,
        report: &mut dyn FnMut(SearchInfo),
    ) -> BestMove {
        let known = match task.purpose {
            SearchPurpose::Analyze => None,
            _ => known_move(task, &self.evaluator, self.tables),
        };
        if let (SearchPurpose::Think, Some(known)) = (task.purpose, known) {
            report(known.info(clock.at_most()));
            return best_move(task, Some(known.mv), None);
        }
        let when_hit = if known.is_some() { WhenHit::Answer } else { WhenHit::ThinkOn };
        let control = SearchControl::of(task, signals, clock, when_hit);
        let searched = self.search_lines(task, control, clock, report);
        let best = known.map(|known| known.mv).or(searched.as_ref().map(|searched| searched.best));
        let reply = searched.filter(|searched| Some(searched.best) == best);
        let reply = reply.and_then(|searched| searched.line.get(1).copied());
        let fallback = || player::fallback_move(task.root.position(), &mut self.evaluator);
        best_move(task, best.or_else(fallback), reply)
    }

    /// The search, with the table as earlier ones have left it. `None` if it was ended before the
    /// first depth.
    fn search_lines(
        &mut self,
        task: &SearchTask,
        mut control: SearchControl<'_>,
        clock: WallClock,
        report: &mut dyn FnMut(SearchInfo),
    ) -> Option<SearchReport<Move>> {
        let position = task.root.position();
        let is_in_tables = self.evaluator.probe_wdl(position).is_some();
        let ending = is_in_tables.then(|| self.endings.of_root(position));
        let tools = (ending.unwrap_or(&mut self.table), &mut self.evaluator);
        let mut reported = None;
        let mut report = |searched: &SearchReport<Move>| {
            if reported.replace(searched.progress.nodes) != Some(searched.progress.nodes) {
                report(info(searched, clock.at_most()));
            }
        };
        let each_depth = &mut |lines: &[SearchReport<Move>]| lines.iter().for_each(&mut report);
        let history = task.root.history();
        let lines = search_lines(1, position, history, tools, &mut control, each_depth);
        let searched = lines.into_iter().next()?;
        if searched.progress.depth.is_spent() {
            return None;
        }
        // A depth that was broken off may have found a better move.
        report(&searched);
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

fn info(searched: &SearchReport<Move>, time: Duration) -> SearchInfo {
    SearchInfo {
        depth: searched.progress.depth.plies(),
        score: Some(searched.progress.score),
        nodes: searched.progress.nodes,
        time,
        line: searched.line.to_vec(),
        source: MoveSource::Search,
    }
}

/// The result, with the opponent's only reply where the search has found none.
fn best_move(task: &SearchTask, mv: Option<Move>, reply: Option<Move>) -> BestMove {
    let only = || {
        let mut replies = Vec::new();
        task.root.position().play(mv?).legal_moves(&mut replies);
        if let [only] = replies[..] { Some(only) } else { None }
    };
    BestMove { mv, reply: reply.or_else(only) }
}
