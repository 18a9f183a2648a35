//! Lines of Action, as its assignment has it.

use crate::dialect::{Dialect, GameEnd, MoveLimit, dump_of, parse_placement};
use evaluation::loa::LoaEvaluator;
use formats::commands::Comments;
use games::board::Side;
use games::loa::{Move, Position, Square, rules};
use games::{Game, Notation};

impl Dialect for Position {
    type Evaluator = LoaEvaluator;
    const TITLE: &'static str = "Lines of Action";
    const ABOUT: &'static str = "Plays Lines of Action: connect all your pieces";
    const LIMIT: MoveLimit = MoveLimit::Moves(rules::MOVES_EACH);
    const COMMENTS: Comments = Comments::WholeLines;
    const MOVE_IS_ONE_WORD: bool = true;
    const MOVE_FORM: &'static str = "b8-b6: from, to";
    const PIECES: &'static str = "black, white or -";

    fn prompt(to_move: Option<Side>) -> &'static str {
        match to_move {
            Some(Side::Black) => "b> ",
            Some(Side::White) => "w> ",
            None => "-> ",
        }
    }

    fn dump(&self) -> String {
        let next = self.side_to_move().word();
        dump_of([self.board_text(), format!("Next move: {next}")])
    }

    fn set(&self, square: &str, piece: &str, next: Side) -> Result<Self, String> {
        let pieces = [("black", Side::Black), ("white", Side::White)];
        let (place, content) = parse_placement(square, piece, &pieces, Self::PIECES)?;
        Ok(self.with_piece(place, content).with_side_to_move(next))
    }

    /// How close together the pieces of a side stand: the sum of their distances from their center.
    fn simple_evaluation(&self) -> i32 {
        let spread = |side: Side| {
            let squares: Vec<Square> = self.pieces(side).into_iter().collect();
            let count = squares.len().max(1) as i32;
            let place = |square: &Square| [square.file() as i32, square.rank() as i32];
            let sum = squares.iter().map(place).fold([0, 0], |a, b| [a[0] + b[0], a[1] + b[1]]);
            let away = |square: &Square| {
                let [file, rank] = place(square);
                (file * count - sum[0]).abs().max((rank * count - sum[1]).abs())
            };
            squares.iter().map(away).sum::<i32>() * 10 / (count * count)
        };
        spread(Side::White) - spread(Side::Black)
    }

    fn board_end(&self, end: GameEnd) -> String {
        match end {
            GameEnd::Won(side) => format!("all pieces of {side} are connected"),
            GameEnd::Tie => "the pieces of both sides are connected".to_string(),
        }
    }

    fn forced_pass(&self) -> Option<Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        (moves == [Move::PASS]).then_some(Move::PASS)
    }
}
