//! Positions as text: the side to move, `W` or `B`, then a letter for each square: `w` and `b` for
//! men, `W` and `B` for kings, `e` for empty.
//!
//! The protocol was made for games in which White begins. Where Black begins there are two ways to
//! write a position, see [`PositionFormat`].

use crate::error::{LineError, Reason};
use crate::line::Word;
use games::Game;
use games::board::Side;
use games::checkers::{PieceKind, Position, Square};

/// How a position of English checkers is written. Moves have the numbers of portable draughts
/// notation in both formats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PositionFormat {
    /// As pydraughts 0.6.7 writes it: `W` and `w` are the side that begins, which is Black, and the
    /// first square is 32, the last one 1.
    #[default]
    Pydraughts,
    /// As portable draughts notation names sides and squares: `W` is White, the first square is 1.
    Pdn,
}

impl PositionFormat {
    /// All formats.
    pub const ALL: [PositionFormat; 2] = [PositionFormat::Pydraughts, PositionFormat::Pdn];

    /// Its name as the value of a parameter.
    pub const fn name(self) -> &'static str {
        match self {
            PositionFormat::Pydraughts => "pydraughts",
            PositionFormat::Pdn => "pdn",
        }
    }

    /// The other format.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            PositionFormat::Pydraughts => PositionFormat::Pdn,
            PositionFormat::Pdn => PositionFormat::Pydraughts,
        }
    }

    /// Reads a position.
    ///
    /// # Errors
    /// [`LineError`] with the column of the letter that is wrong.
    pub fn read(self, word: Word<'_>) -> Result<Position, LineError> {
        let found = word.text.chars().count();
        let mut letters = word.text.chars();
        let (Some(side), true) = (letters.next(), found == 1 + Square::COUNT) else {
            return Err(LineError {
                column: word.column,
                reason: Reason::PositionLength { found },
            });
        };
        let side = match side {
            'W' => Side::White,
            'B' => Side::Black,
            found => {
                let reason = Reason::SideLetter { found };
                return Err(LineError { column: word.column, reason });
            }
        };
        let mut pieces = Vec::with_capacity(Square::COUNT);
        for (index, (square, letter)) in Square::all().zip(letters).enumerate() {
            let piece = piece(letter).ok_or(LineError {
                column: word.column + 1 + index,
                reason: Reason::SquareLetter { found: letter },
            })?;
            pieces.extend(piece.map(|(owner, kind)| (owner, kind, square)));
        }
        Ok(self.turned(&Position::new(pieces, side)))
    }

    /// Writes a position.
    pub fn write(self, position: &Position) -> String {
        let written = self.turned(position);
        let side = if written.side_to_move() == Side::White { 'W' } else { 'B' };
        let squares = Square::all().map(|square| letter(written.at(square)));
        [side].into_iter().chain(squares).collect()
    }

    /// The position with the names of sides and squares exchanged where the format does so.
    fn turned(self, position: &Position) -> Position {
        match self {
            PositionFormat::Pydraughts => position.mirrored(),
            PositionFormat::Pdn => *position,
        }
    }
}

/// What a letter says of a square; `None` if it is none of the five.
const fn piece(letter: char) -> Option<Option<(Side, PieceKind)>> {
    match letter {
        'e' => Some(None),
        'w' => Some(Some((Side::White, PieceKind::Man))),
        'W' => Some(Some((Side::White, PieceKind::King))),
        'b' => Some(Some((Side::Black, PieceKind::Man))),
        'B' => Some(Some((Side::Black, PieceKind::King))),
        _ => None,
    }
}

const fn letter(piece: Option<(Side, PieceKind)>) -> char {
    match piece {
        None => 'e',
        Some((Side::White, PieceKind::Man)) => 'w',
        Some((Side::White, PieceKind::King)) => 'W',
        Some((Side::Black, PieceKind::Man)) => 'b',
        Some((Side::Black, PieceKind::King)) => 'B',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Walker;
    use proptest::prelude::{any, proptest};

    const START: &str = "bbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

    fn read(format: PositionFormat, text: &str) -> Result<Position, LineError> {
        format.read(Word { text, column: 9 })
    }

    #[test]
    fn what_was_written_is_read_in_both_formats() {
        for format in PositionFormat::ALL {
            for position in (0..20).flat_map(|seed| Walker::new(seed).game(Position::start(), 90)) {
                assert_eq!(read(format, &format.write(&position)), Ok(position));
            }
        }
    }

    /// Texts that pydraughts 0.6.7 writes for these positions.
    #[test]
    fn positions_are_those_of_pydraughts() {
        let start = Position::start();
        assert_eq!(PositionFormat::Pydraughts.write(&start), format!("W{START}"));
        assert_eq!(PositionFormat::Pdn.write(&start), format!("B{START}"));
        let few = Position::from_fen("B:W18,17,K25:B14,15,5").expect("a position");
        assert_eq!(PositionFormat::Pydraughts.write(&few), "WeeeeeeeBeeeeeebbewweeeeeeeeweeee");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_column() {
        let error = |text: &str| read(PositionFormat::Pdn, text).expect_err("wrong");
        assert_eq!(error("").reason, Reason::PositionLength { found: 0 });
        assert_eq!(error(&format!("W{START}e")).reason, Reason::PositionLength { found: 34 });
        let side = LineError { column: 9, reason: Reason::SideLetter { found: 'w' } };
        assert_eq!(error(&format!("w{START}")), side);
        let letter = LineError { column: 10, reason: Reason::SquareLetter { found: 'é' } };
        assert_eq!(error(&format!("Wé{}", &START[1..])), letter);
    }

    proptest! {
        #[test]
        fn every_text_is_a_position_or_an_error(
            text in any::<String>(),
            letters in "[WB][ewbWB]{32}",
        ) {
            for format in PositionFormat::ALL {
                let _ = read(format, &text);
                let position = read(format, &letters).expect("well formed");
                assert_eq!(format.write(&position), letters);
            }
        }
    }
}
