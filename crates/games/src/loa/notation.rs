//! Lines of Action as text: moves such as `b8-b6`, and boards of eight rows of `-`, `b` and `w`, as
//! the command `dump` shows them.

use crate::board::Side;
use crate::game::notation::legal_move;
use crate::game::{Notation, NotationError};
use crate::loa::moves::Move;
use crate::loa::position::Position;
use crate::loa::squares::{SIZE, Square};
use thiserror::Error;

/// The text of a pass.
const PASS: &str = "pass";
/// Precedes each row of a board.
const INDENT: &str = "    ";

/// Why a text is not a board. Rows and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(
    missing_docs,
    reason = "the messages speak for the variants; rows and columns count from 1"
)]
pub enum BoardError {
    #[error("the board has {found} rows; it needs 8")]
    RowCount { found: usize },
    #[error("row {row} of the board has {found} cells; it needs 8, separated by blanks")]
    RowLength { row: usize, found: usize },
    #[error("'{found}' in row {row}, column {column} is not a piece; a cell is one of - b w")]
    Cell { row: usize, column: usize, found: String },
}

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

    type BoardError = BoardError;

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
    fn read_board(text: &str, side: Side) -> Result<Self, BoardError> {
        let found = text.lines().count();
        if found != SIZE {
            return Err(BoardError::RowCount { found });
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
fn with_row(mut position: Position, row: usize, line: &str) -> Result<Position, BoardError> {
    let cells: Vec<_> = line.split_whitespace().collect();
    if cells.len() != SIZE {
        return Err(BoardError::RowLength { row: row + 1, found: cells.len() });
    }
    for (file, cell) in cells.into_iter().enumerate() {
        let content = piece(cell).ok_or_else(|| BoardError::Cell {
            row: row + 1,
            column: file + 1,
            found: cell.to_string(),
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
    fn faults_of_a_board_are_told_with_row_and_column() {
        let rows = Position::start().board_text();
        let fault = |text: &str| Position::read_board(text, Side::Black).expect_err("a fault");
        let odd = rows.replacen("w -", "x -", 1);
        assert_eq!(fault(&odd), BoardError::Cell { row: 2, column: 1, found: "x".to_string() });
        let short = rows.replacen("- b", "b", 1);
        assert_eq!(fault(&short), BoardError::RowLength { row: 1, found: 7 });
        assert_eq!(fault("- - - - - - - -"), BoardError::RowCount { found: 1 });
        assert_eq!(fault(""), BoardError::RowCount { found: 0 });
        let named = fault(&odd).to_string();
        assert_eq!(named, "'x' in row 2, column 1 is not a piece; a cell is one of - b w");
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
