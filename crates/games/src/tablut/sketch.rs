//! Positions for tests, written as the pieces on their squares: `Ke5 Wd5 Bc5`.

use crate::board::Side;
use crate::tablut::board::Piece;
use crate::tablut::position::Position;
use crate::tablut::squares::{Square, SquareSet};

/// The position with these pieces.
pub fn sketch(pieces: &str, side: Side) -> Position {
    pieces
        .split(' ')
        .fold(Position::EMPTY, |position, word| {
            let piece = word.chars().next().and_then(Piece::from_letter).expect("B, W or K");
            position.with_piece(square(&word[1..]), Some(piece))
        })
        .with_side_to_move(side)
}

/// The square of this name.
pub fn square(name: &str) -> Square {
    Square::from_name(name).expect("the name of a square")
}

/// The squares of these names, separated by blanks.
pub fn squares(names: &str) -> SquareSet {
    names.split_whitespace().map(square).collect()
}
