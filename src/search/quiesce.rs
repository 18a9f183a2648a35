//! Quiescence: where the depth is spent, noisy moves are followed until the position is calm
//! enough to be judged.
//!
//! In a game whose noisy moves are compulsory no position with one pending is ever judged; where
//! they are optional, the judgement as it stands is a lower bound.

use crate::game::{Evaluate, Noise, Ply, Score};
use crate::search::control::{Control, Stopped};
use crate::search::picker::Frame;
use crate::search::searcher::Searcher;
use crate::search::window::Window;

impl<G: Evaluate, C: Control> Searcher<'_, G, C> {
    /// The value of `position` after its noisy moves have been played out.
    pub(super) fn quiesce(
        &mut self,
        position: &G,
        ply: Ply,
        window: Window,
    ) -> Result<Score, Stopped> {
        self.visit(ply, window)?;
        if let Some(score) = self.ended(position, ply) {
            return Ok(score);
        }
        let frame = self.pool.open(|moves| position.noisy_moves(moves));
        let calm = frame.is_empty() || ply >= Ply::MAX;
        if calm {
            self.pool.close(frame);
            return self.calm(position, ply, window);
        }
        let standing = match G::NOISE {
            Noise::Forced => Score::MIN,
            Noise::Optional => self.evaluate(position, ply),
        };
        if window.fails_high(standing) {
            self.pool.close(frame);
            return Ok(standing);
        }
        let score = self.best_noisy(position, frame, ply, window, standing)?;
        self.pool.close(frame);
        Ok(score)
    }

    /// The value of a position without noisy moves.
    #[inline]
    fn calm(&mut self, position: &G, ply: Ply, window: Window) -> Result<Score, Stopped> {
        if let Some(known) = self.known(position, ply) {
            return Ok(known);
        }
        let judgement = self.evaluate(position, ply);
        if self.may_look_on(position, ply, window, judgement) {
            return self.look_on(position, ply, window);
        }
        Ok(self.stands(position, ply, judgement))
    }

    fn best_noisy(
        &mut self,
        position: &G,
        frame: Frame,
        ply: Ply,
        window: Window,
        standing: Score,
    ) -> Result<Score, Stopped> {
        self.order(position, frame, ply, None);
        let mut best = standing;
        let mut open = window.raised(standing);
        for index in 0..frame.len() {
            let mv = self.pool.pick(frame, index);
            let child = position.play(mv);
            self.path.push(child.key(), position.finality(mv));
            let score = -self.quiesce(&child, ply.next(), -open)?;
            self.path.pop();
            best = best.max(score);
            open = open.raised(score);
            if open.fails_high(score) {
                break;
            }
        }
        Ok(best)
    }
}
