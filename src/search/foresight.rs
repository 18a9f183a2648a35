//! The rules that ask the evaluation, in games that say how far it can be trusted
//! ([`Foresight`](crate::game::Foresight)): which positions need no search because it is so far outside
//! of the window, and which leaves must not be believed yet.

use crate::game::{Evaluate, Ply, Score};
use crate::search::control::{Control, Stopped};
use crate::search::depth::Depth;
use crate::search::params::{MOST_TRUNCATED, TRUNCATIONS_OF_A_PATH};
use crate::search::prune::Selectivity;
use crate::search::searcher::Searcher;
use crate::search::window::Window;
use std::ops::ControlFlow;

impl<G: Evaluate, C: Control> Searcher<'_, G, C> {
    /// Truncation (Cake; near the leaves it is *reverse futility* above beta and *razoring* below
    /// alpha). *Main idea*: in a calm position the evaluation seldom comes back over a great
    /// distance, so the farther it is outside of the window, the less depth is enough to see it.
    ///
    /// *Conditions*: the search is selective; the node's exact value is not wanted, and the window
    /// is one of judgements; the side to move has no noisy move.
    #[inline]
    pub(super) fn may_truncate(&self, position: &G, window: Window) -> bool {
        self.selectivity == Selectivity::Selective
            && window.is_null()
            && !window.is_assured()
            && position.is_calm()
    }

    /// Where [`Self::may_truncate`] allows it: the judgement, if in the last plies it is by the margin
    /// *early* for each of them outside of the window; else the plies by which the search is shallower,
    /// until the path has lost [`TRUNCATIONS_OF_A_PATH`], so that a combination behind a sacrifice is not
    /// missed for good.
    #[inline]
    pub(super) fn truncation(
        &mut self,
        position: &G,
        depth: Depth,
        ply: Ply,
        window: Window,
    ) -> ControlFlow<Score, i16> {
        let Some(foresight) = position.tuning().foresight else { return ControlFlow::Continue(0) };
        if !self.may_truncate(position, window) {
            return ControlFlow::Continue(0);
        }
        let score = self.evaluate(position, ply);
        let distance = window.distance_to(score);
        let margins = if window.fails_high(score) { foresight.above } else { foresight.below };
        if depth.plies() <= MOST_TRUNCATED && distance >= margins.early * i32::from(depth.plies()) {
            return ControlFlow::Break(self.stands(position, ply, score));
        }
        let plies = (distance / margins.truncation).min(i32::from(MOST_TRUNCATED)) as i16;
        let left = (TRUNCATIONS_OF_A_PATH - self.truncated).max(0);
        ControlFlow::Continue(plies.min(left).min(depth.plies() - 1))
    }

    /// Threats at leaves (Cake). *Main idea*: a calm leaf is judged as if nothing were going on; but
    /// if the opponent, were it to move, had a noisy move, something is: one more move is looked at,
    /// which may answer the threat.
    ///
    /// *Conditions*: the search is selective; this has not just been done; the opponent threatens;
    /// the evaluation is not so far outside of the window that the threat is no matter.
    #[inline]
    pub(super) fn may_look_on(
        &self,
        position: &G,
        ply: Ply,
        window: Window,
        judgement: Score,
    ) -> bool {
        let Some(foresight) = position.tuning().foresight else { return false };
        self.selectivity == Selectivity::Selective
            && !self.has_looked_on
            && ply < Ply::MAX
            && window.distance_to(judgement) < foresight.threat
            && position.is_threatened()
    }

    /// The value of a leaf after one more move, for [`Self::may_look_on`].
    pub(super) fn look_on(
        &mut self,
        position: &G,
        ply: Ply,
        window: Window,
    ) -> Result<Score, Stopped> {
        self.has_looked_on = true;
        let score = self.node(position, Depth::new(1), ply, window)?;
        self.has_looked_on = false;
        Ok(score)
    }
}
