//! Amazons as text: moves like `d1-d7(g7)`, also read with blanks for punctuation (`d1 d7 g7`), and
//! boards as the command `dump` shows them between its `===` lines.

use crate::amazons::movegen;
use crate::amazons::moves::Move;
use crate::amazons::position::{Piece, Position};
use crate::amazons::rules::SIZE;
use crate::amazons::square::Square;
use crate::board::Side;
use crate::game::{Game, Notation, NotationError};

const EXAMPLE: &str = "d1-d7(g7) or d1 d7 g7";
/// Legal moves that an error names; there may be two thousand.
const MAX_NAMED: usize = 8;

const fn letter(piece: Option<Piece>) -> char {
    match piece {
        None => '-',
        Some(Piece::Amazon(Side::White)) => 'W',
        Some(Piece::Amazon(Side::Black)) => 'B',
        Some(Piece::Spear) => 'S',
    }
}

/// The meaning of a cell's text: `Some(None)` for an empty square, `None` for any other text.
fn piece(cell: &str) -> Option<Option<Piece>> {
    match cell {
        "-" => Some(None),
        "W" => Some(Some(Piece::Amazon(Side::White))),
        "B" => Some(Some(Piece::Amazon(Side::Black))),
        "S" => Some(Some(Piece::Spear)),
        _ => None,
    }
}

impl Notation for Position {
    fn move_text(&self, mv: Move) -> String {
        format!("{}-{}({})", mv.from(), mv.to(), mv.spear())
    }

    /// Reads both forms, in any letter case, and ignores blanks around them.
    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        let [from, to, spear] = squares(text)
            .ok_or_else(|| NotationError::Malformed { text: text.to_string(), example: EXAMPLE })?;
        let mv = Move::new(from, to, spear);
        if movegen::is_legal(self, mv) {
            return Ok(mv);
        }
        Err(NotationError::Illegal { text: text.to_string(), legal: self.legal_like(mv) })
    }

    fn board_text(&self) -> String {
        (0..SIZE)
            .rev()
            .map(|rank| {
                let squares = (0..SIZE).filter_map(|file| Square::at(file, rank));
                let cells = squares.map(|square| [' ', letter(self.at(square))]);
                String::from_iter([' ', ' '].into_iter().chain(cells.flatten()))
            })
            .collect::<Vec<_>>()
            .join("\n")
    }

    fn read_board(text: &str, side: Side) -> Result<Self, NotationError> {
        let rows: Vec<Vec<&str>> =
            text.lines().map(|line| line.split_whitespace().collect()).collect();
        if rows.len() != SIZE {
            let sentence = format!("the board has {} rows; it needs 10", rows.len());
            return Err(NotationError::new(sentence));
        }
        let mut position = Position::EMPTY.with_side_to_move(side);
        for (row, cells) in rows.iter().enumerate() {
            if cells.len() != SIZE {
                let (row, found) = (row + 1, cells.len());
                let cells = format!("row {row} of the board has {found} cells");
                return Err(NotationError::in_row(
                    row,
                    cells + "; it needs 10, separated by blanks",
                ));
            }
            for (file, &cell) in cells.iter().enumerate() {
                let found = || {
                    let (row, column) = (row + 1, file + 1);
                    let place = format!("\"{cell}\" in row {row}, column {column}");
                    NotationError::at(
                        row,
                        column,
                        place + " is not a piece; a cell is one of - W B S",
                    )
                };
                let piece = piece(cell).ok_or_else(found)?;
                let square = Square::at(file, SIZE - 1 - row).ok_or_else(found)?;
                position = position.with_piece(square, piece);
            }
        }
        Ok(position)
    }
}

/// The three squares of a move in either form.
fn squares(text: &str) -> Option<[Square; 3]> {
    let [from, to, spear] = in_punctuation(text)
        .or_else(|| {
            let words: Vec<_> = text.split_whitespace().collect();
            <[&str; 3]>::try_from(words).ok()
        })?
        .map(Square::from_name);
    Some([from?, to?, spear?])
}

/// Squares from the first on that two moves have in common, without the spear's.
fn likeness(one: Move, other: Move) -> usize {
    match one.from() == other.from() {
        true if one.to() == other.to() => 2,
        true => 1,
        false => 0,
    }
}

fn in_punctuation(text: &str) -> Option<[&str; 3]> {
    let (from, rest) = text.split_once('-')?;
    let (to, rest) = rest.split_once('(')?;
    Some([from, to, rest.strip_suffix(')')?])
}

impl Position {
    /// The legal moves that have most in common with `mv`, for an error.
    fn legal_like(&self, mv: Move) -> String {
        let legal = self.move_list();
        let most = legal.iter().map(|&other| likeness(mv, other)).max().unwrap_or(0);
        let mut alike = legal.iter().filter(|&&other| likeness(mv, other) == most);
        let named: Vec<_> = alike.by_ref().take(MAX_NAMED).map(|&mv| self.move_text(mv)).collect();
        match legal.len() - named.len() {
            0 if named.is_empty() => "none; this side has lost".to_string(),
            0 => named.join(" "),
            more => format!("{} and {more} others", named.join(" ")),
        }
    }
}
