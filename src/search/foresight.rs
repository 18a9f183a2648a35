//! The rules that ask the evaluation, in games that say what it is worth ([`Evaluate::MAN`]): which
//! positions need no search because it is so far outside of the window, and which leaves must not
//! be believed yet.

use crate::game::{Evaluate, Ply, Score};
use crate::search::control::{Control, Stopped};
use crate::search::depth::Depth;
use crate::search::params::{FUTILE_DEPTH, FUTILE_MARGIN, THREAT_MARGIN};
use crate::search::prune::Selectivity;
use crate::search::searcher::Searcher;
use crate::search::window::Window;

impl<G: Evaluate, C: Control> Searcher<'_, G, C> {
    /// Futility, from both sides (Heinz 1998; *reverse futility* above beta, *razoring* below
    /// alpha). *Main idea*: in a calm position near the leaves the evaluation will not come back
    /// over a distance that grows with the depth that is left.
    ///
    /// *Conditions*: the search is selective; the node's exact value is not wanted, and the window
    /// is one of judgements; little depth is left; the side to move has no noisy move.
    #[inline]
    pub(super) fn may_judge_early(&self, position: &G, depth: Depth, window: Window) -> bool {
        G::MAN.is_some()
            && self.selectivity == Selectivity::Selective
            && window.is_null()
            && depth.plies() <= FUTILE_DEPTH
            && !window.is_assured()
            && position.is_calm()
    }

    /// The judgement, if it is so far outside of the window that [`Self::may_judge_early`] lets it
    /// stand for a search.
    #[inline]
    pub(super) fn judged_early(
        &mut self,
        position: &G,
        depth: Depth,
        ply: Ply,
        window: Window,
    ) -> Option<Score> {
        if !self.may_judge_early(position, depth, window) {
            return None;
        }
        let score = self.evaluate(position, ply);
        let margin = share::<G>(FUTILE_MARGIN) * i32::from(depth.plies());
        (window.distance_to(score) >= margin).then(|| self.judgement(position, ply))
    }

    /// Threats at leaves (Cake). *Main idea*: a calm leaf is judged as if nothing were going on; but
    /// if the opponent, were it to move, had a noisy move, something is: one more move is looked at,
    /// which may answer the threat.
    ///
    /// *Conditions*: the search is selective; this has not just been done; the opponent threatens;
    /// the evaluation is not so far outside of the window that the threat is no matter.
    #[inline]
    pub(super) fn may_look_on(&mut self, position: &G, ply: Ply, window: Window) -> bool {
        if G::MAN.is_none() || self.selectivity == Selectivity::Exhaustive {
            return false;
        }
        !self.has_looked_on
            && ply < Ply::MAX
            && position.is_threatened()
            && window.distance_to(self.evaluate(position, ply)) < share::<G>(THREAT_MARGIN)
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

/// Hundredths of the smallest piece, in units of the game's evaluation.
#[inline]
fn share<G: Evaluate>(hundredths: i32) -> i32 {
    hundredths * G::MAN.unwrap_or(0) / 100
}
