//! A move: the square a piece leaves and the one on which it ends. What it captures follows from
//! the board (`captures.rs`).

use crate::tablut::squares::Square;

/// A move of one piece along its row or column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    from: Square,
    to: Square,
}

impl Move {
    /// The move of the piece on `from` to `to`, legal or not.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Move { from, to }
    }

    /// The square that the piece leaves.
    #[inline]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The square on which the piece ends.
    #[inline]
    pub const fn to(self) -> Square {
        self.to
    }
}
