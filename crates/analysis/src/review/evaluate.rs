//! The evaluation of each position of a game: by a short search, and by the endgame tables.
//!
//! Positions are searched from the last to the first, with one transposition table for the game, as
//! analysis programs do: what a later position has shown is then known before it.

use crate::review::played_game::{PlayedGame, RuleEnd};
use crate::values::analyzed_game::AnalyzedGame;
use crate::values::evaluation::Evaluation;
use crate::values::resources::Resources;
use crate::values::table_verdict::TableVerdict;
use crate::values::verdict::TableReader;
use games::Game;
use games::checkers::Position;
use search::{Control, TranspositionTable};

/// The most plies of a line that are kept: enough to see why.
const MOST_PLIES: usize = 12;

/// The best line of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestLine<M> {
    /// Plies that the search has looked ahead; 0 without a search.
    pub depth: u16,
    /// The moves, the best one first; none where the game is over.
    pub moves: Vec<M>,
}

impl<M> Default for BestLine<M> {
    fn default() -> Self {
        BestLine { depth: 0, moves: Vec::new() }
    }
}

/// The evaluations of all positions of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEvaluations<G: Game = Position> {
    /// One for each position.
    pub scores: Vec<Evaluation>,
    /// One for each position from the first that the endgame tables reach for good.
    pub tables: Vec<TableVerdict>,
    /// The best line of each position; empty if they were not kept.
    pub lines: Vec<BestLine<G::Move>>,
}

impl<G: AnalyzedGame> GameEvaluations<G> {
    /// Evaluates every position of a game, each by a search until a control of `limit` ends it,
    /// with these endgame tables and one table of this number of bytes.
    pub fn of<C: Control>(
        resources: &Resources,
        game: &PlayedGame<G>,
        table_bytes: usize,
        mut limit: impl FnMut() -> C,
    ) -> Self {
        let mut table = TranspositionTable::with_bytes(table_bytes);
        let mut evaluator = G::evaluator(resources, game.quiet_limit());
        let found = (0..game.positions().len()).rev().map(|index| {
            let position = &game.positions()[index];
            if let Some(known) = known_result(game, index) {
                return (known, BestLine::default());
            }
            let (history, mut control) = (game.history(index), limit());
            let by_tables =
                position.table_lines(resources, 1, &history).and_then(|mut lines| lines.pop());
            let found = position.best_move(history, &mut table, &mut control, &mut evaluator);
            let score = found.as_ref().map(|report| report.progress.score);
            let searched = found.map_or_else(BestLine::default, |report| BestLine {
                depth: report.progress.depth.plies().unsigned_abs(),
                moves: report.line.to_vec(),
            });
            let mut line = match by_tables {
                Some(line) => BestLine { depth: 0, moves: line.moves },
                None => searched,
            };
            line.moves.truncate(MOST_PLIES);
            (Evaluation::of(score, position.side_to_move()), line)
        });
        let (mut scores, mut lines): (Vec<_>, Vec<_>) = found.unzip();
        scores.reverse();
        lines.reverse();
        GameEvaluations { scores, tables: verdicts(resources, game), lines }
    }

    /// The index of the first position that the tables reach for good.
    pub const fn tables_from(&self) -> usize {
        self.scores.len().saturating_sub(self.tables.len())
    }

    /// The verdict of the tables on the position of this index.
    pub fn verdict_at(&self, index: usize) -> Option<TableVerdict> {
        self.tables.get(index.checked_sub(self.tables_from())?).copied()
    }
}

/// The result, if a rule or the board of this index shows that the game is over. A side without a
/// move is not looked for here.
fn known_result<G: AnalyzedGame>(game: &PlayedGame<G>, index: usize) -> Option<Evaluation> {
    let position = &game.positions()[index];
    game.rule_at(index)
        .map(RuleEnd::evaluation)
        .or_else(|| Some(Evaluation::of_outcome(position.outcome()?, position.side_to_move())))
}

/// The verdicts behind the last position that has none. Pieces only become fewer, so the tables
/// soon reach all positions; of six pieces they know a part.
fn verdicts<G: AnalyzedGame>(resources: &Resources, game: &PlayedGame<G>) -> Vec<TableVerdict> {
    let mut reader = TableReader::of(resources.tables_under(game.quiet_limit()));
    let found: Vec<_> = game.positions().iter().map(|at| at.table_verdict(&mut reader)).collect();
    let from = found.iter().rposition(Option::is_none).map_or(0, |last| last + 1);
    found[from..].iter().flatten().copied().collect()
}
