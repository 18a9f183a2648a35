//! Checkers as text: boards of eight rows of `. w W b B`, and moves in portable draughts notation
//! (`11-15`, `13x22`, every square of a longer jump named: `1x10x19`).

use crate::board::Side;
use crate::checkers::moves::Move;
use crate::checkers::position::{PieceKind, Position};
use crate::checkers::square::Square;
use crate::game::notation::illegal;
use crate::game::{Game, Notation, NotationError};

/// Rows of a board, and cells of a row.
pub const SIZE: usize = 8;

/// The letter of a piece in the board's text.
const fn letter(piece: (Side, PieceKind)) -> char {
    match piece {
        (Side::White, PieceKind::Man) => 'w',
        (Side::White, PieceKind::King) => 'W',
        (Side::Black, PieceKind::Man) => 'b',
        (Side::Black, PieceKind::King) => 'B',
    }
}

const fn piece(letter: char) -> Option<(Side, PieceKind)> {
    match letter {
        'w' => Some((Side::White, PieceKind::Man)),
        'W' => Some((Side::White, PieceKind::King)),
        'b' => Some((Side::Black, PieceKind::Man)),
        'B' => Some((Side::Black, PieceKind::King)),
        _ => None,
    }
}

impl Position {
    /// Reads a board, top row first.
    pub fn from_rows<'a>(
        rows: impl IntoIterator<Item = &'a str>,
        side: Side,
    ) -> Result<Self, NotationError> {
        let mut pieces = Vec::with_capacity(24);
        let mut count = 0;
        for (row, text) in rows.into_iter().enumerate() {
            count = row + 1;
            if count > SIZE {
                continue;
            }
            read_row(row, text, &mut pieces)?;
        }
        if count != SIZE {
            return Err(NotationError::new(format!("the board has {count} rows; it needs 8")));
        }
        Ok(Position::new(pieces, side))
    }

    /// The eight rows of the board, the top one first, joined by `separator`.
    pub fn rows_text(&self, separator: char) -> String {
        let mut text = String::with_capacity(SIZE * (SIZE + 1));
        for rank in (0..SIZE as i32).rev() {
            for file in 0..SIZE as i32 {
                let piece = Square::at(file, rank).and_then(|square| self.at(square));
                text.push(piece.map_or('.', letter));
            }
            if rank > 0 {
                text.push(separator);
            }
        }
        text
    }
}

fn read_row(
    row: usize,
    text: &str,
    pieces: &mut Vec<(Side, PieceKind, Square)>,
) -> Result<(), NotationError> {
    let found = text.chars().count();
    if found != SIZE {
        let sentence = format!("this row of the board has {found} cells; it needs 8");
        return Err(NotationError::in_row(row + 1, sentence));
    }
    for (column, found) in text.chars().enumerate() {
        if found == '.' {
            continue;
        }
        let square = Square::at(column as i32, (SIZE - 1 - row) as i32);
        let why = match (piece(found), square) {
            (Some((side, rank)), Some(square)) => {
                pieces.push((side, rank, square));
                continue;
            }
            (None, _) => "is not a piece; a cell is one of . w W b B",
            (_, None) => {
                "stands on a light square; only dark squares, like the one at the lower left \
                 corner, are used"
            }
        };
        return Err(NotationError::at(row + 1, column + 1, format!("'{found}' {why}")));
    }
    Ok(())
}

/// The numbers of the squares in order: moves are written all the time.
const NUMBERS: [&str; 32] = [
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17",
    "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32",
];

impl Notation for Position {
    fn move_text(&self, mv: Move) -> String {
        let between = if mv.is_jump() { 'x' } else { '-' };
        let mut text = String::with_capacity(8);
        for square in mv.squares() {
            if !text.is_empty() {
                text.push(between);
            }
            text.push_str(NUMBERS[square.number() as usize - 1]);
        }
        text
    }

    /// A jump may be written by its two ends alone where that names one move.
    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        let malformed =
            || NotationError::Malformed { text: text.to_string(), example: "11-15 or 15x22" };
        let numbers: Option<Vec<Square>> =
            text.split(['-', 'x']).map(|word| Square::from_number(word.parse().ok()?)).collect();
        let squares = numbers.filter(|squares| squares.len() >= 2).ok_or_else(malformed)?;
        let legal = self.move_list();
        let exact = legal.iter().copied().find(|mv| mv.squares()[..] == squares[..]);
        let found = exact.or_else(|| only_with_ends(&legal, &squares));
        found.ok_or_else(|| illegal(self, text, &legal))
    }

    fn board_text(&self) -> String {
        self.rows_text('\n')
    }

    fn read_board(text: &str, side: Side) -> Result<Self, NotationError> {
        Self::from_rows(text.lines(), side)
    }
}

/// The one legal move with these two ends, if `squares` are two and there is just one.
fn only_with_ends(legal: &[Move], squares: &[Square]) -> Option<Move> {
    let [from, to] = squares else { return None };
    let mut matching = legal.iter().copied().filter(|mv| mv.from() == *from && mv.to() == *to);
    let first = matching.next();
    first.filter(|_| matching.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_reads_back() {
        let text = Position::start().board_text();
        assert!(text.starts_with(".b.b.b.b\nb.b.b.b."));
        assert_eq!(Position::from_rows(text.lines(), Side::Black), Ok(Position::start()));
    }

    #[test]
    fn faults_are_reported_with_row_and_column() {
        let mut rows = vec!["........"; 8];
        rows[2] = "..x.....";
        let error = Position::from_rows(rows.clone(), Side::Black).expect_err("x is not a piece");
        let sentence = "'x' is not a piece; a cell is one of . w W b B";
        assert_eq!(error, NotationError::at(3, 3, sentence));
        rows[2] = "...w....";
        assert!(Position::from_rows(rows.clone(), Side::Black).is_ok());
        rows[2] = "..w.....";
        let error = Position::from_rows(rows.clone(), Side::Black).expect_err("a light square");
        assert_eq!((error.row(), error.column()), (Some(3), Some(3)));
        rows[2] = ".......";
        let error = Position::from_rows(rows.clone(), Side::Black).expect_err("too short");
        let sentence = "this row of the board has 7 cells; it needs 8";
        assert_eq!(error, NotationError::in_row(3, sentence));
        rows.pop();
        rows[2] = "........";
        let error = Position::from_rows(rows, Side::Black).expect_err("too few");
        assert_eq!(error, NotationError::new("the board has 7 rows; it needs 8"));
    }

    #[test]
    fn moves_are_read_only_if_legal() {
        let start = Position::start();
        let mv = start.read_move("11-15").expect("a legal move");
        assert_eq!(start.move_text(mv), "11-15");
        let error = start.read_move("11-14").expect_err("not adjacent").to_string();
        for legal in ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"] {
            assert!(error.contains(legal), "{error}");
        }
        assert!(matches!(start.read_move("e4"), Err(NotationError::Malformed { .. })));
        assert!(matches!(start.read_move("11"), Err(NotationError::Malformed { .. })));
    }
}
