//! Squares of an N by N board, numbered row by row from a1: `rank * N + file`.
//!
//! For games that use the whole board. Checkers plays on half of one and has squares of its own.

use crate::board::direction::Direction;
use std::fmt;

/// A square of a board with N files and N ranks; N is at most 10.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square<const N: usize>(u8);

impl<const N: usize> Square<N> {
    /// Number of squares.
    pub const COUNT: usize = N * N;

    /// The square in column `file` and row `rank`, both from 0; `None` if it is off the board.
    pub const fn at(file: usize, rank: usize) -> Option<Self> {
        if file < N && rank < N { Some(Square((rank * N + file) as u8)) } else { None }
    }

    /// The square with this index, which must be below [`Square::COUNT`].
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        debug_assert!(index < Self::COUNT);
        Square(index as u8)
    }

    /// The square's number, below [`Square::COUNT`]: an index into tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, from 0.
    #[inline]
    pub const fn file(self) -> usize {
        self.index() % N
    }

    /// The row, from 0.
    #[inline]
    pub const fn rank(self) -> usize {
        self.index() / N
    }

    /// The neighbor in a direction, if there is one.
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let file = self.file() as i32 + direction.files();
        let rank = self.rank() as i32 + direction.ranks();
        // A negative number wraps to one far off the board.
        Self::at(file as usize, rank as usize)
    }

    /// All squares, a1 first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..Self::COUNT).map(Self::from_index)
    }

    /// Reads a name such as `c7` or `j10`, in either case; `None` if it names no square.
    pub fn from_name(name: &str) -> Option<Self> {
        let letter = name.chars().next()?.to_ascii_lowercase();
        let digits = name.get(letter.len_utf8()..)?;
        if !letter.is_ascii_lowercase() || digits.starts_with(['0', '+']) {
            return None;
        }
        let rank = digits.parse::<usize>().ok()?.checked_sub(1)?;
        Self::at(usize::from(letter as u8 - b'a'), rank)
    }
}

impl<const N: usize> fmt::Display for Square<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file() as u8), self.rank() + 1)
    }
}

impl<const N: usize> fmt::Debug for Square<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The name of a square, such as `c3`; file and row count from 0.
pub fn square_name(file: usize, row: usize) -> String {
    format!("{}{}", char::from(b'a' + (file % 26) as u8), row + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_name_is_read_back<const N: usize>() {
        for (index, square) in Square::<N>::all().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::at(square.file(), square.rank()), Some(square));
            assert_eq!(Square::from_name(&square.to_string()), Some(square));
        }
    }

    #[test]
    fn names_and_numbers_agree_on_each_board() {
        every_name_is_read_back::<8>();
        every_name_is_read_back::<9>();
        every_name_is_read_back::<10>();
        assert_eq!(Square::<10>::from_name("J10").map(Square::index), Some(99));
    }

    #[test]
    fn what_names_no_square_is_refused() {
        for name in ["", "a", "a0", "a9", "i1", "1a", "a01", "a+1", "a1 ", "ä1", "aa1", "{1"] {
            assert_eq!(Square::<8>::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn a_step_and_the_opposite_step_meet() {
        for square in Square::<9>::all() {
            for direction in Direction::ALL {
                if let Some(next) = square.step(direction) {
                    assert_eq!(next.step(direction.opposite()), Some(square));
                }
            }
        }
        assert_eq!(Square::<8>::from_name("a1").and_then(|a1| a1.step(Direction::West)), None);
        assert_eq!(Square::<8>::from_name("h8").and_then(|h8| h8.step(Direction::North)), None);
    }
}
