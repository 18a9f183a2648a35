//! The player: the agent's choice of a move, with a transposition table that lives on from one move
//! of a game to the next.
//!
//! As `homework` does, it plays the only move, the move of the endgame tables and that of the book
//! without a search. The search is the same too, and each depth is reported.

use crate::engine::messages::{
    BestMove, EngineEvent, EngineOptions, EngineProblem, MoveSource, SearchInfo, SearchPurpose,
    SearchTask, Tell,
};
use crate::engine::search_control::{SearchControl, Signals, WhenHit};
use agent::{
    homework::book::book_move,
    homework::tables,
    player,
    time::{Clock, WallClock},
};
use evaluation::checkers::endgame::{CursedTables, Tablebases};
use evaluation::checkers::network::NETWORK;
use evaluation::checkers::{BuiltInTuning, CheckersEvaluator};
use games::{
    Game as _, Outcome,
    checkers::{Move, Position, rules::QuietTurnRule},
};
use search::{Evaluator, Ply, Score, SearchReport, TranspositionTable, search_lines};
use std::mem;
use std::path::PathBuf;
use std::time::Duration;

/// Size of the transposition tables before the first preparation.
const NO_TABLE: usize = 64;
/// The most bytes of the table for endings: their searches are small, and it is cleared within the
/// time of a move.
const ENDING_TABLE: usize = 16 << 20;

#[derive(Debug)]
pub struct EnginePlayer {
    table: TranspositionTable,
    /// As requested; the system may have granted less.
    table_bytes: usize,
    endings: EndingTable,
    evaluator: CheckersEvaluator<'static>,
    tables: Tablebases<'static>,
    /// The options `tables`, `table_pieces` and `draw_rule`; `None` before tables are looked for.
    tables_asked: Option<(Option<PathBuf>, u32, QuietTurnRule)>,
}

impl EnginePlayer {
    /// A player that has not looked for tables yet and has next to no memory.
    pub fn new() -> Self {
        EnginePlayer {
            table: TranspositionTable::with_bytes(NO_TABLE),
            table_bytes: NO_TABLE,
            endings: EndingTable::with_bytes(NO_TABLE),
            evaluator: CheckersEvaluator::built_in(),
            tables: Tablebases::built_in(),
            tables_asked: None,
        }
    }

    /// Gets ready. What was found before stays, unless the size of the table or the endgame tables
    /// change.
    pub fn prepare(&mut self, options: &EngineOptions, tell: Tell<'_>) {
        let problems = [self.resize(options.table_bytes), self.open_tables(options)];
        problems.into_iter().flatten().map(EngineEvent::Problem).for_each(tell);
    }

    fn resize(&mut self, bytes: usize) -> Option<EngineProblem> {
        if mem::replace(&mut self.table_bytes, bytes) == bytes {
            return None;
        }
        // The old memory is given back before there is new.
        self.table = TranspositionTable::with_bytes(NO_TABLE);
        self.table = TranspositionTable::with_bytes(bytes);
        self.endings = EndingTable::with_bytes(bytes.min(ENDING_TABLE));
        let granted = self.table.bytes();
        (granted < bytes).then_some(EngineProblem::Memory { asked: bytes, granted })
    }

    /// Scores by other tables are forgotten.
    fn open_tables(&mut self, options: &EngineOptions) -> Option<EngineProblem> {
        let asked = Some((options.tables.clone(), options.table_pieces, options.draw_rule));
        if self.tables_asked == asked {
            return None;
        }
        self.tables_asked = asked;
        let (tables, problem) = match tables::load(options.tables.as_deref()) {
            Ok(tables) => (tables, None),
            Err(error) => (Tablebases::built_in(), Some(EngineProblem::Tables(error))),
        };
        let tables = tables.limited_to(options.table_pieces);
        self.tables = match options.draw_rule {
            QuietTurnRule::FiftyQuietTurns => tables,
            QuietTurnRule::None => tables.without_limit(CursedTables::built_in()),
        };
        self.evaluator = CheckersEvaluator::new(&NETWORK, self.tables, BuiltInTuning);
        self.forget();
        problem
    }

    pub fn forget(&mut self) {
        self.table.clear();
        self.endings.pieces_and_kings = None;
    }

