//! The 32 dark squares, and how bits stand for them.
//!
//! A square's bit is `(4 * rank - 3 * file) mod 32`, ranks and files counted from 0. Then each of
//! the four diagonal steps adds the same number to the bit, wherever the piece stands, which the
//! usual row-by-row numbering cannot do:
//!
//! ```text
//!   8   . 25  . 19  . 13  .  7
//!   7  24  . 18  . 12  .  6  .
//!   6   . 17  . 11  .  5  . 31             +7    +1
//!   5  16  . 10  .  4  . 30  .               \  /
//!   4   .  9  .  3  . 29  . 23                X
//!   3   8  .  2  . 28  . 22  .               /  \
//!   2   .  1  . 27  . 21  . 15             -1    -7
//!   1   0  . 26  . 20  . 14  .
//!      a  b  c  d  e  f  g  h
//! ```
//!
//! Steps that would leave the board wrap around and are masked out (`bitboard.rs`). Rotated
//! bitboards are old among programmers of checkers; see the articles of Aart Bik.
//!
//! People number the squares from b8 = 1 to g1 = 32, row by row (portable draughts notation).

use std::fmt;

/// One of the 32 dark squares; the bit of a `Bitboard`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Number of squares.
    pub const COUNT: usize = 32;

    /// The square in column `file` and row `rank`, both from 0; `None` if it is off the board or
    /// light.
    pub const fn at(file: i32, rank: i32) -> Option<Self> {
        let on_board = 0 <= file && file < 8 && 0 <= rank && rank < 8;
        if on_board && (file + rank) % 2 == 0 {
            Some(Square((4 * rank - 3 * file).rem_euclid(32) as u8))
        } else {
            None
        }
    }

    /// The square of a bit index below 32.
    #[inline]
    pub const fn from_bit(bit: u32) -> Self {
        Square((bit % 32) as u8)
    }

    /// The bit index, below 32: an index into tables of [`Square::COUNT`] entries.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 % 32) as usize
    }

    /// The square with this number, 1 to 32, in portable draughts notation (PDN).
    pub const fn from_number(number: u32) -> Option<Self> {
        if number < 1 || number > 32 {
            return None;
        }
        let row_from_top = (number as i32 - 1) / 4;
        let rank = 7 - row_from_top;
        Self::at(2 * ((number as i32 - 1) % 4) + rank % 2, rank)
    }

    /// The square's number in portable draughts notation: b8 is 1, g1 is 32.
    pub const fn number(self) -> u32 {
        4 * (7 - self.rank() as u32) + self.file() as u32 / 2 + 1
    }

    /// The column, from 0 for `a` to 7 for `h`.
    pub const fn file(self) -> i32 {
        FILE_AND_RANK[self.index()].0 as i32
    }

    /// The row, from 0 for row 1 (White's) to 7 for row 8 (Black's).
    pub const fn rank(self) -> i32 {
        FILE_AND_RANK[self.index()].1 as i32
    }

    /// The square opposite: where this one is when the board is turned by half a turn.
    pub const fn opposite(self) -> Self {
        // 4 * 7 - 3 * 7 less the bit, modulo 32.
        Square((39 - self.0 % 32) % 32)
    }

    /// All squares in the order of their numbers: the top row from left to right first.
    pub fn all() -> impl Iterator<Item = Square> {
        (1..=Self::COUNT as u32).filter_map(Self::from_number)
    }

    /// Reads a lower-case name such as `c3`; `None` if it does not name a dark square.
    pub fn from_name(name: &str) -> Option<Self> {
        let [file, rank] = name.as_bytes() else { return None };
        Self::at(i32::from(*file) - i32::from(b'a'), i32::from(*rank) - i32::from(b'1'))
    }
}

/// Column and row of each bit.
const FILE_AND_RANK: [(u8, u8); Square::COUNT] = {
    let mut table = [(0, 0); Square::COUNT];
    let mut cell = 0;
    while cell < 64 {
        if let Some(square) = Square::at(cell % 8, cell / 8) {
            table[square.index()] = ((cell % 8) as u8, (cell / 8) as u8);
        }
        cell += 1;
    }
    table
};

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.file() as u8);
        write!(f, "{file}{}", self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_are_those_of_the_rules_page() {
        for (name, number) in
            [("b8", 1), ("h8", 4), ("a7", 5), ("a3", 21), ("a1", 29), ("g1", 32), ("d6", 10)]
        {
            let square = Square::from_name(name).expect("a dark square");
            assert_eq!(square.number(), number, "{name}");
            assert_eq!(Square::from_number(number), Some(square), "{name}");
            assert_eq!(square.to_string(), name);
        }
    }

    #[test]
    fn light_squares_and_nonsense_have_no_name() {
        for name in ["a2", "b1", "h7", "i1", "a9", "a0", "A1", "", "a", "a11", "é"] {
            assert_eq!(Square::from_name(name), None, "{name}");
        }
        assert_eq!(Square::from_number(0), None);
        assert_eq!(Square::from_number(33), None);
    }

    #[test]
    fn bits_follow_the_picture() {
        // Row 8 at the top; `-` is a light square.
        let picture = [
            "- 25 - 19 - 13 - 7",
            "24 - 18 - 12 - 6 -",
            "- 17 - 11 - 5 - 31",
            "16 - 10 - 4 - 30 -",
            "- 9 - 3 - 29 - 23",
            "8 - 2 - 28 - 22 -",
            "- 1 - 27 - 21 - 15",
            "0 - 26 - 20 - 14 -",
        ];
        for (row, line) in (0..8).zip(picture) {
            for (file, cell) in (0..8).zip(line.split(' ')) {
                let bit = Square::at(file, 7 - row).map(|square| square.index().to_string());
                assert_eq!(bit.unwrap_or("-".to_string()), cell);
            }
        }
    }

    #[test]
    fn all_squares_are_there_once() {
        let mut bits: Vec<_> = Square::all().map(Square::index).collect();
        bits.sort_unstable();
        assert_eq!(bits, (0..32).collect::<Vec<_>>());
    }
}
