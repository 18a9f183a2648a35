//! Tablut as text: boards with coordinates, as the command `dump` shows them, and moves such as
//! `b3-6` (along the column, to row 6) or `b3-f` (along the row, to column f).

use crate::board::Side;
use crate::game::notation::legal_move;
use crate::game::{Notation, NotationError};
use crate::tablut::board::Piece;
use crate::tablut::moves::Move;
use crate::tablut::position::Position;
use crate::tablut::squares::{SIZE, Square};
use std::fmt::Write;

/// The last line of a board.
const COLUMNS: &str = "   a b c d e f g h i";

impl Notation for Position {
    fn move_text(&self, mv: Move) -> String {
        let (from, to) = (mv.from(), mv.to().to_string());
        let (column, row) = to.split_at(1);
        let across = from.rank() == mv.to().rank();
        format!("{from}-{}", if across { column } else { row })
    }

    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        legal_move(self, text, parse(text), "b3-6 or b3-f")
    }

    fn board_text(&self) -> String {
        let mut text = String::with_capacity((SIZE + 1) * (2 * SIZE + 4));
        for rank in (0..SIZE).rev() {
            push_row(&mut text, rank, |square| self.board().at(square));
        }
        text + COLUMNS
    }

    /// Blanks around the lines may be missing.
    fn read_board(text: &str, side: Side) -> Result<Self, NotationError> {
        let lines: Vec<_> = text.lines().collect();
        let Some((columns, rows)) = lines.split_last().filter(|(_, rows)| rows.len() == SIZE)
        else {
            let found = lines.len();
            let sentence =
                format!("the board has {found} lines; it needs 9 rows and the line \"{COLUMNS}\"");
            return Err(NotationError::new(sentence));
        };
        let mut position = Position::EMPTY;
        for (row, line) in rows.iter().enumerate() {
            position = read_row(position, SIZE - 1 - row, line)?;
        }
        if columns.trim() != COLUMNS.trim() {
            return Err(misplaced(SIZE + 1, columns, COLUMNS));
        }
        Ok(position.with_side_to_move(side))
    }
}

/// Reads a column, a row, a hyphen, and a row or a column; `None` if the text is anything else.
fn parse(text: &str) -> Option<Move> {
    let (from, to) = text.split_once('-')?;
    let from = Square::from_name(from)?;
    let to_column = Square::from_name(&format!("{to}{}", from.rank() + 1));
    Some(Move::new(
        from,
        to_column.or_else(|| {
            Square::from_name(&format!("{}{to}", char::from(b'a' + from.file() as u8)))
        })?,
    ))
}

fn push_row(text: &mut String, rank: usize, at: impl Fn(Square) -> Option<Piece>) {
    write!(text, "{:>2}", rank + 1).expect("a string takes all text");
    for file in 0..SIZE {
        let piece = Square::at(file, rank).and_then(&at);
        text.push(' ');
        text.push(piece.map_or('-', Piece::letter));
    }
    text.push('\n');
}

/// The position with the pieces of one row.
fn read_row(mut position: Position, rank: usize, line: &str) -> Result<Position, NotationError> {
    let mut words = line.split_ascii_whitespace();
    let number = (rank + 1).to_string();
    if words.next() != Some(&number) {
        return Err(misplaced(SIZE - rank, line, &format!("{number:>2}")));
    }
    let cells: Vec<_> = words.collect();
    if cells.len() != SIZE {
        let (row, found) = (rank + 1, cells.len());
        let sentence = format!("row {row} of the board has {found} cells; it needs 9");
        return Err(NotationError::in_row(row, sentence));
    }
    for (file, cell) in cells.into_iter().enumerate().filter(|&(_, cell)| cell != "-") {
        let square = Square::from_index(rank * SIZE + file);
        let mut letters = cell.chars();
        let piece =
            letters.next().and_then(Piece::from_letter).filter(|_| letters.next().is_none());
        let sentence = match (piece, position.board().king()) {
            (None, _) => {
                format!("'{cell}' on {square} is not a piece; a cell is one of - B W K")
            }
            (Some(Piece::King), Some(first)) => {
                format!("there is a king on {first} and one on {square}; there can be only one")
            }
            _ => {
                position = position.with_piece(square, piece);
                continue;
            }
        };
        return Err(NotationError::at(rank + 1, file + 1, sentence));
    }
    Ok(position)
}

