//! The squares of the Amazons board, and sets of them: those of `board/`, ten by ten.

use crate::board;
use crate::games::amazons::rules::SIZE;

/// A square of the board.
pub type Square = board::Square<SIZE>;

/// A set of squares of the board.
pub type SquareSet = board::SquareSet<SIZE>;
