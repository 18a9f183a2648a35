//! One turn: a piece goes from one square to another, or there is nothing to play.

use crate::loa::squares::Square;

/// A turn. Whether it captures, the board tells: it does if an enemy stands on the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The turn of a side that has no move.
    Pass,
    /// A piece goes from the first square to the second.
    Piece {
        /// Where the piece stands.
        from: Square,
        /// Where it will stand.
        to: Square,
    },
}

impl Move {
    /// The turn of a side that has no move.
    pub const PASS: Move = Move::Pass;

    /// Where the piece comes from and goes to; none for a pass.
    #[inline]
    pub const fn ends(self) -> Option<(Square, Square)> {
        match self {
            Move::Pass => None,
            Move::Piece { from, to } => Some((from, to)),
        }
    }
}
