//! Sets of squares of an N by N board, one bit for each square.

use crate::board::direction::Direction;
use crate::board::set_operators::set_operators;
use crate::board::square::Square;
use std::fmt;

/// A set of squares.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SquareSet<const N: usize>(u128);

impl<const N: usize> SquareSet<N> {
    /// No square.
    pub const EMPTY: Self = SquareSet(0);
    /// The whole board.
    pub const ALL: Self = SquareSet((1 << (N * N)) - 1);
    /// The squares with fewer than eight neighbors.
    pub const EDGE: Self = Self::edge();
    const FIRST_FILE: u128 = Self::first_file();
    const LAST_FILE: u128 = Self::FIRST_FILE << (N - 1);

    const fn first_file() -> u128 {
        let mut bits = 0;
        let mut rank = 0;
        while rank < N {
            bits |= 1 << (rank * N);
            rank += 1;
        }
        bits
    }

    const fn edge() -> Self {
        let first_rank = (1u128 << N) - 1;
        let last_rank = first_rank << (N * (N - 1));
        SquareSet(Self::FIRST_FILE | Self::LAST_FILE | first_rank | last_rank)
    }

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square<N>) -> Self {
        SquareSet(1 << square.index())
    }

    /// Is the square in the set?
    #[inline]
    pub const fn has(self, square: Square<N>) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The set with the square.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square<N>) -> Self {
        SquareSet(self.0 | 1 << square.index())
    }

    /// The set without the square.
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square<N>) -> Self {
        SquareSet(self.0 & !(1 << square.index()))
    }

    /// Is the set empty?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Do the sets have a square in common?
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Number of squares in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The square of lowest number, if there is one.
    #[inline]
    pub const fn first(self) -> Option<Square<N>> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.trailing_zeros() as usize)) }
    }

    /// The square of highest number, if there is one.
    #[inline]
    pub const fn last(self) -> Option<Square<N>> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.ilog2() as usize)) }
    }

    /// Every square moved one step; those that would leave the board are dropped.
    #[inline]
    #[must_use]
    pub const fn shifted(self, direction: Direction) -> Self {
        let inside = match direction.files() {
            1 => self.0 & !Self::LAST_FILE,
            -1 => self.0 & !Self::FIRST_FILE,
            _ => self.0,
        };
        let by = direction.ranks() * N as i32 + direction.files();
        let moved = if by > 0 { inside << by } else { inside >> -by };
        SquareSet(moved & Self::ALL.0)
    }

    /// The set and all squares one step from it, in any of the eight directions.
    #[inline]
    #[must_use]
    pub const fn grown(self) -> Self {
        let row = self.0 | self.shifted(Direction::East).0 | self.shifted(Direction::West).0;
        let row = SquareSet::<N>(row);
        SquareSet(row.0 | row.shifted(Direction::North).0 | row.shifted(Direction::South).0)
    }
}

set_operators!(SquareSet<const N: usize>, Square<N>);

/// The squares of a set, lowest number first.
#[derive(Clone, Debug)]
pub struct SquareSetIter<const N: usize>(SquareSet<N>);

impl<const N: usize> Iterator for SquareSetIter<N> {
    type Item = Square<N>;

    #[inline]
    fn next(&mut self) -> Option<Square<N>> {
        let first = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(first)
    }
}

impl<const N: usize> IntoIterator for SquareSet<N> {
    type Item = Square<N>;
    type IntoIter = SquareSetIter<N>;

    #[inline]
    fn into_iter(self) -> SquareSetIter<N> {
        SquareSetIter(self)
    }
}

impl<const N: usize> fmt::Debug for SquareSet<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, proptest};

    fn set<const N: usize>(bits: u128) -> SquareSet<N> {
        SquareSet(bits & SquareSet::<N>::ALL.0)
    }

    /// A shift is the step of every square.
    fn shifts_as_squares_step<const N: usize>(bits: u128) {
        let set = set::<N>(bits);
        for direction in Direction::ALL {
            let stepped = set.into_iter().filter_map(|square| square.step(direction)).collect();
            assert_eq!(set.shifted(direction), stepped, "{direction:?}");
        }
        let neighbors = Direction::ALL.map(|direction| set.shifted(direction));
        assert_eq!(set.grown(), neighbors.into_iter().fold(set, |set, more| set | more));
        assert_eq!(set.into_iter().count(), set.count() as usize);
        assert_eq!(set.into_iter().next(), set.first());
        assert_eq!(set.into_iter().last(), set.last());
        assert_eq!((set | !set, set & !set), (SquareSet::ALL, SquareSet::EMPTY));
    }

    proptest! {
        #[test]
        fn sets_do_what_their_squares_do(bits in any::<u128>()) {
            shifts_as_squares_step::<8>(bits);
            shifts_as_squares_step::<9>(bits);
            shifts_as_squares_step::<10>(bits);
        }
    }

    #[test]
    fn the_edge_is_where_a_neighbor_is_missing() {
        for square in Square::<9>::all() {
            let neighbors = Direction::ALL.into_iter().filter_map(|way| square.step(way)).count();
            assert_eq!(SquareSet::EDGE.has(square), neighbors < 8, "{square}");
        }
    }
}
