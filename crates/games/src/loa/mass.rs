//! The center of mass of a side's pieces and how far they spread around it, from their number and
//! the sums of their coordinates, which are updated incrementally.

use crate::loa::squares::Square;

/// Number and summed coordinates of the pieces of one side; files and ranks count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mass {
    pieces: u16,
    files: u16,
    ranks: u16,
    /// The sum of file squared plus rank squared: at most 64 x 98.
    squares: u16,
}

impl Mass {
    /// No piece.
    pub const NONE: Mass = Mass { pieces: 0, files: 0, ranks: 0, squares: 0 };

    /// Number of pieces.
    #[inline]
    pub const fn pieces(self) -> i32 {
        self.pieces as i32
    }

    /// Adds a piece.
    #[inline(always)]
    pub fn put(&mut self, square: Square) {
        self.pieces += 1;
        self.files += square.file() as u16;
        self.ranks += square.rank() as u16;
        self.squares += square_of_place(square);
    }

    /// Removes a piece.
    #[inline(always)]
    pub fn lift(&mut self, square: Square) {
        self.pieces -= 1;
        self.files -= square.file() as u16;
        self.ranks -= square.rank() as u16;
        self.squares -= square_of_place(square);
    }

    /// Distance of a square from the center of mass in king's steps, multiplied by the number of
    /// pieces: an integer, without a division.
    #[inline(always)]
    pub fn distance(self, square: Square) -> i32 {
        let files = square.file() as i32 * self.pieces() - i32::from(self.files);
        let ranks = square.rank() as i32 * self.pieces() - i32::from(self.ranks);
        files.abs().max(ranks.abs())
    }

    /// The sum of the squared Euclidean distances of all pieces from the center of mass, multiplied
    /// by the number of pieces.
    #[inline]
    pub fn inertia(self) -> i32 {
        let (files, ranks) = (i32::from(self.files), i32::from(self.ranks));
        self.pieces() * i32::from(self.squares) - files * files - ranks * ranks
    }
}

#[inline(always)]
fn square_of_place(square: Square) -> u16 {
    (square.file() * square.file() + square.rank() * square.rank()) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loa::squares::SquareSet;
    use proptest::prelude::{any, prop_assert, proptest};

    fn mass_of(set: SquareSet) -> Mass {
        let mut mass = Mass::NONE;
        set.for_each(|square| mass.put(square));
        mass
    }

    proptest! {
        #[test]
        fn distances_are_those_from_the_center_of_mass(one in any::<u64>(), two in any::<u64>()) {
            let set: SquareSet = Square::all().filter(|square| one >> square.index() & two >> square.index() & 1 != 0).collect();
            let mass = mass_of(set);
            let pieces = f64::from(mass.pieces());
            let sum = |of: fn(Square) -> usize| set.map(|square| of(square) as f64).sum::<f64>();
            let center = |of| sum(of) / pieces;
            let (file, rank) = (center(|square| square.file()), center(|square| square.rank()));
            let mut inertia = 0.0;
            for square in set {
                let (x, y) = (square.file() as f64 - file, square.rank() as f64 - rank);
                inertia += x * x + y * y;
                let steps = x.abs().max(y.abs());
                prop_assert!((f64::from(mass.distance(square)) - steps * pieces).abs() < 1e-6);
            }
            prop_assert!((f64::from(mass.inertia()) - inertia * pieces).abs() < 1e-6);
        }
    }

    #[test]
    fn what_is_put_and_lifted_leaves_nothing() {
        let mut mass = mass_of(SquareSet::ALL);
        assert_eq!(mass.pieces(), 64);
        SquareSet::ALL.for_each(|square| mass.lift(square));
        assert_eq!(mass, Mass::NONE);
        assert_eq!((mass.inertia(), mass.distance(Square::from_index(63))), (0, 0));
    }
}
