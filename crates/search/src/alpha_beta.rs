//! One node of the tree, as steps.
//!
//! ```text
//! search      visit; game over? depth spent -> quiescence; tables? forward pruning? table cutoff?
//! expand      null move; moves, in order -> best_of -> store
//! best_of     for each move: score_of; update the PV; stop when the window is closed
//! score_of    reduced and with a null window first; searched again where that was too pessimistic
//! ```
//!
//! Principal variation search (Marsland and Campbell 1982) with late move reductions, and a null
//! move where the evaluator allows it: in games with zugzwang, checkers above all, the right to
//! pass proves nothing.

use crate::control::Stopped;
use crate::depth::Depth;
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::picker::Frame;
use crate::prune::{self, MoveContext, Selectivity};
use crate::score::{Ply, Score};
use crate::searcher::Searcher;
use crate::terminal;
use crate::transposition_table::{HashMove, Stored};
use games::{Finality, MoveHints};
use std::ops::ControlFlow;

/// The best move among those tried; `mv` is `None` if no move has raised alpha.
struct Best<M> {
    score: Score,
    mv: Option<M>,
}

impl<G: MoveHints, E: Evaluator<G>> Searcher<'_, G, E> {
    /// The score of `position`, the last one of the history, for its side to move.
    pub(crate) fn search(&mut self, position: &G, node: Node) -> Result<Score, Stopped> {
        if node.depth.is_spent() || node.ply >= Ply::MAX {
            return self.quiesce(position, node.ply, node.window, node.line);
        }
        self.visit(node.ply, node.window)?;
        if let Some(score) = self.game_over(position, node.ply) {
            return Ok(score);
        }
        if !node.is_root()
            && let Some(score) =
                self.probe_tables(position, node.ply).or_else(|| self.evaluator.recognize(position))
        {
            return Ok(score);
        }
        // Evaluate before probing, to hide the miss of the prefetched table entry: prefetch and
        // this order gain 10 % together, neither alone gains anything.
        let pruned = self.forward_prune(position, node);
        let stored = self.table.probe(position.key(), node.ply);
        if let Some(stored) = stored
            && self.may_cut_off(stored, node)
        {
            return Ok(stored.score);
        }
        let reduction = match pruned {
            ControlFlow::Break(score) => return Ok(score),
            ControlFlow::Continue(plies) => plies,
        };
        let node = node.reduced_by(reduction);
        if let Some(stored) = stored.filter(|_| reduction > 0)
            && self.may_cut_off(stored, node)
        {
            return Ok(stored.score);
        }
        self.expand(position, node, stored.and_then(|stored| stored.hash_move))
    }

    /// The score of a position that only its moves can tell.
    fn expand(
        &mut self,
        position: &G,
        node: Node,
        hash_move: Option<HashMove>,
    ) -> Result<Score, Stopped> {
        if let Some(score) = self.try_null_move(position, node)? {
            return Ok(score);
        }
        let frame = if node.is_root() {
            let moves = self.root_moves(position);
            self.pool.open(|list| list.extend(moves))
        } else {
            self.pool.open(|moves| position.legal_moves(moves))
        };
        if frame.is_empty() {
            return Ok(self.score_of_outcome(G::NO_MOVES, node.ply));
        }
        self.order(position, frame, node.ply, hash_move);
        let best = self.best_of(position, frame, node)?;
        self.pool.close(frame);
        self.store(position, node, &best);
        Ok(best.score)
    }

    /// The moves of the root without those that earlier lines begin with, and without those that
    /// give away a result that the tables know.
    fn root_moves(&mut self, position: &G) -> Vec<G::Move> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves.retain(|mv| !self.excluded.contains(mv));
        if let Some(result) = self.root_wdl {
            terminal::keep_result(position, self.evaluator, result, &mut moves);
        }
        moves
    }

    /// May a stored score stand for this search? Not on the principal variation, whose line is
    /// wanted, and not where the draw by quiet turns comes within its depth, which the stored score
    /// may not have seen.
    #[inline]
    fn may_cut_off(&self, stored: Stored, node: Node) -> bool {
        let is_deep_enough = match self.selectivity {
            Selectivity::Selective => stored.depth >= node.depth,
            Selectivity::Exhaustive => stored.depth == node.depth,
        };
        is_deep_enough
            && !node.wants_exact_score()
            && node.window.is_cut_off_by(stored.score, stored.bound)
            && !self.history.reaches_limit_within(stored.depth.plies())
    }

    #[inline]
    pub(crate) fn order(
        &mut self,
        position: &G,
        frame: Frame,
        ply: Ply,
        hash_move: Option<HashMove>,
    ) {
        if frame.len() > 1 {
            let (side, killers) = (position.side_to_move(), self.ordering.killers_at(ply));
            let (ordering, evaluator) = (&self.ordering, &*self.evaluator);
            self.pool
                .rank(frame, |mv| ordering.rank(position, evaluator, side, killers, hash_move, mv));
        }
    }

    /// The one loop over the moves of a node.
    fn best_of(
        &mut self,
        position: &G,
        frame: Frame,
        node: Node,
    ) -> Result<Best<G::Move>, Stopped> {
        let mut best = Best { score: Score::MIN, mv: None };
        let mut open = node.window;
        for index in 0..frame.len() {
            let mv = self.next_move(position, frame, index, node.depth);
            let context = MoveContext {
                selectivity: self.selectivity,
                depth: node.depth,
                index,
                choices: frame.len(),
                noisy: position.capture_value(mv) > 0,
                exact: node.wants_exact_score(),
                within_reach: node.ply.index() < self.extension_reach,
            };
            let score = self.score_of(position, mv, context, Node { window: open, ..node })?;
            best.score = best.score.max(score);
            if open.raises(score) {
                best.mv = Some(mv);
                self.update_pv(node, mv, score);
                open = open.raised(score);
            }
            if open.fails_high(score) {
                self.update_history(position, frame, index, node);
                break;
            }
        }
        Ok(best)
    }

    /// The move at `index`. When the first has not cut off, the others are mostly all tried: each
    /// is then picked one ahead, and its table entry is prefetched while the one before it is
    /// searched. It is played again when its turn comes: only its key is needed here, and keeping
    /// the whole position costs 0.7 % more instructions than playing the move twice.
    #[inline]
    fn next_move(&mut self, position: &G, frame: Frame, index: usize, depth: Depth) -> G::Move {
        let mv = if index < 2 { self.pool.pick(frame, index) } else { self.pool.at(frame, index) };
        if index > 0 && index + 1 < frame.len() {
            let next = self.pool.pick(frame, index + 1);
            if depth > Depth::new(1) {
                self.table.prefetch(position.play(next).key());
            }
        }
        mv
    }

    /// The score of one move for the side that plays it, within the window of `node`.
    fn score_of(
        &mut self,
        position: &G,
        mv: G::Move,
        context: MoveContext,
        node: Node,
    ) -> Result<Score, Stopped> {
        let child = position.play(mv);
        let extension = if prune::may_extend(context) { prune::EXTENSION } else { 0 };
        let depth = node.depth - 1 + extension;
        if !depth.is_spent() {
            self.table.prefetch(child.key());
        }
        self.history.push(child.key(), position.finality(mv));
        let score = if context.index == 0 {
            -self.search(&child, node.child(depth, -node.window))?
        } else {
            self.score_of_late(&child, depth, context, node)?
        };
        self.history.pop();
        Ok(score)
    }

    /// The same for a move that is not the first: it has to prove that it is better.
    fn score_of_late(
        &mut self,
        child: &G,
        depth: Depth,
        context: MoveContext,
        node: Node,
    ) -> Result<Score, Stopped> {
        let open = node.window;
        if context.exact {
            // Unless the move is searched once more below, the line of the child is unknown; that
            // of an earlier child must not stand for it.
            self.pv.clear(node.ply.next());
        }
        let reduction = if prune::may_reduce(context) {
            prune::reduction(context, self.evaluator.tuning())
        } else {
            0
        };
        let mut score = -self.search(child, node.child(depth - reduction, -open.null()))?;
        if reduction > 0 && open.raises(score) {
            score = -self.search(child, node.child(depth, -open.null()))?;
        }
        if !open.is_null() && open.raises(score) && !open.fails_high(score) {
            score = -self.search(child, node.child(depth, -open))?;
        }
        Ok(score)
    }

    /// Notes the line of a move that raised alpha, if the node's exact score is wanted.
    #[inline]
    fn update_pv(&mut self, node: Node, mv: G::Move, score: Score) {
        if node.wants_exact_score() {
            self.pv.update(node.ply, mv);
        }
        if node.is_root() {
            self.root_score = Some(score);
        }
    }

    /// Rewards the quiet move at `index`, which caused a cutoff, and punishes the quiet moves that
    /// were tried before it.
    fn update_history(&mut self, position: &G, frame: Frame, index: usize, node: Node) {
        let picked = self.pool.picked(frame, index + 1);
        let (mv, tried_before) = (picked[index], &picked[..index]);
        if position.capture_value(mv) > 0 {
            return;
        }
        let side = position.side_to_move();
        self.ordering.killers.note(node.ply, mv);
        self.ordering.history.reward(side, G::history_index(mv), node.depth);
        for &other in tried_before.iter().filter(|&&other| position.capture_value(other) == 0) {
            self.ordering.history.punish(side, G::history_index(other), node.depth);
        }
    }

    #[inline]
    fn store(&mut self, position: &G, node: Node, best: &Best<G::Move>) {
        // Near the limit of quiet turns the score belongs to this line of moves alone, and without
        // some of its moves the root is another position.
        let is_partial = node.is_root() && !self.excluded.is_empty();
        if is_partial || self.history.reaches_limit_within(node.depth.plies()) {
            return;
        }
        let hash_move = best.mv.and_then(|mv| HashMove::at(G::history_index(mv)));
        let bound = node.window.bound_of(best.score);
        let stored = Stored { score: best.score, bound, depth: node.depth, hash_move };
        self.table.store(position.key(), node.ply, stored);
    }

    /// Null move pruning: a score that fails high without a move, if there is one.
    #[inline]
    fn try_null_move(&mut self, position: &G, node: Node) -> Result<Option<Score>, Stopped> {
        if node.line.after_null_move || !prune::may_try_null_move(self.selectivity, node) {
            return Ok(None);
        }
        let Some(child) = self.evaluator.null_move(position) else { return Ok(None) };
        if !node.fails_high(self.evaluator.evaluate(position, node.ply)) {
            return Ok(None);
        }
        self.history.push(child.key(), Finality::Irreversible);
        let mut below = node.child(node.depth - 1 - prune::NULL_MOVE_REDUCTION, -node.window);
        below.line.after_null_move = true;
        let score = -self.search(&child, below)?;
        self.history.pop();
        // A win found after a null move is no proof of one.
        Ok((node.fails_high(score) && !score.is_decisive()).then_some(score))
    }
}
