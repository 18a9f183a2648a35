//! A move: where a piece stood and where it comes to stand. What it captures follows from the
//! board (`captures.rs`).

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

    /// Where the piece stood.
    #[inline]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where the piece comes to stand.
    #[inline]
    pub const fn to(self) -> Square {
        self.to
    }
}
