//! Order of moves.
use crate::games::loa::moves::Move;
use crate::games::loa::position::Position;

/// gain
pub fn gain(position: &Position, mv: Move) -> i32 {
    i32::from(position.captures(mv))
}
