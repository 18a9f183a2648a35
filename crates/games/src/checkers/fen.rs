//! Positions in FEN for draughts (Forsyth's notation as PDN 3.0 has it): the side to move, then
//! each side's squares by their numbers, kings marked by `K`: `W:W21,K10:B1,2`.

use crate::Game;
use crate::board::Side;
use crate::checkers::position::{PieceKind, Position};
use crate::checkers::square::Square;
use thiserror::Error;

/// An error in the text of a position in FEN. Its message leaves out the column, which a reader of
/// a whole file reports together with the line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{fault}")]
pub struct FenError {
    /// Where the wrong word begins: in characters, from 1.
    pub column: usize,
    #[expect(missing_docs, reason = "the type says it")]
    pub fault: FenFault,
}

/// Why a text is not a position in FEN.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages speak for the variants")]
pub enum FenFault {
    #[error("`{text}` is not a position in FEN: expected a text like W:W21,K10:B1,2")]
    Parts { text: String },
    #[error("`{part}` should begin with W or B, and each side should be there once")]
    Side { part: String },
    #[error(
        "`{word}` is not a square: expected a number from 1 to 32, after K for a king, or 1-12"
    )]
    Square { word: String },
    #[error("square {number} holds two pieces")]
    TwoPieces { number: u32 },
}

impl Position {
    /// Writes the position in FEN, such as `W:W21,K10:B1,2`.
    pub fn fen(&self) -> String {
        let list = |side: Side| {
            let square = |square: Square| match self.at(square) {
                Some((owner, rank)) if owner == side => {
                    let king = if rank == PieceKind::King { "K" } else { "" };
                    Some(format!("{king}{}", square.number()))
                }
                _ => None,
            };
            Square::all().filter_map(square).collect::<Vec<_>>().join(",")
        };
        let turn = if self.side_to_move() == Side::White { 'W' } else { 'B' };
        format!("{turn}:W{}:B{}", list(Side::White), list(Side::Black))
    }

    /// Reads a position in FEN. The sides may come in either order, squares as a range (`1-12`),
    /// and a full stop may follow.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        parse(text).map_err(|Wrong { part, fault }| {
            // The part lies within the text.
            let before = part.as_ptr() as usize - text.as_ptr() as usize;
            FenError { column: text[..before].chars().count() + 1, fault }
        })
    }
}

/// A part of the text, and what is wrong with it.
struct Wrong<'t> {
    part: &'t str,
    fault: FenFault,
}

fn parse(text: &str) -> Result<Position, Wrong<'_>> {
    let trimmed = text.trim().trim_end_matches('.');
    let malformed =
        || Wrong { part: trimmed, fault: FenFault::Parts { text: trimmed.to_string() } };
    let parts: Vec<_> = trimmed.split(':').map(str::trim).collect();
    let [turn, first, second] = parts[..] else { return Err(malformed()) };
    let (side, rest) = side_of(turn)?;
    if !rest.is_empty() {
        return Err(malformed());
    }
    let (first_side, first_squares) = side_of(first)?;
    let (second_side, second_squares) = side_of(second)?;
    if first_side == second_side {
        return Err(wrong_side(second));
    }
    let mut pieces = Vec::new();
    add_pieces(first_side, first_squares, &mut pieces)?;
    add_pieces(second_side, second_squares, &mut pieces)?;
    Ok(Position::new(pieces, side))
}

fn wrong_side(part: &str) -> Wrong<'_> {
    Wrong { part, fault: FenFault::Side { part: part.to_string() } }
}

/// The side that a part begins with, and the rest of the part.
fn side_of(part: &str) -> Result<(Side, &str), Wrong<'_>> {
    let side = |letter: char| match letter {
        'W' | 'w' => Some(Side::White),
        'B' | 'b' => Some(Side::Black),
        _ => None,
    };
    let mut letters = part.chars();
    let side = letters.next().and_then(side);
    side.map(|side| (side, letters.as_str())).ok_or_else(|| wrong_side(part))
}

/// Adds the pieces of a list of squares, which may be empty.
fn add_pieces<'t>(
    side: Side,
    list: &'t str,
    pieces: &mut Vec<(Side, PieceKind, Square)>,
) -> Result<(), Wrong<'t>> {
    for word in list.split(',').map(str::trim).filter(|_| !list.trim().is_empty()) {
        let wrong = |fault| Wrong { part: word, fault };
        let malformed = || wrong(FenFault::Square { word: word.to_string() });
        let (kind, numbers) = match word.strip_prefix(['K', 'k']) {
            Some(rest) => (PieceKind::King, rest),
            None => (PieceKind::Man, word),
        };
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| malformed());
        let (first, last) = match numbers.split_once('-') {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(numbers)?, number(numbers)?),
        };
        // So that a range of thousands of millions of squares costs no time.
        if last as usize > Square::COUNT {
            return Err(malformed());
        }
        for number in first..=last {
            let square = Square::from_number(number).ok_or_else(malformed)?;
            if pieces.iter().any(|&(_, _, taken)| taken == square) {
                return Err(wrong(FenFault::TwoPieces { number }));
            }
            pieces.push((side, kind, square));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Walker;

    #[test]
    fn what_was_written_is_read() {
        for seed in 0..30 {
            for position in Walker::new(seed).game(Position::start(), 100) {
                assert_eq!(Position::from_fen(&position.fen()), Ok(position));
            }
        }
    }

    #[test]
    fn other_forms_are_read() {
        let start = Ok(Position::start());
        assert_eq!(Position::from_fen("B:W21-32:B1-12."), start);
        assert_eq!(Position::from_fen(" b : B 1-12 : W 21-32 "), start);
        let empty = Position::from_fen("W:W:BK7").expect("a side may have no pieces");
        assert_eq!(empty.count(), 1);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |text: &str| Position::from_fen(text).expect_err(text).to_string();
        let column = |text: &str| Position::from_fen(text).expect_err(text).column;
        assert!(error("W:W1").contains("not a position"));
        assert!(error("W:W1:W2").contains("each side"));
        assert!(error("X:W1:B2").contains("`X`"));
        assert!(error("W:W33:B2").contains("`33`"));
        assert!(error("W:W1-4000000000:B2").contains("1-4000000000"));
        assert!(error("W:WQ3:B2").contains("`Q3`"));
        assert!(error("W:W3,K3:B2").contains("square 3"));
        assert_eq!(column("W:W1"), 1);
        assert_eq!(column("  W:W1:W2."), 8);
        assert_eq!(column("\u{e9}:W1:B2"), 1);
        assert_eq!(column("W:W3, K33:B2"), 7);
        assert_eq!(column("W:W3:B2, 3 ,x"), 10);
    }
}
