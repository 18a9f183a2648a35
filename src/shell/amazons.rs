//! Amazons, as its assignment has it.

use crate::board::{Side, queen_reach};
use crate::game::Notation;
use crate::games::amazons::{Piece, Position, Square};
use crate::shell::dialect::{Comments, Dialect, Limit, bracketed};

impl Dialect for Position {
    const NAME: &'static str = "amazons";
    const ABOUT: &'static str = "Plays Amazons: who cannot move any more has lost";
    const LIMIT: Limit = Limit::Unknown;
    const COMMENTS: Comments = Comments::Anywhere;
    const MOVE_IS_ONE_WORD: bool = false;
    const PIECES: &'static str = "black, white, spear or -";
    const SEEDED_NODES: u64 = 30_000;

    fn prompt(_to_move: Option<Side>) -> String {
        "> ".to_string()
    }

    fn dump(&self) -> String {
        bracketed([self.board_text()])
    }

    fn set(&self, square: &str, piece: &str, next: Side) -> Result<Self, String> {
        let place = Square::from_name(square);
        let place =
            place.ok_or_else(|| format!("set: \"{square}\" is no square; write a1 to j10"))?;
        let content = match piece.to_ascii_lowercase().as_str() {
            "black" | "b" => Some(Piece::Amazon(Side::Black)),
            "white" | "w" => Some(Piece::Amazon(Side::White)),
            "spear" | "s" => Some(Piece::Spear),
            "-" => None,
            _ => return Err(format!("set: \"{piece}\" is no piece; write {}", Self::PIECES)),
        };
        Ok(self.with_piece(place, content).with_side_to_move(next))
    }

    /// Squares that one queen move reaches, summed over all amazons of a side.
    fn simple(&self) -> i32 {
        let reach = |side: Side| {
            let reach = |from| queen_reach(from, self.occupied()).count() as i32;
            self.amazons(side).into_iter().map(reach).sum::<i32>()
        };
        reach(Side::Black) - reach(Side::White)
    }
}
