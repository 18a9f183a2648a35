//! Squares of the board, and sets of them in one machine word.
//!
//! `board::SquareSet` has 128 bits for boards of up to 100 squares. Here 64 are enough, and every
//! node of a search tests whether a side is connected. On 40,000 sets from games the test of
//! `connectivity.rs` took 14 ns with one word and 21 with two; the Euler number, mostly counting
//! bits, 40 and 100.
//!
//! a1 is bit 0, b1 bit 1, a2 bit 8. `a - b` is what is in `a` and not in `b`.

use crate::board;
use crate::board::Direction;
use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};

/// Files and ranks of the board.
pub const SIZE: usize = 8;

/// A square of the board of eight by eight.
pub type Square = board::Square<SIZE>;

/// A set of squares.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Squares(u64);

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << (SIZE - 1);

impl Squares {
    /// No square.
    pub const EMPTY: Squares = Squares(0);
    /// The whole board.
    pub const ALL: Squares = Squares(u64::MAX);

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Squares(1 << square.index())
    }

    /// The squares of one column, counted from 0.
    pub const fn file(file: usize) -> Self {
        Squares(FILE_A << file)
    }

    /// The squares of one row, counted from 0.
    pub const fn rank(rank: usize) -> Self {
        Squares(0xFF << (SIZE * rank))
    }

    /// Is the square in the set?
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The set with the square.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Squares(self.0 | 1 << square.index())
    }

    /// The set without the square.
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Self {
        Squares(self.0 & !(1 << square.index()))
    }

    /// Is the set empty?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of squares in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The set of the lowest square alone; empty for the empty set.
    #[inline]
    #[must_use]
    pub const fn lowest(self) -> Self {
        Squares(self.0 & self.0.wrapping_neg())
    }

    /// Every square one step on; those that would leave the board are dropped.
    #[inline(always)]
    #[must_use]
    pub const fn shifted(self, direction: Direction) -> Self {
        let inside = match direction.files() {
            1 => self.0 & !FILE_H,
            -1 => self.0 & !FILE_A,
            _ => self.0,
        };
        let by = direction.ranks() * SIZE as i32 + direction.files();
        Squares(if by > 0 { inside << by } else { inside >> -by })
    }

    /// The set and all squares one step from it, in any of the eight directions.
    #[inline(always)]
    #[must_use]
    pub const fn grown(self) -> Self {
        let row = self.0 | (self.0 & !FILE_H) << 1 | (self.0 & !FILE_A) >> 1;
        Squares(row | row << SIZE | row >> SIZE)
    }

    /// The squares that have a neighbor in the set.
    #[inline(always)]
    #[must_use]
    pub const fn around(self) -> Self {
        let beside = (self.0 & !FILE_H) << 1 | (self.0 & !FILE_A) >> 1;
        let row = beside | self.0;
        Squares(beside | row << SIZE | row >> SIZE)
    }
}

impl Iterator for Squares {
    type Item = Square;

    /// Takes the square of lowest number out of the set.
    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let first = Square::from_index(self.0.trailing_zeros() as usize);
        self.0 &= self.0 - 1;
        Some(first)
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Squares::EMPTY, Squares::with)
    }
}

impl BitAnd for Squares {
    type Output = Squares;
    #[inline]
    fn bitand(self, other: Squares) -> Squares {
        Squares(self.0 & other.0)
    }
}

impl BitOr for Squares {
    type Output = Squares;
    #[inline]
    fn bitor(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }
}

impl BitXor for Squares {
    type Output = Squares;
    #[inline]
    fn bitxor(self, other: Squares) -> Squares {
        Squares(self.0 ^ other.0)
    }
}

impl Sub for Squares {
    type Output = Squares;
    #[inline]
    fn sub(self, other: Squares) -> Squares {
        Squares(self.0 & !other.0)
    }
}

impl Not for Squares {
    type Output = Squares;
    #[inline]
    fn not(self) -> Squares {
        Squares(!self.0)
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, prop_assert_eq, proptest};

    proptest! {
        #[test]
        fn sets_do_what_their_squares_do(bits in any::<u64>(), more in any::<u64>()) {
            let set = Squares(bits & more);
            for direction in Direction::ALL {
                let stepped: Squares = set.filter_map(|square| square.step(direction)).collect();
                prop_assert_eq!(set.shifted(direction), stepped);
            }
            let beside = Direction::ALL.map(|direction| set.shifted(direction));
            let beside = beside.into_iter().fold(Squares::EMPTY, BitOr::bitor);
            prop_assert_eq!(set.around(), beside);
            prop_assert_eq!(set.grown(), beside | set);
            prop_assert_eq!(set.collect::<Squares>(), set);
            prop_assert_eq!(Iterator::count(set) as u32, Squares::count(set));
            prop_assert_eq!(set.lowest(), set.take(1).collect::<Squares>());
            prop_assert_eq!((set | !set, set & !set), (Squares::ALL, Squares::EMPTY));
        }
    }

    #[test]
    fn columns_and_rows_are_what_their_names_say() {
        for square in Square::all() {
            assert!(Squares::file(square.file()).has(square));
            assert!(Squares::rank(square.rank()).has(square));
        }
        assert!(Squares::EMPTY.lowest().is_empty());
    }
}
