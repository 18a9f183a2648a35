//! The evaluator of Lines of Action.

pub mod evaluate;
pub mod quiet_order;
mod weights;

use crate::source_hash;
use games::Game;
use games::loa::{Move, Position};
use search::{Evaluator, Ply, Score};

/// Units of the score for one logit of the result.
pub const UNITS_PER_LOGIT: i32 = 100;

/// A number that changes with the evaluator, as that of checkers does.
pub const EVALUATION_IDENTITY: u64 =
    source_hash::of_files([include_bytes!("evaluate.rs"), include_bytes!("weights.rs")]);

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
