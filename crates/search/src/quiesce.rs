//! Quiescence search: where the depth is spent, noisy moves are followed until the position is
//! quiet enough to be evaluated.
//!
//! In a game whose noisy moves are compulsory no position with one pending is ever evaluated; where
//! they are optional, the static evaluation is a lower bound (*stand pat*).

use crate::control::Stopped;
use crate::evaluator::Evaluator;
use crate::node::LineState;
use crate::picker::Frame;
use crate::score::{Ply, Score};
use crate::searcher::Searcher;
use crate::window::Window;
use games::{MoveHints, Noise};

impl<G: MoveHints, E: Evaluator<G>> Searcher<'_, G, E> {
    /// The score of `position` after its noisy moves have been played out.
    pub(crate) fn quiesce(
        &mut self,
        position: &G,
        ply: Ply,
        window: Window,
        line: LineState,
    ) -> Result<Score, Stopped> {
        self.visit(ply, window)?;
        if let Some(score) = self.game_over(position, ply) {
            return Ok(score);
        }
        let frame = self.pool.open(|moves| position.noisy_moves(moves));
        if frame.is_empty() || ply >= Ply::MAX {
            self.pool.close(frame);
            return self.evaluate_quiet(position, ply, window, line);
        }
        let stand_pat = match G::NOISE {
            Noise::Forced => Score::MIN,
            Noise::Optional => self.evaluator.evaluate(position, ply),
        };
        if window.fails_high(stand_pat) {
            self.pool.close(frame);
            return Ok(stand_pat);
        }
        let score = self.best_noisy(position, frame, (ply, window, line), stand_pat)?;
        self.pool.close(frame);
        Ok(score)
    }

    /// The score of a position without noisy moves.
    #[inline]
    fn evaluate_quiet(
        &mut self,
        position: &G,
        ply: Ply,
        window: Window,
        line: LineState,
    ) -> Result<Score, Stopped> {
        if let Some(score) = self.probe_tables(position, ply) {
            return Ok(score);
        }
        let eval = self.evaluator.evaluate(position, ply);
        if self.may_extend_threat(position, ply, window, line, eval) {
            return self.extend_threat(position, ply, window, line);
        }
        Ok(self.eval_or_no_moves(position, ply, eval))
    }

    fn best_noisy(
        &mut self,
        position: &G,
        frame: Frame,
        (ply, window, line): (Ply, Window, LineState),
        stand_pat: Score,
    ) -> Result<Score, Stopped> {
        self.order(position, frame, ply, None);
        let mut best = stand_pat;
        let mut open = window.raised(stand_pat);
        for index in 0..frame.len() {
            let mv = self.pool.pick(frame, index);
            let child = position.play(mv);
            self.history.push(child.key(), position.finality(mv));
            let score = -self.quiesce(&child, ply.next(), -open, line)?;
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
