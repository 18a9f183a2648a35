//! The end of the game.
//!
//! "The game ends when one side's pieces are contiguous [...]. If a move causes both sides' pieces
//! to be contiguous, the winner is the side that made that move."

use crate::game::{Game, Outcome};
use crate::loa::connectivity::is_contiguous;
use crate::loa::position::Position;

/// The result for the side to move. Its opponent has made the last move, and wins if its pieces are
/// contiguous, even if both sides' are; a position that was set up is treated in the same way.
#[inline]
pub fn outcome(position: &Position) -> Option<Outcome> {
    let mover = position.side_to_move();
    if is_contiguous(position.pieces(!mover)) {
        Some(Outcome::Loss)
    } else if is_contiguous(position.pieces(mover)) {
        Some(Outcome::Win)
    } else {
        None
    }
}
