//! Lines of Action, as its assignment has it.

use crate::dialect::Dialect;
use evaluation::loa::LoaEvaluator;
use games::board::Side;
use games::loa::Position;

impl Dialect for Position {
    type Evaluator = LoaEvaluator;
    const ABOUT: &'static str = "Plays Lines of Action: connect all your pieces";

    fn prompt(to_move: Option<Side>) -> &'static str {
        match to_move {
            Some(Side::Black) => "b> ",
            Some(Side::White) => "w> ",
            None => "-> ",
        }
    }

    /// How close together the pieces of a side stand: the sum of their distances from their center.
    fn simple_evaluation(&self) -> i32 {
        spread(self, Side::White) - spread(self, Side::Black)
    }
}

fn spread(position: &Position, side: Side) -> i32 {
    let pieces = position.pieces(side).into_iter();
    let places: Vec<_> =
        pieces.map(|square| [square.file() as i32, square.rank() as i32]).collect();
    let count = places.len().max(1) as i32;
    let sum = places.iter().fold([0, 0], |a, b| [a[0] + b[0], a[1] + b[1]]);
    let away = places
        .iter()
        .map(|[file, rank]| (file * count - sum[0]).abs().max((rank * count - sum[1]).abs()));
    away.sum::<i32>() * 10 / (count * count)
}
