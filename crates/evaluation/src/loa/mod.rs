//! The evaluator of Lines of Action.

pub mod evaluate;
pub mod quiet_order;
mod weights;

use games::Game;
use games::loa::{Move, Position};
use search::{Evaluator, Ply, Score};

/// Terms after Winands and others 2003, weights of our own: `evaluate.rs`.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoaEvaluator;

impl Evaluator<Position> for LoaEvaluator {
    #[inline]
    fn evaluate(&mut self, position: &Position, _: Ply) -> Score {
        evaluate::evaluate(position)
    }

    #[inline]
    fn quiet_order(&self, position: &Position, mv: Move) -> i32 {
        quiet_order::quiet_order(position, mv)
    }

    /// Everywhere: zugzwang is rare here, and null moves are usual in programs for this game
    /// (Winands 2004).
    #[inline]
    fn null_move(&self, position: &Position) -> Option<Position> {
        Some(position.with_side_to_move(!position.side_to_move()))
    }
}
