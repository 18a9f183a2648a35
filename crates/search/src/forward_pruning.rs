//! Forward pruning by static evaluation, for games whose [`Tuning`](crate::tuning::Tuning) allows
//! it: nodes that need no search or a shallower one, and leaves that must not be evaluated yet.
//!
//! The techniques come in pairs of a condition (`may_...`) and an action.

use crate::control::Stopped;
use crate::depth::Depth;
use crate::evaluator::Evaluator;
use crate::node::{LineState, Node};
use crate::params::{MAX_LINE_REDUCTION, MAX_NODE_REDUCTION};
use crate::prune::Selectivity;
use crate::score::{Ply, Score};
use crate::searcher::Searcher;
use crate::window::Window;
use games::MoveHints;
use std::ops::ControlFlow;

impl<G: MoveHints, E: Evaluator<G>> Searcher<'_, G, E> {
    /// May the static evaluation prune or reduce this node? *Main idea*: in a quiet position the
    /// score seldom comes back over a great distance, so the farther the static evaluation lies
    /// outside the window, the less depth is enough to see it.
    ///
    /// *Conditions*: the search is selective; only a bound is wanted, and no mate or tablebase
    /// score; the side to move has no noisy move.
    #[inline]
    fn may_forward_prune(&self, position: &G, node: Node) -> bool {
        self.selectivity == Selectivity::Selective
            && !node.wants_exact_score()
            && !node.window.is_decisive()
            && position.is_quiet()
    }

    /// Reverse futility pruning above the window (Heinz 1998) and razoring below it (Birmingham and
    /// Kent 1977), in the last [`MAX_NODE_REDUCTION`] plies: `Break` holds the static evaluation if
    /// it lies outside the window by the futility margin of each ply left.
    ///
    /// Elsewhere multi-ply reduction (Cake): `Continue` holds the plies by which the node is
    /// searched less deep, one for each reduction margin. A whole line loses at most
    /// [`MAX_LINE_REDUCTION`] plies, so that a combination behind a sacrifice is not missed for
    /// good.
    #[inline]
    pub(crate) fn forward_prune(&mut self, position: &G, node: Node) -> ControlFlow<Score, i16> {
        let Some(pruning) = self.evaluator.tuning().forward_pruning else {
            return ControlFlow::Continue(0);
        };
        if !self.may_forward_prune(position, node) {
            return ControlFlow::Continue(0);
        }
        let eval = self.evaluator.evaluate(position, node.ply);
        let distance = node.window.distance_to(eval);
        let margins = if node.fails_high(eval) { pruning.above } else { pruning.below };
        let plies_left = node.depth.plies();
        if plies_left <= MAX_NODE_REDUCTION && distance >= margins.futility * i32::from(plies_left)
        {
            return ControlFlow::Break(self.eval_or_no_moves(position, node.ply, eval));
        }
        let wanted = (distance / margins.reduction).min(i32::from(MAX_NODE_REDUCTION)) as i16;
        let line_allows = (MAX_LINE_REDUCTION - node.line.reduced).max(0);
        ControlFlow::Continue(wanted.min(line_allows).min(plies_left - 1))
    }

    /// May a leaf be searched one ply deeper because of a threat (Cake)? *Main idea*: if the
    /// opponent would have a noisy move, were it to move, the static evaluation of the leaf is
    /// unreliable; one more ply may answer the threat.
    ///
    /// *Conditions*: the search is selective; the line has no such extension yet; the opponent
    /// threatens; the evaluation is within the threat margin of the window.
    #[inline]
    pub(crate) fn may_extend_threat(
        &self,
        position: &G,
        ply: Ply,
        window: Window,
        line: LineState,
        eval: Score,
    ) -> bool {
        let Some(pruning) = self.evaluator.tuning().forward_pruning else { return false };
        self.selectivity == Selectivity::Selective
            && !line.threat_extended
            && ply < Ply::MAX
            && window.distance_to(eval) < pruning.threat
            && position.is_threatened()
    }

    /// The score of a leaf after one more ply, for [`Self::may_extend_threat`].
    pub(crate) fn extend_threat(
        &mut self,
        position: &G,
        ply: Ply,
        window: Window,
        line: LineState,
    ) -> Result<Score, Stopped> {
        let line = LineState { threat_extended: true, ..line };
        self.search(position, Node { depth: Depth::new(1), ply, window, line })
    }
}
