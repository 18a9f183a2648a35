//! Nodes whose score needs no search: the game is over, a draw rule applies, or endgame tables know
//! the result.

use crate::evaluator::Evaluator;
use crate::params::CONVERSION_PLIES;
use crate::score::{Ply, Score};
use crate::searcher::Searcher;
use games::{MoveHints, Outcome, Repetition};

impl<G: MoveHints, E: Evaluator<G>> Searcher<'_, G, E> {
    /// The score of a position that ends the game, by the board or by a rule about the positions
    /// before it. At the root no such rule applies: a move is wanted, whatever it is worth.
    #[inline]
    pub(crate) fn game_over(&self, position: &G, ply: Ply) -> Option<Score> {
        if let Some(outcome) = position.outcome() {
            return Some(self.score_of_outcome(outcome, ply));
        }
        if ply == Ply::ROOT {
            return None;
        }
        if self.history.is_repetition(G::REPETITION) {
            return Some(match G::REPETITION {
                Repetition::LosesForMover => Score::win_in(ply),
                Repetition::Ignored | Repetition::Draws { .. } => self.history.draw(),
            });
        }
        if !self.history.is_over_limit() {
            return None;
        }
        let outcome = if position.can_move() { G::AT_QUIET_LIMIT } else { G::NO_MOVES };
        Some(self.score_of_outcome(outcome, ply))
    }

    /// The score of a position in the endgame tables, unless it ends the game, which
    /// [`Self::game_over`] has seen.
    ///
    /// At a root inside the tables, probes are ignored until the next conversion (a move that
    /// resets the quiet turns): otherwise every move that keeps the win would look the same. Wins
    /// and losses are ignored when the quiet-turn limit is within [`CONVERSION_PLIES`]: the tables
    /// do not know how many quiet turns have been played.
    #[inline]
    pub(crate) fn probe_tables(&mut self, position: &G, ply: Ply) -> Option<Score> {
        if self.root_wdl.is_some() && self.history.quiet_turns() as usize >= ply.index() {
            return None;
        }
        let score = match self.evaluator.probe_wdl(position)? {
            Outcome::Draw => return Some(self.history.draw()),
            Outcome::Loss if !position.can_move() => return None,
            Outcome::Win => Score::tablebase_win(ply),
            Outcome::Loss => Score::tablebase_loss(ply),
        };
        (!self.history.reaches_limit_within(CONVERSION_PLIES)).then_some(score)
    }

    /// The static evaluation of a quiet position, or the end of the game if there is no move.
    #[inline]
    pub(crate) fn eval_or_no_moves(&self, position: &G, ply: Ply, eval: Score) -> Score {
        if position.can_move() { eval } else { self.score_of_outcome(G::NO_MOVES, ply) }
    }

    /// The score of a finished game at `ply`, whose last position is that of the history.
    #[inline]
    pub(crate) fn score_of_outcome(&self, outcome: Outcome, ply: Ply) -> Score {
        match outcome {
            Outcome::Win => Score::win_in(ply),
            Outcome::Loss => Score::loss_in(ply),
            Outcome::Draw => self.history.draw(),
        }
    }
}

/// Removes the moves that give away the result of a root inside the endgame tables.
pub fn keep_result<G: MoveHints>(
    position: &G,
    evaluator: &mut impl Evaluator<G>,
    result: Outcome,
    moves: &mut Vec<G::Move>,
) {
    let mut keeps = |&mv: &G::Move| {
        let after = evaluator.probe_wdl(&position.play(mv));
        after.is_none_or(|after| after.for_opponent() == result)
    };
    if moves.iter().any(&mut keeps) {
        moves.retain(keeps);
    }
}
