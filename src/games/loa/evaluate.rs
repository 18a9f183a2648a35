//! The evaluation.
use crate::game::Score;
use crate::games::loa::position::Position;

/// The value of the position for the side to move.
#[inline]
pub fn evaluate(position: &Position) -> Score {
    let tally = position.lines().tally();
    let side = position.side_to_move();
    Score::judged(tally.mobility(side) as i32 - tally.mobility(!side) as i32)
}
