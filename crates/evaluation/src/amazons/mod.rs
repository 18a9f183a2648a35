//! The evaluator of the Game of the Amazons.
//!
//! | to learn | read |
//! |---|---|
//! | the static evaluation: territory and mobility | `evaluate.rs`, `territory.rs`, `weights.rs` |
//! | games decided by counting moves | `filling.rs`, `region.rs` |
//! | the order of moves | `quiet_order.rs` |

pub mod evaluate;
pub mod filling;
pub mod quiet_order;
pub mod region;
pub mod territory;
pub mod view;
mod weights;

use crate::source_hash;
use games::Game;
use games::amazons::{Move, Position};
use search::{Evaluator, Ply, Score};

pub use view::View;

/// Units of the score for one logit of the result.
pub const UNITS_PER_LOGIT: i32 = 100;

/// A number that changes with the evaluator, as that of checkers does.
pub const EVALUATION_IDENTITY: u64 = source_hash::of_files([
    include_bytes!("evaluate.rs"),
    include_bytes!("filling.rs"),
    include_bytes!("region.rs"),
    include_bytes!("territory.rs"),
    include_bytes!("view.rs"),
    include_bytes!("weights.rs"),
]);

/// Territory and mobility, after Lieberum 2005: `evaluate.rs`.
#[derive(Clone, Copy, Debug, Default)]
pub struct AmazonsEvaluator;

impl Evaluator<Position> for AmazonsEvaluator {
    #[inline]
    fn evaluate(&mut self, position: &Position, _: Ply) -> Score {
        evaluate::evaluate(position)
    }

    /// Games in which the sides are separated are decided by counting moves.
    #[inline]
    fn recognize(&self, position: &Position) -> Option<Score> {
        evaluate::recognize(View::of(position))
    }

    #[inline]
    fn quiet_order(&self, position: &Position, mv: Move) -> i32 {
        quiet_order::quiet_order(position, mv)
    }

    #[inline]
    fn null_move(&self, position: &Position) -> Option<Position> {
        evaluate::is_contested(View::of(position))
            .then(|| position.with_side_to_move(!position.side_to_move()))
    }
}
