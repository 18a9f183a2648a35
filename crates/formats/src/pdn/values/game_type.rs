//! The names of a game's squares: the tag `GameType`.
//!
//! Its value has six parts, such as `21,B,8,8,N1,0`: the game, the side that begins, width, height,
//! the names of the squares, and a corner. The fifth part is `N` for numbers or `A` for names like
//! `c3`, and the corner at which they begin, as the side that begins sees the board: 0 lower left,
//! 1 lower right, 2 upper left, 3 upper right. In English checkers Black begins and square 1 is at
//! his lower right.

use crate::error::FormatError;
use games::board::Side;
use games::checkers::Square;

/// The number of English checkers in the tag.
const ENGLISH: &str = "21";

/// The notation of squares: `11-15` or `c3-d4`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Squares {
    #[default]
    Numbers,
    Names,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameType {
    /// The side that begins unless a position is set up.
    pub begins: Side,
    /// True if numbers count from the right, and from below, as White sees the board.
    mirrored: (bool, bool),
}

impl GameType {
    /// The game type that holds without a tag.
    pub const USUAL: GameType = GameType { begins: Side::Black, mirrored: (false, false) };

    pub fn read(value: &str) -> Result<Self, FormatError> {
        let parts: Vec<_> = value.split(',').map(str::trim).collect();
        let is_size_8 = parts.iter().skip(2).take(2).all(|size| *size == "8");
        if parts[0] != ENGLISH || !is_size_8 {
            return Err(wrong(value));
        }
        let begins = match parts.get(1) {
            None | Some(&("B" | "b")) => Side::Black,
            Some(&("W" | "w")) => Side::White,
            Some(_) => return Err(wrong(value)),
        };
        let mirrored = match parts.get(4) {
            None => (false, false),
            Some(part) => mirrored(part, begins).ok_or_else(|| wrong(value))?,
        };
        Ok(GameType { begins, mirrored })
    }

    /// True for a value by which square 1 is where it is without a tag, and has a number.
    pub fn names_as_usual(value: &str) -> bool {
        let has_names =
            value.split(',').nth(4).is_some_and(|part| part.trim().starts_with(['A', 'a']));
        let mirrored = Self::read(value).ok().map(|read| read.mirrored);
        !has_names && mirrored == Some(Self::USUAL.mirrored)
    }

    /// The square that a word names; `None` if it names none.
    pub fn square(&self, word: &str) -> Option<Square> {
        let square = match word.parse() {
            Ok(number) => Square::from_number(number)?,
            Err(_) => return Square::from_name(&word.to_ascii_lowercase()),
        };
        let (across, up) = self.mirrored;
        if across != up {
            // A mirror exchanges light and dark squares: the number counts along its row.
            let (row, nth) = ((square.number() - 1) / 4, (square.number() - 1) % 4);
            let row = if up { 7 - row } else { row };
            let nth = if across { 3 - nth } else { nth };
            return Square::from_number(row * 4 + nth + 1);
        }
        let file = if across { 7 - square.file() } else { square.file() };
        let rank = if up { 7 - square.rank() } else { square.rank() };
        Square::at(file, rank)
    }
}

fn wrong(value: &str) -> FormatError {
    FormatError::new(format!(
        "GameType {value} is not English checkers on 8 x 8 squares, the only game that can be \
         read; if it is, correct the tag to 21,B,8,8,N1,0"
    ))
}

/// True if numbers count from the right, and from below, as White sees the board, given the corner
/// of square 1. Names of squares are always White's: `a1` is at his lower left.
fn mirrored(part: &str, begins: Side) -> Option<(bool, bool)> {
    let (letter, corner) = part.split_at_checked(1)?;
    let (across, up) = match corner {
        "0" => (false, true),
        "1" => (true, true),
        "2" => (false, false),
        "3" => (true, false),
        _ => return None,
    };
    match letter {
        "A" | "a" => Some((false, false)),
        "N" | "n" if begins == Side::Black => Some((!across, !up)),
        "N" | "n" => Some((across, up)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(value: &str, word: &str) -> String {
        GameType::read(value).expect(value).square(word).expect(word).to_string()
    }

    #[test]
    fn square_1_is_where_the_tag_says() {
        for (value, first, second) in [
            ("21", "b8", "d8"),
            ("21,B,8,8,N1,0", "b8", "d8"),
            ("21,W,8,8,N2,0", "b8", "d8"),
            ("21,B,8,8,N2,0", "g1", "e1"),
            ("21,W,8,8,N0,0", "a1", "c1"),
            ("21,W,8,8,N3,0", "h8", "f8"),
        ] {
            assert_eq!([of(value, "1"), of(value, "2")], [first, second], "{value}");
        }
        assert_eq!(of("21,W,8,8,A0,0", "C3"), "c3");
        assert_eq!(GameType::USUAL.square("c4"), None, "a light square");
    }

    #[test]
    fn other_games_are_refused_by_name() {
        for value in ["20", "21,X", "21,W,10,10,N2,0", "21,B,8,8,Q1,0", "", "21,B,8,8,N,0"] {
            let error = GameType::read(value).expect_err(value).to_string();
            assert!(error.starts_with(&format!("GameType {value} is not English")), "{error}");
        }
    }
}
