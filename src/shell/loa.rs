//! Lines of Action, as its assignment has it.

use crate::board::Side;
use crate::game::Notation;
use crate::games::loa::{Move, Position, Square, rules};
use crate::shell::dialect::{Comments, Dialect, Limit, bracketed};

impl Dialect for Position {
    const NAME: &'static str = "loa";
    const ABOUT: &'static str = "Plays Lines of Action: connect all your pieces";
    const LIMIT: Limit = Limit::Moves(rules::MOVES_EACH);
    const COMMENTS: Comments = Comments::WholeLines;
    const MOVE_IS_ONE_WORD: bool = true;
    const PIECES: &'static str = "black, white or -";
    const SEEDED_NODES: u64 = 150_000;

    fn prompt(to_move: Option<Side>) -> String {
        match to_move {
            Some(Side::Black) => "b> ",
            Some(Side::White) => "w> ",
            None => "-> ",
        }
        .to_string()
    }

    fn dump(&self) -> String {
        let next = self.side_to_move().to_string().to_lowercase();
        bracketed([self.board_text(), format!("Next move: {next}")])
    }

    fn set(&self, square: &str, piece: &str, next: Side) -> Result<Self, String> {
        let place = Square::from_name(square);
        let place =
            place.ok_or_else(|| format!("set: \"{square}\" is no square; write a1 to h8"))?;
        let content = match piece.to_ascii_lowercase().as_str() {
            "black" | "b" => Some(Side::Black),
            "white" | "w" => Some(Side::White),
            "-" => None,
            _ => return Err(format!("set: \"{piece}\" is no piece; write {}", Self::PIECES)),
        };
        Ok(self.with_piece(place, content).with_side_to_move(next))
    }

    fn forced_pass(&self) -> Option<Move> {
        let mut moves = Vec::new();
        crate::game::Game::legal_moves(self, &mut moves);
        (moves == [Move::PASS]).then_some(Move::PASS)
    }
}
