//! The evaluator of Tablut.

pub mod evaluate;
pub mod lines;
pub mod quiet_order;
mod weights;

use crate::source_hash;
use games::Game;
use games::tablut::{Move, Position};
use search::{Evaluator, Ply, Score};

/// Units of the score for one logit of the result.
pub const UNITS_PER_LOGIT: i32 = 150;

/// A number that changes with the evaluator, as that of checkers does.
pub const EVALUATION_IDENTITY: u64 = source_hash::of_files([
    include_bytes!("evaluate.rs"),
    include_bytes!("lines.rs"),
    include_bytes!("weights.rs"),
]);

/// The king's ways out against the hunters' net: `evaluate.rs`.
#[derive(Clone, Copy, Debug, Default)]
pub struct TablutEvaluator;

impl Evaluator<Position> for TablutEvaluator {
    #[inline]
    fn evaluate(&mut self, position: &Position, _: Ply) -> Score {
        evaluate::evaluate(position)
    }

    #[inline]
    fn quiet_order(&self, position: &Position, mv: Move) -> i32 {
        quiet_order::quiet_order(position, mv)
    }

    #[inline]
    fn null_move(&self, position: &Position) -> Option<Position> {
        evaluate::allows_null_move(position)
            .then(|| position.with_side_to_move(!position.side_to_move()))
    }
}
