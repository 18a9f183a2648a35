//! The moves with which a side lost most.
//!
//! A loss is counted in shares of the point: the evaluation, in units, becomes the share that the
//! side may expect, so that a man lost in a won game counts less than one lost in an even game.
//! Where the endgame tables reach, their result counts instead. A move that was the only one is no
//! mistake.

use crate::report::evaluate::ReplayedGame;
use crate::report::evaluations_file::EvaluatedGame;
use crate::report::verdict::Evaluation;
use games::Game;
use games::board::Side;
use serde::Serialize;

/// How many are named for each side.
const NAMED: usize = 3;
/// The smallest loss that is named: below it, short searches disagree with themselves.
const LEAST_LOSS: f64 = 0.05;

/// A move that lost something.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WorstMove {
    /// The turn, from 1: it leads to the position of this index.
    pub ply: usize,
    /// Hundredths of the point lost.
    pub loss: u32,
}

/// The worst moves of one side, the worst first.
pub fn worst_moves(
    game: &ReplayedGame<'_>,
    evaluated: &EvaluatedGame,
    side: Side,
) -> Vec<WorstMove> {
    let shares = shares(game, evaluated);
    let by_side = |ply: &usize| {
        let before = &game.positions[ply - 1];
        before.side_to_move() == side && before.count_moves() > 1
    };
    let loss = |ply: usize| {
        let lost_by_black = shares[ply - 1] - shares[ply];
        (ply, if side == Side::Black { lost_by_black } else { -lost_by_black })
    };
    let plies = 1..shares.len().min(game.positions.len());
    let mut losses: Vec<_> = plies.filter(by_side).map(loss).collect();
    losses.retain(|&(_, loss)| loss >= LEAST_LOSS);
    losses.sort_by(|one, other| other.1.total_cmp(&one.1));
    losses.truncate(NAMED);
    let named = |(ply, loss): (usize, f64)| WorstMove { ply, loss: (100.0 * loss).round() as u32 };
    losses.into_iter().map(named).collect()
}

/// Black's share of the point in each position. A game that was drawn is a draw at its end,
/// whatever the tables say of the board.
fn shares(game: &ReplayedGame<'_>, evaluated: &EvaluatedGame) -> Vec<f64> {
    let share = |(index, score): (usize, &Evaluation)| {
        let in_table = index.checked_sub(evaluated.tables_from());
        let verdict = in_table.and_then(|nth| evaluated.tables.get(nth));
        let verdict = verdict.filter(|_| !game.is_drawn_at(index));
        verdict.map_or_else(|| score.expected(), |verdict| verdict.expected())
    };
    evaluated.scores.iter().enumerate().map(share).collect()
}
