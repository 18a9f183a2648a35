//! Tablut, as its assignment has it.

use crate::dialect::Dialect;
use evaluation::tablut::TablutEvaluator;
use games::tablut::{Piece, Position, Square};

impl Dialect for Position {
    type Evaluator = TablutEvaluator;
    const ABOUT: &'static str = "Plays Tablut: White's king flees to the edge, Black hunts him";
    const SCORE_UNIT: &'static str = "1.00 wins two games of three";

    /// Material, and how far the king is from the nearest edge.
    fn simple_evaluation(&self) -> i32 {
        let count = |piece: Piece| {
            Square::all().filter(|&square| self.board().at(square) == Some(piece)).count() as i32
        };
        let from_edge = |square: Square| {
            let least = |at: usize| at.min(8 - at) as i32;
            least(square.file()).min(least(square.rank()))
        };
        let king = Square::all().find(|&square| self.board().at(square) == Some(Piece::King));
        10 * count(Piece::Muscovite) - 20 * count(Piece::Swede) + 5 * king.map_or(0, from_edge)
    }
}
