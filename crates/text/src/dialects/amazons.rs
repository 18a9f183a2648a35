//! Amazons, as its assignment has it.

use crate::dialect::Dialect;
use agent::time::Pace;
use evaluation::amazons::AmazonsEvaluator;
use games::amazons::Position;
use games::board::{Side, queen_reach};

impl Dialect for Position {
    type Evaluator = AmazonsEvaluator;
    const ABOUT: &'static str = "Plays Amazons: if you cannot move any more, you have lost";
    /// The middle game decides most; when the territories are closed, there is little to find.
    const PACE: Pace = Pace::Stages(&[(28, 4), (48, 10), (60, 4), (76, 2)]);
    const SEEDED_NODES: u64 = 25_000;

    /// Mobility: the squares that one queen move reaches, summed over all amazons of a side.
    fn simple_evaluation(&self) -> i32 {
        reach(self, Side::Black) - reach(self, Side::White)
    }
}

fn reach(position: &Position, side: Side) -> i32 {
    let amazons = position.amazons(side).into_iter();
    amazons.map(|from| queen_reach(from, position.occupied()).count() as i32).sum()
}
