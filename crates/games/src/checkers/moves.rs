//! One whole turn: a step, or a sequence of jumps with its route.
//!
//! A move contains its route, so that it can be written, compared and replayed without the board,
//! and so that two routes with the same result are two moves.
//!
//! Eight bytes suffice: five bits for each end, two bits for the direction of each jump, and the
//! set of captured squares. No sequence has more than nine jumps: jumping keeps a piece within a
//! lattice of 4 x 4 squares, of one color of which it can reach eight; the nine cells between
//! the lattice's squares each hold one piece to capture, and a captured piece is gone.

use crate::checkers::bitboard::{Bitboard, Diagonal};
use crate::checkers::square::Square;
use arrayvec::ArrayVec;

/// Jumps of the longest possible sequence.
pub const MAX_JUMPS: usize = 9;

/// The squares a move touches, start and end included.
pub type MoveSquares = ArrayVec<Square, { MAX_JUMPS + 1 }>;

/// A step or a sequence of jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    captured: Bitboard,
    /// Bits 0-4: start; 5-9: end; then two bits for each jump, the first lowest.
    ends_and_route: u32,
}

/// A sequence of jumps on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Route {
    captured: Bitboard,
    /// As in [`Move`], the end still missing.
    start_and_route: u32,
    /// The bit at which the next direction begins.
    shift: u32,
}

impl Route {
    /// A route without a jump yet.
    #[inline(always)]
    pub(super) const fn starting(from: Square) -> Self {
        Route { captured: Bitboard::EMPTY, start_and_route: from.index() as u32, shift: 10 }
    }

    /// The squares of the pieces captured so far.
    #[inline(always)]
    pub(super) const fn captured(self) -> Bitboard {
        self.captured
    }

    /// The route with one more jump, over the piece on `over`.
    #[inline(always)]
    pub(super) fn then(self, direction: Diagonal, over: Bitboard) -> Self {
        Route {
            captured: self.captured | over,
            start_and_route: self.start_and_route | (direction as u32) << self.shift,
            shift: self.shift + 2,
        }
    }

    /// The move that ends at `to`.
    #[inline(always)]
    pub(super) const fn ending(self, to: Square) -> Move {
        let ends_and_route = self.start_and_route | (to.index() as u32) << 5;
        Move { captured: self.captured, ends_and_route }
    }
}

impl Move {
    /// A move without a capture.
    #[inline]
    pub(super) fn step(from: Square, to: Square) -> Self {
        Route::starting(from).ending(to)
    }

    /// The square that the piece leaves.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_bit(self.ends_and_route)
    }

    /// The square on which the piece ends.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_bit(self.ends_and_route >> 5)
    }

    /// The squares of the captured pieces.
    #[inline]
    pub const fn captured(self) -> Bitboard {
        self.captured
    }

    /// Does the move capture?
    #[inline]
    pub const fn is_jump(self) -> bool {
        self.captured.any()
    }

    /// The squares the piece touches in order: two for a step, one more than the jumps for a
    /// sequence.
    pub fn squares(self) -> MoveSquares {
        let mut squares = MoveSquares::new();
        squares.push(self.from());
        if !self.is_jump() {
            squares.push(self.to());
            return squares;
        }
        let mut at = Bitboard::of(self.from());
        for jump in 0..self.captured.count() {
            let code = self.ends_and_route >> (10 + 2 * jump) & 3;
            let direction = Diagonal::ALL[code as usize];
            at = at.step(direction).step(direction);
            squares.extend(at);
        }
        squares
    }
}
