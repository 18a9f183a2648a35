//! Squares of the board, and sets of them in one machine word.
//!
//! `board::SquareSet` has 128 bits for boards of up to 100 squares. Here 64 are enough, and every
//! node of a search tests whether a side is connected. On 40,000 sets from games the test of
//! `connectivity.rs` took 14 ns with one word and 21 with two; the Euler number, mostly counting
//! bits, 40 and 100.
//!
//! a1 is bit 0, b1 bit 1, a2 bit 8.

use crate::board;
use crate::board::{Direction, set_operators};
use std::fmt;

/// Files and ranks of the board.
pub const SIZE: usize = 8;

/// A square of the board of eight by eight.
pub type Square = board::Square<SIZE>;

/// A set of squares of the board of eight by eight.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SquareSet(u64);

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << (SIZE - 1);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);
    /// The whole board.
    pub const ALL: SquareSet = SquareSet(u64::MAX);

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        SquareSet(1 << square.index())
    }

    /// The squares of one column, counted from 0.
    pub const fn file(file: usize) -> Self {
        SquareSet(FILE_A << file)
    }

    /// The squares of one row, counted from 0.
    pub const fn rank(rank: usize) -> Self {
        SquareSet(0xFF << (SIZE * rank))
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
        SquareSet(self.0 | 1 << square.index())
    }

    /// The set without the square.
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Self {
        SquareSet(self.0 & !(1 << square.index()))
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
        SquareSet(self.0 & self.0.wrapping_neg())
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
        SquareSet(if by > 0 { inside << by } else { inside >> -by })
    }

    /// The set and all squares one step from it, in any of the eight directions.
    #[inline(always)]
    #[must_use]
    pub const fn grown(self) -> Self {
        let row = self.0 | (self.0 & !FILE_H) << 1 | (self.0 & !FILE_A) >> 1;
        SquareSet(row | row << SIZE | row >> SIZE)
    }

    /// The squares that have a neighbor in the set.
    #[inline(always)]
    #[must_use]
    pub const fn around(self) -> Self {
        let beside = (self.0 & !FILE_H) << 1 | (self.0 & !FILE_A) >> 1;
        let row = beside | self.0;
        SquareSet(beside | row << SIZE | row >> SIZE)
    }
}

set_operators!(SquareSet, Square);

impl Iterator for SquareSet {
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

impl fmt::Debug for SquareSet {
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
            let set = SquareSet(bits & more);
            for direction in Direction::ALL {
                let stepped: SquareSet = set.filter_map(|square| square.step(direction)).collect();
                prop_assert_eq!(set.shifted(direction), stepped);
            }
            let beside = Direction::ALL.map(|direction| set.shifted(direction));
            let beside = beside.into_iter().fold(SquareSet::EMPTY, |set, more| set | more);
            prop_assert_eq!(set.around(), beside);
            prop_assert_eq!(set.grown(), beside | set);
            prop_assert_eq!(set.collect::<SquareSet>(), set);
            prop_assert_eq!(Iterator::count(set) as u32, SquareSet::count(set));
            prop_assert_eq!(set.lowest(), set.take(1).collect::<SquareSet>());
            prop_assert_eq!((set | !set, set & !set), (SquareSet::ALL, SquareSet::EMPTY));
        }
    }

    #[test]
    fn columns_and_rows_are_what_their_names_say() {
        for square in Square::all() {
            assert!(SquareSet::file(square.file()).has(square));
            assert!(SquareSet::rank(square.rank()).has(square));
        }
        assert!(SquareSet::EMPTY.lowest().is_empty());
    }
}
