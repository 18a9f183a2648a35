//! The agent's evaluator with a limit for its endgame tables, so that a user can see what the
//! search alone finds.

use evaluation::checkers::endgame::Tablebases;
use evaluation::checkers::network::NETWORK;
use evaluation::checkers::{BuiltInTuning, CheckersEvaluator};
use games::Outcome;
use games::board::Key;
use games::checkers::{Move, Position};
use search::{Evaluator, Ply, Score, Tuning};

/// The agent's evaluator; its tables are probed in positions of few pieces only.
#[derive(Clone, Debug)]
pub struct LimitedEvaluator {
    inner: CheckersEvaluator<'static>,
    pieces: u32,
}

impl LimitedEvaluator {
    /// An evaluator with these tables, which are probed in positions of at most `pieces` pieces.
    pub fn new(tables: Tablebases<'static>, pieces: u32) -> Self {
        LimitedEvaluator { inner: CheckersEvaluator::new(&NETWORK, tables, BuiltInTuning), pieces }
    }

    /// May the tables be probed in this position?
    #[inline(always)]
    pub fn is_within_limit(&self, position: &Position) -> bool {
        position.count() <= self.pieces
    }
}

impl Evaluator<Position> for LimitedEvaluator {
    #[inline(always)]
    fn tuning(&self) -> &Tuning {
        self.inner.tuning()
    }

    #[inline(always)]
    fn evaluate(&mut self, position: &Position, ply: Ply) -> Score {
        self.inner.evaluate(position, ply)
    }

    #[inline(always)]
    fn recognize(&self, position: &Position) -> Option<Score> {
        self.inner.recognize(position)
    }

    #[inline(always)]
    fn probe_wdl(&mut self, position: &Position) -> Option<Outcome> {
        if self.is_within_limit(position) { self.inner.probe_wdl(position) } else { None }
    }

    fn probe_root(
        &self,
        position: &Position,
        turns_left: Option<u32>,
        occurred: impl Fn(Key) -> usize,
    ) -> Option<Move> {
        // Its moves must be within the limit as well, and no move adds a piece.
        let is_within_limit = self.is_within_limit(position);
        is_within_limit.then(|| self.inner.probe_root(position, turns_left, occurred)).flatten()
    }

    #[inline(always)]
    fn quiet_order(&self, position: &Position, mv: Move) -> i32 {
        self.inner.quiet_order(position, mv)
    }

    #[inline(always)]
    fn null_move(&self, position: &Position) -> Option<Position> {
        self.inner.null_move(position)
    }
}