fn misplaced(line: usize, found: &str, expected: &str) -> NotationError {
    NotationError::new(format!(
        "line {line} of the board is \"{found}\"; it should begin with \"{expected}\""
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Walker};
    use crate::tablut::sketch::sketch;
    use proptest::prelude::proptest;

    #[test]
    fn the_start_is_drawn_as_in_the_dump() {
        let text = Position::start().board_text();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], " 9 - - - B B B - - -");
        assert_eq!(lines[4], " 5 B B W W K W W B B");
        assert_eq!(lines[8], " 1 - - - B B B - - -");
        assert_eq!(lines[9], "   a b c d e f g h i");
        assert_eq!(lines.len(), 10);
        assert_eq!(Position::read_board(&text, Side::Black), Ok(Position::start()));
    }

    #[test]
    fn moves_name_the_new_row_or_the_new_column() {
        let position = sketch("Kb3 Bi9", Side::White);
        for text in ["b3-6", "b3-f", "B3-6", "B3-F", "b3-1", "b3-i"] {
            let mv = position.read_move(text).expect("legal");
            assert_eq!(position.move_text(mv), text.to_lowercase());
        }
    }

    #[test]
    fn the_whole_text_must_be_a_move() {
        let position = sketch("Kb3 Bi9", Side::White);
        let bad = ["", "b3", "b3-", "b3-66", "b3-f3", "b3-6 ", " b3-6", "b3--6", "b36", "b3-0"];
        for text in bad.into_iter().chain(["b3-j", "j3-1", "b0-1", "b10-1", "b3-é", "é3-1"]) {
            let error = position.read_move(text).expect_err(text);
            assert!(matches!(error, NotationError::Malformed { .. }), "{text}: {error}");
        }
    }

    #[test]
    fn illegal_moves_are_refused_and_the_legal_ones_listed() {
        let position = sketch("Kb3 Wb5 Ba9", Side::White);
        for text in ["b3-5", "b3-6", "b3-3", "b3-b", "a9-1", "c3-1"] {
            let error = position.read_move(text).expect_err(text);
            assert!(matches!(error, NotationError::Illegal { .. }), "{text}");
            assert!(error.to_string().contains("b3-4"), "{error}");
        }
    }

    #[test]
    fn games_replay_from_their_moves() {
        for seed in 0..50 {
            let mut position = Position::start();
            for next in Walker::new(seed).game(position, 600).into_iter().skip(1) {
                let moves = position.move_list();
                let mv = moves.into_iter().find(|&mv| position.play(mv) == next).expect("played");
                let text = position.move_text(mv);
                assert_eq!(text.len(), 4);
                position = position.play(position.read_move(&text).expect("our own text"));
            }
        }
    }

    #[test]
    fn faults_of_a_board_are_reported() {
        let good = Position::start().board_text();
        let cases = [
            (" 9 - - - B B B - - -\n", "", "the board has 9 lines; it needs 9 rows and"),
            (" 8 ", " 7 ", "line 2 of the board is"),
            ("a b c", "a b d", "line 10 of the board is"),
            ("B B W W K", "B B W K", "row 5 of the board has 8 cells; it needs 9"),
            ("K", "x", "'x' on e5 is not a piece"),
            ("K", "KK", "'KK' on e5 is not a piece"),
            ("B", "K", "there is a king on d9 and one on e5"),
        ];
        for (from, to, sentence) in cases {
            let fault = read(&good.replacen(from, to, 1)).expect_err(to).to_string();
            assert!(fault.starts_with(sentence), "{fault}");
        }
        assert!(read(&good.replace("  ", "").replace(" 9", "9")).is_ok(), "blanks may be missing");
    }

    fn read(text: &str) -> Result<Position, NotationError> {
        Position::read_board(text, Side::Black)
    }

    proptest! {
        #[test]
        fn no_text_is_too_strange_to_be_read(text in "\\PC*") {
            let start = Position::start();
            assert!(Position::read_board(&text, Side::White).is_err());
            let moves = start.read_move(&text).map(|mv| start.move_text(mv));
            assert!(moves.is_err() || moves == Ok(text.to_lowercase()));
        }
    }
}
