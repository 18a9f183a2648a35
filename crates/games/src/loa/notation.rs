//! Lines of Action as text: moves such as `b8-b6`, and boards of eight rows of `-`, `b` and `w`, as
//! the command `dump` shows them.

use crate::board::Side;
use crate::game::notation::legal_move;
use crate::game::{Notation, NotationError};
use crate::loa::moves::Move;
use crate::loa::position::Position;
use crate::loa::squares::{SIZE, Square};

/// The text of a pass.
const PASS: &str = "pass";
/// Precedes each row of a board.
const INDENT: &str = "    ";

const fn letter(piece: Option<Side>) -> char {
    match piece {
        None => '-',
        Some(Side::Black) => 'b',
        Some(Side::White) => 'w',
    }
}

fn piece(cell: &str) -> Option<Option<Side>> {
    match cell {
        "-" => Some(None),
        "b" | "B" => Some(Some(Side::Black)),
        "w" | "W" => Some(Some(Side::White)),
        _ => None,
    }
}

impl Notation for Position {
    fn move_text(&self, mv: Move) -> String {
        match mv {
            Move::Pass => PASS.to_string(),
            Move::Piece { from, to } => format!("{from}-{to}"),
        }
    }

    /// Reads letters of either case and ignores blanks around the move.
    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        legal_move(self, text, parsed(text), "b8-b6")
    }

    fn board_text(&self) -> String {
        let mut text = String::with_capacity(SIZE * (INDENT.len() + 2 * SIZE));
        for rank in (0..SIZE).rev() {
            text.push_str(INDENT);
            for file in 0..SIZE {
                let piece = Square::at(file, rank).and_then(|square| self.at(square));
                text.push(letter(piece));
                text.push(if file + 1 < SIZE { ' ' } else { '\n' });
            }
        }
        text.truncate(text.trim_end().len());
        text
    }

    /// Ignores the case of the letters, and the blanks before and between the cells.
    fn read_board(text: &str, side: Side) -> Result<Self, NotationError> {
        let found = text.lines().count();
        if found != SIZE {
            return Err(NotationError::new(format!("the board has {found} rows; it needs 8")));
        }
        let mut position = Position::EMPTY;
        for (row, line) in text.lines().enumerate() {
            position = with_row(position, row, line)?;
        }
        Ok(position.with_side_to_move(side))
    }
}

/// The move that a text means, legal or not.
fn parsed(text: &str) -> Option<Move> {
    if text.eq_ignore_ascii_case(PASS) {
        return Some(Move::PASS);
    }
    let (from, to) = text.split_once('-')?;
    Some(Move::Piece { from: Square::from_name(from)?, to: Square::from_name(to)? })
}

/// The position with the pieces of one row, 0 for the top one.
fn with_row(mut position: Position, row: usize, line: &str) -> Result<Position, NotationError> {
    let cells: Vec<_> = line.split_whitespace().collect();
    if cells.len() != SIZE {
        let (row, found) = (row + 1, cells.len());
        let sentence =
            format!("row {row} of the board has {found} cells; it needs 8, separated by blanks");
        return Err(NotationError::in_row(row, sentence));
    }
    for (file, cell) in cells.into_iter().enumerate() {
        let content = piece(cell).ok_or_else(|| {
            let (row, column) = (row + 1, file + 1);
            let place = format!("'{cell}' in row {row}, column {column}");
            NotationError::at(row, column, place + " is not a piece; a cell is one of - b w")
        })?;
        let square = Square::from_index((SIZE - 1 - row) * SIZE + file);
        position = position.with_piece(square, content);
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use proptest::prelude::{any, proptest};

    #[test]
    fn faults_of_a_board_are_reported_with_row_and_column() {
        let rows = Position::start().board_text();
        let odd = rows.replacen("w -", "x -", 1);
        assert_eq!((fault(&odd).row(), fault(&odd).column()), (Some(2), Some(1)));
        let short = rows.replacen("- b", "b", 1);
        assert!(fault(&short).to_string().starts_with("row 1 of the board has 7 cells;"));
        for (text, count) in [("- - - - - - - -", 1), ("", 0)] {
            let sentence = format!("the board has {count} rows; it needs 8");
            assert_eq!(fault(text), NotationError::new(sentence));
        }
        let named = fault(&odd).to_string();
        assert_eq!(named, "'x' in row 2, column 1 is not a piece; a cell is one of - b w");
    }

    fn fault(text: &str) -> NotationError {
        Position::read_board(text, Side::Black).expect_err("a fault")
    }

    #[test]
    fn blanks_and_the_case_of_letters_do_not_count() {
        let text = Position::start().board_text();
        let loose = text.to_uppercase().replace("    ", "").replace(' ', "\t ");
        let read = Position::read_board(&loose, Side::White).expect("a board");
        assert_eq!(read, Position::start().with_side_to_move(Side::White));
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd_to_be_refused(text in ".{0,12}", board in any::<String>()) {
            let start = Position::start();
            if let Ok(mv) = start.read_move(&text) {
                assert_eq!(start.move_text(mv), text.trim().to_ascii_lowercase());
            }
            let _ = Position::read_board(&board, Side::Black);
        }
    }
}
