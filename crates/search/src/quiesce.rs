//! Quiescence search: where the depth is spent, noisy moves are followed until the position is quiet
//! enough to be evaluated.
//!
//! In a game whose noisy moves are compulsory no position with one pending is ever evaluated; where
//! they are optional, the static evaluation is a lower bound (*stand pat*).

use crate::control::{Control, Stopped};
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::picker::Frame;
use crate::score::{Ply, Score};
use crate::searcher::Searcher;
use games::{MoveHints, Noise};

impl<G: MoveHints, E: Evaluator<G>, C: Control> Searcher<'_, G, E, C> {
    /// The score of `position` after its noisy moves have been played out.
    pub(crate) fn quiesce(&mut self, position: &G, node: Node) -> Result<Score, Stopped> {
        self.visit(node)?;
        if let Some(score) = self.game_over(position, node.ply) {
            return Ok(score);
        }
        let frame = self.pool.open(|moves| position.noisy_moves(moves));
        if frame.is_empty() || node.ply >= Ply::MAX {
            self.pool.close(frame);
            return self.evaluate_quiet(position, node);
        }
        let stand_pat = match G::NOISE {
            Noise::Forced => Score::MIN,
            Noise::Optional => self.evaluator.evaluate(position, node.ply),
        };
        if node.fails_high(stand_pat) {
            self.pool.close(frame);
            return Ok(stand_pat);
        }
        let score = self.best_noisy(position, frame, node, stand_pat)?;
        self.pool.close(frame);
        Ok(score)
    }

    /// The score of a position without noisy moves.
    #[inline]
    fn evaluate_quiet(&mut self, position: &G, node: Node) -> Result<Score, Stopped> {
        if let Some(score) = self.probe_tables(position, node.ply) {
            return Ok(score);
        }
        let eval = self.evaluator.evaluate(position, node.ply);
        if self.may_extend_threat(position, node, eval) {
            return self.extend_threat(position, node);
        }
        Ok(self.eval_or_no_moves(position, node.ply, eval))
    }

    fn best_noisy(
        &mut self,
        position: &G,
        frame: Frame,
        node: Node,
        stand_pat: Score,
    ) -> Result<Score, Stopped> {
        self.order(position, frame, node.ply, None);
        let mut best = stand_pat;
        let mut open = node.window.raised(stand_pat);
        for index in 0..frame.len() {
            let mv = self.pool.pick(frame, index);
            let child = position.play(mv);
            self.history.push(child.key(), position.finality(mv));
            let score = -self.quiesce(&child, node.child(node.depth, -open))?;
            self.history.pop();
            best = best.max(score);
            open = open.raised(score);
            if open.fails_high(score) {
                break;
            }
        }
        Ok(best)
    }
}
