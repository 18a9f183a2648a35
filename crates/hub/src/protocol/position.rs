//! The game so far, as the command `pos` gives it: a position, and the moves played from there.
//!
//! A position is the side to move, `W` or `B`, then a letter for each square: `w` and `b` for men,
//! `W` and `B` for kings, `e` for empty. The protocol was made for games in which White begins.
//! Where Black begins there are two ways to write a position, see [`PositionFormat`].

use crate::protocol::line::{LineError, Word};
use crate::protocol::moves;
use games::board::Side;
use games::checkers::{PieceKind, Position, Square};
use games::{BoardGame as _, Game as _, GameLine};

/// A way to write positions of English checkers. Moves have the numbers of portable draughts
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

const LETTERS: [(char, Option<(Side, PieceKind)>); 5] = [
    ('e', None),
    ('w', Some((Side::White, PieceKind::Man))),
    ('W', Some((Side::White, PieceKind::King))),
    ('b', Some((Side::Black, PieceKind::Man))),
    ('B', Some((Side::Black, PieceKind::King))),
];

/// Reads a game; without a first position it begins as games begin. The number of moves is limited
/// by [`LONGEST_LINE`](crate::LONGEST_LINE).
pub fn read_game(
    format: PositionFormat,
    from: Option<Word<'_>>,
    moves: Option<Word<'_>>,
) -> Result<GameLine<Position>, LineError> {
    read_in(format, from, moves).map_err(|mut error| {
        // Of all errors the other format mends only one: a move that is not legal.
        if read_in(format.other(), from, moves).is_ok() {
            let other = format.other().name();
            error.message +=
                &format!("; all moves are legal after `set-param name=position value={other}`");
        }
        error
    })
}

fn read_in(
    format: PositionFormat,
    from: Option<Word<'_>>,
    moves: Option<Word<'_>>,
) -> Result<GameLine<Position>, LineError> {
    let first = from.map(|word| format.read(word)).transpose()?;
    let mut game = first.map_or_else(GameLine::default, GameLine::starting_at);
    for word in moves.into_iter().flat_map(Word::split) {
        game.play(moves::read(game.position(), word)?);
    }
    Ok(game)
}

impl PositionFormat {
    pub const ALL: [PositionFormat; 2] = [PositionFormat::Pydraughts, PositionFormat::Pdn];

    /// Its name as the value of a parameter.
    pub const fn name(self) -> &'static str {
        match self {
            PositionFormat::Pydraughts => "pydraughts",
            PositionFormat::Pdn => "pdn",
        }
    }

    const fn other(self) -> Self {
        match self {
            PositionFormat::Pydraughts => PositionFormat::Pdn,
            PositionFormat::Pdn => PositionFormat::Pydraughts,
        }
    }

    /// Reads a position; an error has the column of the letter that is wrong.
    fn read(self, word: Word<'_>) -> Result<Position, LineError> {
        let found = word.text.chars().count();
        let mut letters = word.text.chars();
        let (Some(side), true) = (letters.next(), found == 1 + Square::COUNT) else {
            return Err(word.error(format!(
                "a position has 33 letters, W or B and one for each of 32 squares; this one has \
                 {found}"
            )));
        };
        let side = match side {
            'W' => Side::White,
            'B' => Side::Black,
            _ => return Err(word.error(format!("`{side}` is not a side to move; write W or B"))),
        };
        let mut pieces = Vec::with_capacity(Square::COUNT);
        for (column, (square, letter)) in (word.column + 1..).zip(Square::all().zip(letters)) {
            let known = LETTERS.into_iter().find(|&(known, _)| known == letter);
            let (_, piece) = known.ok_or_else(|| {
                let message = format!("`{letter}` is not a square; write e, w, b, W or B");
                LineError::new(column, message)
            })?;
            pieces.extend(piece.map(|(owner, kind)| (owner, kind, square)));
        }
        let position = self.turned(&Position::new(pieces, side));
        position.checked().map_err(|error| word.error(error.to_string()))
    }

    pub fn write(self, position: &Position) -> String {
        let written = self.turned(position);
        let side = if written.side_to_move() == Side::White { 'W' } else { 'B' };
        let squares = Square::all().map(|square| {
            let piece = written.at(square);
            LETTERS.into_iter().find(|&(_, known)| known == piece).map_or('e', |(letter, _)| letter)
        });
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

    fn error(text: &str) -> LineError {
        read(PositionFormat::Pdn, text).expect_err("wrong")
    }

    #[test]
    fn errors_name_their_column() {
        assert!(error("").message.ends_with("; this one has 0"));
        assert!(error(&format!("W{START}e")).message.ends_with("; this one has 34"));
        let side = LineError::new(9, "`w` is not a side to move; write W or B");
        assert_eq!(error(&format!("w{START}")), side);
        let letter = LineError::new(10, "`é` is not a square; write e, w, b, W or B");
        assert_eq!(error(&format!("Wé{}", &START[1..])), letter);
        let man = LineError::new(9, "b8: a man on its last row is a king; put a king there");
        assert_eq!(error(&format!("Ww{}", &START[1..])), man);
    }

    fn game(
        format: PositionFormat,
        from: &str,
        moves: &str,
    ) -> Result<GameLine<Position>, LineError> {
        let from = Word { text: from, column: 9 };
        read_game(format, Some(from), Some(Word { text: moves, column: 50 }))
    }

    #[test]
    fn moves_are_played_and_repetition_and_quiet_turns_counted() {
        let kings = "BBeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeW";
        let game =
            game(PositionFormat::Pdn, kings, "1-6 32-28 6-1 28-32 1-6").expect("legal moves");
        let history = search::KeyHistory::of_game(&game);
        assert_eq!(history.quiet_turns(), 5);
        assert_eq!(history.occurrences(game.position().key()), 2);
    }

    #[test]
    fn a_position_in_the_other_format_is_recognized_by_its_moves() {
        assert!(game(PositionFormat::Pydraughts, &format!("W{START}"), "11-15 22-18").is_ok());
        assert!(game(PositionFormat::Pdn, &format!("B{START}"), "11-15 22-18").is_ok());
        let error = game(PositionFormat::Pdn, &format!("W{START}"), "11-15 22-18");
        let LineError { column, message } = error.expect_err("White would begin");
        assert_eq!(column, 50);
        assert!(message.contains("value=pydraughts"), "{message}");
        let error = game(PositionFormat::Pdn, &format!("B{START}"), "11-15 11-15");
        assert!(!error.expect_err("illegal").message.contains("set-param"));
    }

    proptest! {
        #[test]
        fn every_text_is_a_position_or_an_error(
            text in any::<String>(),
            letters in "[WB][ewbWB]{32}",
        ) {
            for format in PositionFormat::ALL {
                let _ = read(format, &text);
                if let Ok(position) = read(format, &letters) {
                    assert_eq!(format.write(&position), letters);
                }
            }
        }
    }
}
