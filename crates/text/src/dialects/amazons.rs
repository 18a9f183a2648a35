//! Amazons, as its assignment has it.

use crate::dialect::{Dialect, MoveLimit, parse_placement};
use agent::time::Pace;
use evaluation::amazons::AmazonsEvaluator;
use games::{
    amazons::{Piece, Position},
    board::{Side, queen_reach},
};

impl Dialect for Position {
    type Evaluator = AmazonsEvaluator;
    const TITLE: &'static str = "Amazons";
    const ABOUT: &'static str = "Plays Amazons: if you cannot move any more, you have lost";
    const LIMIT: MoveLimit = MoveLimit::Unsupported;
    const MOVE_FORM: &'static str = "d1-d7(g7) or d1 d7 g7: from, to, spear";
    const PIECES: &'static str = "black, white, spear or -";
    /// The middle game decides most; when the territories are closed, there is little to find.
    const PACE: Pace = Pace::Stages(&[(28, 4), (48, 10), (60, 4), (76, 2)]);
    const SEEDED_NODES: u64 = 25_000;

    fn set(&self, square: &str, piece: &str, next: Side) -> Result<Self, String> {
        let pieces = [
            ("black", Piece::Amazon(Side::Black)),
            ("white", Piece::Amazon(Side::White)),
            ("spear", Piece::Spear),
        ];
        let (place, content) = parse_placement(square, piece, &pieces, Self::PIECES)?;
        Ok(self.with_piece(place, content).with_side_to_move(next))
    }

    /// Mobility: the squares that one queen move reaches, summed over all amazons of a side.
    fn simple_evaluation(&self) -> i32 {
        let reach = |side: Side| {
            let reach = |from| queen_reach(from, self.occupied()).count() as i32;
            self.amazons(side).into_iter().map(reach).sum::<i32>()
        };
        reach(Side::Black) - reach(Side::White)
    }
}
