//! The moves with which a side lost most: a selection for the page.

use analysis::GameReview;
use games::board::Side;
use serde::Serialize;

/// Moves that are named for each side.
const NAMED: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WorstMove {
    /// The turn, from 1: it leads to the position of this index.
    pub ply: usize,
    /// Hundredths of the point lost.
    pub loss: u32,
}

/// The worst moves of one side, the worst first.
pub fn worst_moves(review: &GameReview, side: Side) -> Vec<WorstMove> {
    let mistakes = review.mistakes().into_iter();
    let by_side = mistakes.filter(|&index| review.moves[index].by == side);
    let named =
        |index: usize| WorstMove { ply: index + 1, loss: review.moves[index].loss.hundredths() };
    by_side.take(NAMED).map(named).collect()
}
