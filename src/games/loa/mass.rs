//! Where the pieces of a side lie on the whole: their number and the sums of their places, kept in
//! step with the pieces, so that the center of mass is known wherever it is asked for.

use crate::games::loa::squares::Square;

/// Number and summed coordinates of the pieces of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mass {
    pieces: u16,
    files: u16,
    ranks: u16,
}

impl Mass {
    /// No piece.
    pub const NONE: Mass = Mass { pieces: 0, files: 0, ranks: 0 };

    /// How many pieces there are.
    #[inline]
    pub const fn pieces(self) -> u32 {
        self.pieces as u32
    }

    /// Notes one piece more.
    #[inline(always)]
    pub fn put(&mut self, square: Square) {
        self.pieces += 1;
        self.files += square.file() as u16;
        self.ranks += square.rank() as u16;
    }

    /// Notes one piece less, which stood on `square`.
    #[inline(always)]
    pub fn lift(&mut self, square: Square) {
        self.pieces -= 1;
        self.files -= square.file() as u16;
        self.ranks -= square.rank() as u16;
    }

    /// How far from the center of mass a square is
    #[inline(always)]
    pub fn distance(self, square: Square) -> i32 {
        let along =
            |place: usize, sum: u16| (place as i32 * i32::from(self.pieces) - i32::from(sum)).abs();
        along(square.file(), self.files).max(along(square.rank(), self.ranks))
    }

    /// sums
    #[inline]
    pub const fn sums(self) -> (i32, i32, i32) {
        (self.pieces as i32, self.files as i32, self.ranks as i32)
    }

    /// The square nearest to the center of mass; none without a piece.
    #[inline]
    pub fn center(self) -> Option<Square> {
        let twice = usize::from(2 * self.pieces);
        let nearest = |sum: u16| usize::from(2 * sum + self.pieces).checked_div(twice);
        Square::at(nearest(self.files)?, nearest(self.ranks)?)
    }
}
