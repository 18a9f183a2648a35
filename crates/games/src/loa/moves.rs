//! One turn: a piece moves from one square to another, or the side passes.

use crate::loa::squares::Square;

/// A turn. It captures if an enemy stands on the target, which only the board shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The turn of a side that has no move.
    Pass,
    /// A piece moves from one square to another.
    Piece {
        /// The square that the piece leaves.
        from: Square,
        /// The square on which it ends.
        to: Square,
    },
}

impl Move {
    /// The turn of a side that has no move.
    pub const PASS: Move = Move::Pass;

    /// Start and end of the move; `None` for a pass.
    #[inline]
    pub const fn ends(self) -> Option<(Square, Square)> {
        match self {
            Move::Pass => None,
            Move::Piece { from, to } => Some((from, to)),
        }
    }
}
