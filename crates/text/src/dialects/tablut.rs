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
        let [muscovites, swedes] = [Piece::Muscovite, Piece::Swede].map(|piece| {
            Square::all().filter(|&square| self.board().at(square) == Some(piece)).count() as i32
        });
        let king = Square::all().find(|&square| self.board().at(square) == Some(Piece::King));
        10 * muscovites - 20 * swedes + 5 * king.map_or(0, from_edge)
    }
}

/// Squares from here to the nearest edge.
fn from_edge(square: Square) -> i32 {
    let (file, rank) = (square.file(), square.rank());
    file.min(8 - file).min(rank.min(8 - rank)) as i32
}
