//! Checkers, for the page: it has no text program of its own.

use crate::dialect::Dialect;
use evaluation::checkers::CheckersEvaluator;
use games::board::Side;
use games::checkers::{PieceKind, Position, Square};

impl Dialect for Position {
    type Evaluator = CheckersEvaluator<'static>;
    const ABOUT: &'static str = "Plays checkers: capture all, or leave no move";
    const SCORE_UNIT: &'static str = "1.00 is a man";
    const SEEDED_NODES: u64 = 500_000;

    /// Material: a man 100, a king 150.
    fn simple_evaluation(&self) -> i32 {
        let pieces = Square::all().filter_map(|square| self.at(square));
        let values = pieces.map(|(side, kind)| {
            let value = if kind == PieceKind::Man { 100 } else { 150 };
            if side == Side::Black { value } else { -value }
        });
        values.sum()
    }
}
