//! Tablut, as its assignment has it.

use crate::dialect::{Dialect, GameEnd, parse_placement};
use evaluation::tablut::TablutEvaluator;
use games::board::Side;
use games::tablut::{Piece, Position, Square};

impl Dialect for Position {
    type Evaluator = TablutEvaluator;
    const TITLE: &'static str = "Tablut";
    const ABOUT: &'static str = "Plays Tablut: White's king flees to the edge, Black hunts him";
    const MOVE_FORM: &'static str = "a4-3 or a4-b: from, the new row or column";
    const SCORE_UNIT: &'static str = "1.00 wins two games of three";
    const PIECES: &'static str = "black, white, king or -";

    fn set(&self, square: &str, piece: &str, next: Side) -> Result<Self, String> {
        let pieces = [("black", Piece::Muscovite), ("white", Piece::Swede), ("king", Piece::King)];
        let (place, content) = parse_placement(square, piece, &pieces, Self::PIECES)?;
        Ok(self.with_piece(place, content).with_side_to_move(next))
    }

    fn board_end(&self, end: GameEnd) -> String {
        let is_escape = end == GameEnd::Won(Side::White);
        let words = if is_escape { "the king has escaped" } else { "the king is captured" };
        words.to_string()
    }

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
