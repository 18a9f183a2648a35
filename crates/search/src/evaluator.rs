//! The contract of an evaluator: what a position is worth, and everything else that is knowledge
//! about a game and not a rule of it.
//!
//! An evaluator is handed to the search as a value, so that two evaluators can be played against
//! each other in one process, and larger endgame tables need no global. It may keep state to
//! evaluate neighboring positions faster (`&mut self`); its results must not depend on that state.

use crate::score::{Ply, Score};
use crate::tuning::Tuning;
use games::board::Key;
use games::{MoveHints, Outcome};

/// The largest absolute value of [`Evaluator::quiet_order`].
pub const QUIET_ORDER_LIMIT: i32 = 4_096;

/// Evaluates positions of one game.
pub trait Evaluator<G: MoveHints> {
    /// How far the search may trust this evaluator; asked at every node, so a plain borrow.
    #[inline(always)]
    fn tuning(&self) -> &Tuning {
        &Tuning::PLAIN
    }

    /// The static evaluation of a position at `ply` of a search, for the side to move, in the units
    /// of the evaluator: never a mate or tablebase score ([`Score::from_eval`] clamps).
    fn evaluate(&mut self, position: &G, ply: Ply) -> Score;

    /// The score for the side to move of a game that is as good as over, so that no search would
    /// change it (*interior-node recognition*, Slate 1984): found at bounded cost.
    #[inline]
    fn recognize(&self, _position: &G) -> Option<Score> {
        None
    }

    /// The result with best play by both sides, for the side to move, if endgame tables hold it
    /// (win, draw or loss). Asked at every node, so it must be cheap.
    #[inline]
    fn probe_wdl(&mut self, _position: &G) -> Option<Outcome> {
        None
    }

    /// The best move at the root if endgame tables know it, so that there is nothing to search.
    /// `turns_left`: plies until the limit of quiet turns ([`games::Game::QUIET_LIMIT`]), `None`
    /// without a limit. `occurred`: how often the position with a key has occurred.
    fn probe_root(
        &self,
        _position: &G,
        _turns_left: Option<u32>,
        _occurred: impl Fn(Key) -> usize,
    ) -> Option<G::Move> {
        None
    }

    /// How good a legal quiet move looks before any search, for move ordering: within
    /// [`QUIET_ORDER_LIMIT`] on either side of 0. Called once for every quiet move of a node, so it
    /// must be cheap.
    #[inline]
    fn quiet_order(&self, _position: &G, _mv: G::Move) -> i32 {
        0
    }

    /// The position after a null move, if the search may try one here: only where passing is almost
    /// never the best move (no zugzwang).
    #[inline]
    fn null_move(&self, _position: &G) -> Option<G> {
        None
    }
}

/// A change of the values of an evaluator.
pub trait Adjust<G> {
    /// The value to use for a position at `ply`, whose evaluation is `score`.
    fn adjust(&mut self, position: &G, ply: Ply, score: Score) -> Score;
}

impl<G, A: Adjust<G>> Adjust<G> for Option<A> {
    #[inline]
    fn adjust(&mut self, position: &G, ply: Ply, score: Score) -> Score {
        match self {
            Some(adjustment) => adjustment.adjust(position, ply, score),
            None => score,
        }
    }
}

/// An evaluator whose values are adjusted; all else is as the evaluator has it.
#[derive(Debug)]
pub struct AdjustedEvaluator<E, A> {
    /// Its values are adjusted.
    pub evaluator: E,
    /// How.
    pub adjustment: A,
}

impl<G: MoveHints, E: Evaluator<G>, A: Adjust<G>> Evaluator<G> for AdjustedEvaluator<E, A> {
    #[inline(always)]
    fn tuning(&self) -> &Tuning {
        self.evaluator.tuning()
    }

    #[inline]
    fn evaluate(&mut self, position: &G, ply: Ply) -> Score {
        let score = self.evaluator.evaluate(position, ply);
        self.adjustment.adjust(position, ply, score)
    }

    #[inline]
    fn recognize(&self, position: &G) -> Option<Score> {
        self.evaluator.recognize(position)
    }

    #[inline]
    fn probe_wdl(&mut self, position: &G) -> Option<Outcome> {
        self.evaluator.probe_wdl(position)
    }

    fn probe_root(
        &self,
        position: &G,
        turns_left: Option<u32>,
        occurred: impl Fn(Key) -> usize,
    ) -> Option<G::Move> {
        self.evaluator.probe_root(position, turns_left, occurred)
    }

    #[inline]
    fn quiet_order(&self, position: &G, mv: G::Move) -> i32 {
        self.evaluator.quiet_order(position, mv)
    }

    #[inline]
    fn null_move(&self, position: &G) -> Option<G> {
        self.evaluator.null_move(position)
    }
}