    /// Finds a move, in time by `clock`, and reports what it finds on the way.
    pub fn search(
        &mut self,
        task: &SearchTask,
        signals: &Signals,
        clock: WallClock,
        tell: Tell<'_>,
    ) -> BestMove {
        let is_for_a_move = task.purpose != SearchPurpose::Analyze;
        let known = is_for_a_move.then(|| self.known_move(task)).flatten();
        if let (SearchPurpose::Think, Some((mv, info))) = (task.purpose, &known) {
            tell(EngineEvent::Info(SearchInfo { time: clock.at_most(), ..info.clone() }));
            return best_move(task, Some(*mv), None);
        }
        let when_hit = if known.is_some() { WhenHit::Answer } else { WhenHit::ThinkOn };
        let control = SearchControl::of(task, signals, clock, when_hit);
        let searched = self.search_lines(task, control, clock, tell);
        let best = known.map(|(mv, _)| mv).or(searched.as_ref().map(|searched| searched.best));
        let reply = searched.filter(|searched| Some(searched.best) == best);
        let reply = reply.and_then(|searched| searched.line.get(1).copied());
        best_move(
            task,
            best.or_else(|| player::fallback_move(task.game.position(), &mut self.evaluator)),
            reply,
        )
    }

    /// The move that needs no search, if there is one, and what is reported of it. The order is
    /// that of `homework`: the only move, that of the endgame tables, one of the opening book.
    fn known_move(&self, task: &SearchTask) -> Option<(Move, SearchInfo)> {
        let position = task.game.position();
        let obvious = player::obvious_move(position, &task.history(), &self.evaluator);
        let (mv, source, score) = match obvious {
            Some(mv) => {
                let is_only = position.count_moves() == 1;
                let source = if is_only { MoveSource::Forced } else { MoveSource::Tables };
                (mv, source, self.exact_score(position))
            }
            None => {
                let mv = task.options.book.then(|| book_move(position)).flatten()?;
                (mv, MoveSource::Book, None)
            }
        };
        let (line, time) = (vec![mv], Duration::ZERO);
        Some((mv, SearchInfo { depth: 0, score, nodes: 0, time, line, source }))
    }

    /// The score of a position whose distance to conversion the tables know; a draw is 0.
    fn exact_score(&self, position: &Position) -> Option<Score> {
        let mut distances = self.tables.dtc_probe();
        match self.tables.probe(position)? {
            Outcome::Draw => Some(Score::DRAW),
            Outcome::Win => {
                distances.plies_to_conversion_when_won(position).map(ply).map(Score::tablebase_win)
            }
            Outcome::Loss => distances
                .plies_to_conversion_when_lost(position)
                .map(ply)
                .map(Score::tablebase_loss),
        }
    }

    /// The search, with the table as earlier ones have left it. `None` if it was ended before the
    /// first depth.
    fn search_lines(
        &mut self,
        task: &SearchTask,
        mut control: SearchControl<'_>,
        clock: WallClock,
        tell: Tell<'_>,
    ) -> Option<SearchReport<Move>> {
        let position = task.game.position();
        let is_in_tables = self.evaluator.probe_wdl(position).is_some();
        let ending = is_in_tables.then(|| self.endings.of_root(position));
        let tools = (ending.unwrap_or(&mut self.table), &mut self.evaluator);
        let mut reported = None;
        let mut report = |searched: &SearchReport<Move>| {
            if reported.replace(searched.progress.nodes) != Some(searched.progress.nodes) {
                tell(EngineEvent::Info(info(searched, clock.at_most())));
            }
        };
        let each_depth = &mut |lines: &[SearchReport<Move>]| lines.iter().for_each(&mut report);
        let history = task.history();
        let lines = search_lines(1, position, history, tools, &mut control, each_depth);
        let searched = lines.into_iter().next()?;
        if searched.progress.depth.is_spent() {
            return None;
        }
        // An unfinished depth may have found a better move.
        report(&searched);
        Some(searched)
    }
}

fn ply(plies: u32) -> Ply {
    Ply::new(u16::try_from(plies).unwrap_or(u16::MAX))
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
    let reply = reply.or_else(|| {
        let replies = task.game.position().play(mv?).move_list();
        if let [only] = replies[..] { Some(only) } else { None }
    });
    BestMove { mv, reply }
}
