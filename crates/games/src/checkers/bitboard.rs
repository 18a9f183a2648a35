//! Sets of dark squares, one bit each, and the four diagonal steps of a whole set at once.
//!
//! The numbering of `square.rs` makes every step a rotation of the 32 bits; pieces that would
//! leave the board are masked out first.

use crate::board::set_operators;
use crate::checkers::square::Square;
use std::fmt;

/// A set of dark squares.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(u32);

/// One of the four diagonal directions. White's men move north, Black's south.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagonal {
    /// Towards row 8 and column h.
    NorthEast,
    /// Towards row 8 and column a.
    NorthWest,
    /// Towards row 1 and column h.
    SouthEast,
    /// Towards row 1 and column a.
    SouthWest,
}

impl Diagonal {
    /// The four directions, in the order of their two-bit codes.
    pub const ALL: [Diagonal; 4] =
        [Diagonal::NorthEast, Diagonal::NorthWest, Diagonal::SouthEast, Diagonal::SouthWest];

    /// The direction of the way back.
    #[inline]
    pub const fn reversed(self) -> Self {
        Self::ALL[3 - self as usize]
    }

    /// Added to the bit of a square by a step, modulo 32.
    #[inline(always)]
    const fn offset(self) -> u32 {
        match self {
            Diagonal::NorthEast => 1,
            Diagonal::NorthWest => 7,
            Diagonal::SouthEast => 32 - 7,
            Diagonal::SouthWest => 32 - 1,
        }
    }

    /// Change of column and row.
    const fn delta(self) -> (i32, i32) {
        match self {
            Diagonal::NorthEast => (1, 1),
            Diagonal::NorthWest => (-1, 1),
            Diagonal::SouthEast => (1, -1),
            Diagonal::SouthWest => (-1, -1),
        }
    }
}

impl Square {
    /// The next square in `direction`, which must be on the board.
    #[inline(always)]
    pub const fn beside(self, direction: Diagonal) -> Self {
        Square::from_bit(self.index() as u32 + direction.offset())
    }
}

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 32 dark squares.
    pub const ALL: Bitboard = Bitboard(u32::MAX);

    /// The squares of one row, counted from 0 for row 1.
    pub const fn rank(rank: i32) -> Self {
        let mut bits = 0;
        let mut file = 0;
        while file < 8 {
            if let Some(square) = Square::at(file, rank) {
                bits |= 1 << square.index();
            }
            file += 1;
        }
        Bitboard(bits)
    }

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Bitboard(1 << square.index())
    }

    /// The squares with these names, for constants.
    ///
    /// # Panics
    /// On a name of no dark square: an error of the compiler in a constant.
    pub const fn named<const N: usize>(names: [&str; N]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < N {
            let name = names[i].as_bytes();
            match Square::at(name[0] as i32 - b'a' as i32, name[1] as i32 - b'1' as i32) {
                Some(square) => bits |= 1 << square.index(),
                None => panic!("not a dark square"),
            }
            i += 1;
        }
        Bitboard(bits)
    }

    /// The square of a set of one; the lowest square of a larger set.
    #[inline(always)]
    pub const fn only(self) -> Square {
        Square::from_bit(self.0.trailing_zeros())
    }

    /// The set as a number: bit `i` stands for the square of index `i`.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The inverse of [`Bitboard::bits`].
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Bitboard(bits)
    }

    /// Is the set empty?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is the set not empty?
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Is `square` in the set?
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Number of squares in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Sum of the counts of two sets; faster than two counts where the processor has no instruction
    /// for it.
    #[inline]
    pub const fn count_both(self, other: Bitboard) -> u32 {
        (self.0 as u64 | (other.0 as u64) << 32).count_ones()
    }

    /// Every piece of the set one step on; those at the edge drop out.
    #[inline(always)]
    pub const fn step(self, direction: Diagonal) -> Self {
        let inside = self.0 & CAN_STEP[direction as usize];
        Bitboard(inside.rotate_left(direction.offset()))
    }

    /// The set after the board is turned by half a turn: White's point of view becomes Black's.
    #[inline]
    pub const fn turned(self) -> Self {
        Bitboard(self.0.reverse_bits().rotate_left(8))
    }
}

/// For each direction, the squares from which a step stays on the board.
const CAN_STEP: [u32; 4] = {
    let mut masks = [0; 4];
    let mut d = 0;
    while d < 4 {
        let (east, north) = Diagonal::ALL[d].delta();
        let mut bit = 0;
        while bit < 32 {
            let square = Square::from_bit(bit);
            if Square::at(square.file() + east, square.rank() + north).is_some() {
                masks[d] |= 1 << bit;
            }
            bit += 1;
        }
        d += 1;
    }
    masks
};

set_operators!(Bitboard, Square);

impl Iterator for Bitboard {
    type Item = Square;

    /// Takes the lowest square out of the set.
    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(Square::from_bit(bit))
    }
}

impl fmt::Debug for Bitboard {
    /// The picture of the set: `x` for its squares, `.` for the rest, row 8 first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let member = Square::at(file, rank).is_some_and(|square| self.has(square));
                f.write_str(if member { "x" } else { "." })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_moves_by_one_column_and_one_row_or_drops_out() {
        for direction in Diagonal::ALL {
            let (east, north) = direction.delta();
            for square in Square::all() {
                let expected: Bitboard =
                    Square::at(square.file() + east, square.rank() + north).into_iter().collect();
                assert_eq!(Bitboard::of(square).step(direction), expected);
            }
            let back = Bitboard::ALL.step(direction).step(direction.reversed());
            assert_eq!(back, back & Bitboard::ALL);
            assert_eq!(direction.reversed().reversed(), direction);
        }
    }

    #[test]
    fn half_a_turn_sends_each_square_to_its_opposite() {
        for square in Square::all() {
            let opposite = Square::from_number(33 - square.number()).expect("1 to 32");
            assert_eq!(square.opposite(), opposite);
            assert_eq!(Bitboard::of(square).turned(), Bitboard::of(opposite));
        }
    }

    #[test]
    fn a_set_iterates_over_its_squares_and_counts_them() {
        let set = Bitboard::named(["a1", "h8", "d4"]);
        assert_eq!(set.count(), 3);
        assert_eq!(set.collect::<Bitboard>(), set);
        assert_eq!(set.count_both(Bitboard::rank(0)), 7);
        assert!(set.has(Square::from_name("d4").expect("a dark square")));
        assert_eq!((set - Bitboard::rank(0)).count(), 2);
    }
}
