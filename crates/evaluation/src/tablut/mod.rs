//! The evaluator of Tablut.

pub mod evaluate;
pub mod lines;
pub mod quiet_order;
mod weights;

use games::Game;
use games::tablut::{Move, Position};
use search::{Evaluator, Ply, Score};

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
