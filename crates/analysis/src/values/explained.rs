//! The contract of a game that is explained: who evaluates it, and what endgame tables and opening
//! books know about it. Each game is one value of it.
//!
//! Only checkers has tables and a book. The other games are explained by searches alone.
//!
//! The searches are those of [`GameSearch`], which `evaluation` compiles.

use crate::values::book::{BookMove, book_moves};
use crate::values::knowledge::Knowledge;
use crate::values::share::UnitsPerLogit;
use crate::values::table_lines::{TableLine, table_lines};
use crate::values::table_verdict::TableVerdict;
use crate::values::verdict::TableReader;
use evaluation::GameSearch;
use evaluation::checkers::network::{NETWORK, UNITS_PER_LOGIT};
use evaluation::checkers::{BuiltInTuning, CheckersEvaluator};
use games::{Game, Named, Notation, amazons, checkers, loa, tablut};
use search::KeyHistory;
use std::fmt::Debug;

/// A game whose positions and played games can be explained.
pub trait Explained:
    GameSearch<Move: Send + Sync> + Notation + Named + Debug + PartialEq + Send + Sync + 'static
{
    /// Its endgame tables.
    type Tables: EndgameTables<Self>;

    /// The scale of the evaluator.
    const UNITS_PER_LOGIT: UnitsPerLogit;
    /// A number that changes with the evaluator: stored scores are not taken for those of another.
    const EVALUATION_IDENTITY: u64;

    /// The evaluator that has these tables.
    fn evaluator(knowledge: &Knowledge) -> Self::Evaluator {
        let _ = knowledge;
        Self::Evaluator::default()
    }

    /// The good moves by the opening book; none if the position is not in it.
    fn book_moves(&self, knowledge: &Knowledge) -> Vec<BookMove<Self::Move>> {
        let _ = knowledge;
        Vec::new()
    }
}

/// What endgame tables know about a game. A value keeps what it has decompressed.
pub trait EndgameTables<G: Game> {
    /// Reads these tables.
    fn new(knowledge: &Knowledge) -> Self;

    /// The verdict on a position; `None` where the tables do not reach.
    fn verdict(&mut self, position: &G) -> Option<TableVerdict>;

    /// The best lines of a position, the last one of `history`, the best first; `None` where the
    /// tables do not know every move.
    fn lines(
        &self,
        most: usize,
        position: &G,
        history: &KeyHistory,
    ) -> Option<Vec<TableLine<G::Move>>>;
}

/// The tables of a game that has none.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTables;

impl<G: Game> EndgameTables<G> for NoTables {
    fn new(_: &Knowledge) -> Self {
        NoTables
    }

    fn verdict(&mut self, _: &G) -> Option<TableVerdict> {
        None
    }

    fn lines(&self, _: usize, _: &G, _: &KeyHistory) -> Option<Vec<TableLine<G::Move>>> {
        None
    }
}

impl EndgameTables<checkers::Position> for TableReader {
    fn new(knowledge: &Knowledge) -> Self {
        TableReader::of(knowledge.tables)
    }

    fn verdict(&mut self, position: &checkers::Position) -> Option<TableVerdict> {
        TableReader::verdict(self, position)
    }

    fn lines(
        &self,
        most: usize,
        position: &checkers::Position,
        history: &KeyHistory,
    ) -> Option<Vec<TableLine>> {
        table_lines(self.tables(), most, position, history)
    }
}

impl Explained for checkers::Position {
    type Tables = TableReader;
    const UNITS_PER_LOGIT: UnitsPerLogit = UnitsPerLogit(UNITS_PER_LOGIT);
    const EVALUATION_IDENTITY: u64 = evaluation::checkers::EVALUATION_IDENTITY;

    fn evaluator(knowledge: &Knowledge) -> CheckersEvaluator<'static> {
        CheckersEvaluator::new(&NETWORK, knowledge.tables, BuiltInTuning)
    }

    fn book_moves(&self, knowledge: &Knowledge) -> Vec<BookMove> {
        book_moves(knowledge.book, self)
    }
}

impl Explained for loa::Position {
    type Tables = NoTables;
    const UNITS_PER_LOGIT: UnitsPerLogit = UnitsPerLogit(evaluation::loa::UNITS_PER_LOGIT);
    const EVALUATION_IDENTITY: u64 = evaluation::loa::EVALUATION_IDENTITY;
}

impl Explained for tablut::Position {
    type Tables = NoTables;
    const UNITS_PER_LOGIT: UnitsPerLogit = UnitsPerLogit(evaluation::tablut::UNITS_PER_LOGIT);
    const EVALUATION_IDENTITY: u64 = evaluation::tablut::EVALUATION_IDENTITY;
}

impl Explained for amazons::Position {
    type Tables = NoTables;
    const UNITS_PER_LOGIT: UnitsPerLogit = UnitsPerLogit(evaluation::amazons::UNITS_PER_LOGIT);
    const EVALUATION_IDENTITY: u64 = evaluation::amazons::EVALUATION_IDENTITY;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_evaluator_has_an_identity_of_its_own() {
        let all = [
            checkers::Position::EVALUATION_IDENTITY,
            loa::Position::EVALUATION_IDENTITY,
            tablut::Position::EVALUATION_IDENTITY,
            amazons::Position::EVALUATION_IDENTITY,
        ];
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    }
}
