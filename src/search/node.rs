//! One node of the tree, as steps.
//!
//! ```text
//! node        visit; over or repeated? depth spent -> quiesce; known to the table? foreseen?
//! expand      moves, in order -> best_of -> remember
//! best_of     for each move: score_of; raise; stop when the window is shut
//! score_of    shallower and with a null window first; again where that was too pessimistic
//! ```
//!
//! Principal variation search (Marsland and Campbell 1982) with late-move reductions, and a null
//! move where the game allows it: in games with zugzwang, checkers above all, the right to pass
//! proves nothing.

use crate::game::{Evaluate, Finality, Outcome, Ply, Repetition, Score};
use crate::search::control::{Control, Stopped};
use crate::search::depth::Depth;
use crate::search::params::KNOWN_TAKES;
use crate::search::picker::Frame;
use crate::search::prune::{self, Circumstances, Selectivity};
use crate::search::searcher::Searcher;
use crate::search::table::{Hint, Stored};
use crate::search::window::Window;
use std::ops::ControlFlow;

/// The best move among those tried: none has raised alpha if `mv` is none.
struct Best<M> {
    score: Score,
    mv: Option<M>,
}

impl<G: Evaluate, C: Control> Searcher<'_, G, C> {
    /// The value of `position`, which is the last of the path, for its side to move.
    pub(super) fn node(
        &mut self,
        position: &G,
        depth: Depth,
        ply: Ply,
        window: Window,
    ) -> Result<Score, Stopped> {
        if depth.is_spent() || ply >= Ply::MAX {
            return self.quiesce(position, ply, window);
        }
        self.visit(ply, window)?;
        if let Some(score) = self.ended(position, ply) {
            return Ok(score);
        }
        if ply != Ply::ROOT
            && let Some(score) = self.known(position, ply).or_else(|| position.settled())
        {
            return Ok(score);
        }
        // Judged while the table's answer is on its way (`Table::send_for`).
        let truncation = self.truncation(position, depth, ply, window);
        let stored = self.table.probe(position.key(), ply);
        if let Some(stored) = stored
            && self.may_cut_off(stored, depth, window)
        {
            return Ok(stored.score);
        }
        let spared = match truncation {
            ControlFlow::Break(judgement) => return Ok(judgement),
            ControlFlow::Continue(plies) => plies,
        };
        let depth = depth - spared;
        if let Some(stored) = stored.filter(|_| spared > 0)
            && self.may_cut_off(stored, depth, window)
        {
            return Ok(stored.score);
        }
        self.truncated += spared;
        let score = self.expand(position, depth, ply, window, stored.and_then(|at| at.hint))?;
        self.truncated -= spared;
        Ok(score)
    }

    /// The value of a position that nothing but its moves can tell.
    fn expand(
        &mut self,
        position: &G,
        depth: Depth,
        ply: Ply,
        window: Window,
        hint: Option<Hint>,
    ) -> Result<Score, Stopped> {
        if let Some(score) = self.try_passing(position, depth, ply, window)? {
            return Ok(score);
        }
        let result_to_keep = self.root_result.filter(|_| ply == Ply::ROOT);
        let frame = self.pool.open(|moves| {
            position.legal_moves(moves);
            if let Some(result) = result_to_keep {
                keep_result(position, result, moves);
            }
        });
        if frame.is_empty() {
            return Ok(self.value_of(G::NO_MOVES, ply));
        }
        self.order(position, frame, ply, hint);
        let best = self.best_of(position, frame, depth, ply, window)?;
        self.pool.close(frame);
        self.remember(position, depth, ply, window, &best);
        Ok(best.score)
    }

    /// The value of a position that ends the game, by the board or by a rule about what went before.
    /// At the root the question is what to play, not whether.
    #[inline]
    pub(super) fn ended(&self, position: &G, ply: Ply) -> Option<Score> {
        if let Some(outcome) = position.outcome() {
            return Some(self.value_of(outcome, ply));
        }
        if ply == Ply::ROOT {
            return None;
        }
        if self.path.is_repetition(G::REPETITION) {
            return Some(match G::REPETITION {
                Repetition::LosesForMover => Score::win_in(ply),
                Repetition::Ignored | Repetition::Draws { .. } => self.path.draw(),
            });
        }
        if !self.path.is_over_limit() {
            return None;
        }
        Some(self.value_of(if position.can_move() { G::AT_QUIET_LIMIT } else { G::NO_MOVES }, ply))
    }

    /// The value of a position whose result is known beforehand, unless it ends the game, which is
    /// seen elsewhere. If the result of the root is known too, positions count only beyond the next
    /// move that resets the quiet turns, and never the root itself: to be won already is no progress.
    /// A win or loss may take long: where a tree is met in the middle of its quiet turns, and the draw
    /// is not far, it is not believed.
    #[inline]
    pub(super) fn known(&self, position: &G, ply: Ply) -> Option<Score> {
        if self.root_result.is_some() && self.path.quiet_turns() as usize >= ply.index() {
            return None;
        }
        let score = match position.known()? {
            Outcome::Draw => return Some(self.path.draw()),
            Outcome::Loss if !position.can_move() => return None,
            Outcome::Win => Score::assured_win(ply),
            Outcome::Loss => Score::assured_loss(ply),
        };
        (!self.path.comes_to_limit_within(KNOWN_TAKES)).then_some(score)
    }

    /// May a stored result stand for this search? Not on the principal variation, whose line is
    /// wanted, and not where the draw by quiet turns comes within sight, which the stored result
    /// may not have seen.
    #[inline]
    fn may_cut_off(&self, stored: Stored, depth: Depth, window: Window) -> bool {
        let fits = match self.selectivity {
            Selectivity::Selective => stored.depth >= depth,
            Selectivity::Exhaustive => stored.depth == depth,
        };
        fits && window.is_null()
            && window.is_settled_by(stored.score, stored.bound)
            && !self.path.comes_to_limit_within(stored.depth.plies())
    }

    /// A score that fails high without a move, if there is one.
    #[inline]
    fn try_passing(
        &mut self,
        position: &G,
        depth: Depth,
        ply: Ply,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        let has_passed = std::mem::take(&mut self.has_passed);
        if has_passed || !prune::may_pass(self.selectivity, depth, window) {
            return Ok(None);
        }
        let Some(child) = position.passed() else { return Ok(None) };
        if !window.fails_high(self.evaluate(position, ply)) {
            return Ok(None);
        }
        self.path.push(child.key(), Finality::Irreversible);
        self.has_passed = true;
        let below = depth - 1 - prune::PASS_REDUCTION;
        let score = -self.node(&child, below, ply.next(), -window)?;
        self.has_passed = false;
        self.path.pop();
        // A win found after a pass is no proof of one.
        Ok((window.fails_high(score) && !score.is_assured()).then_some(score))
    }

    #[inline]
    pub(super) fn order(&mut self, position: &G, frame: Frame, ply: Ply, hint: Option<Hint>) {
        if frame.len() > 1 {
            let (side, killers) = (position.side_to_move(), self.ordering.killers_at(ply));
            let ordering = &self.ordering;
            self.pool.rank(frame, |mv| ordering.rank(position, side, killers, hint, mv));
        }
    }

    /// The one loop over the moves of a node.
    fn best_of(
        &mut self,
        position: &G,
        frame: Frame,
        depth: Depth,
        ply: Ply,
        window: Window,
    ) -> Result<Best<G::Move>, Stopped> {
        let mut best = Best { score: Score::MIN, mv: None };
        let mut open = window;
        for index in 0..frame.len() {
            let mv = self.next_move(position, frame, index, depth);
            let at = Circumstances {
                selectivity: self.selectivity,
                depth,
                index,
                choices: frame.len(),
                noisy: position.gain(mv) > 0,
                exact: !window.is_null(),
                within_reach: ply.index() < self.reach,
            };
            let score = self.score_of(position, mv, at, ply, open)?;
            best.score = best.score.max(score);
            if open.raises(score) {
                best.mv = Some(mv);
                self.raise(ply, mv, score, window);
                open = open.raised(score);
            }
            if open.fails_high(score) {
                self.learn(position, frame, index, depth, ply);
                break;
            }
        }
        Ok(best)
    }

    /// The move at `index`. When the first has not cut off, the others are mostly all tried: each is
    /// then picked one ahead, and what the table knows of it is sent for while the one before it is
    /// searched.
    #[inline]
    fn next_move(&mut self, position: &G, frame: Frame, index: usize, depth: Depth) -> G::Move {
        let mv = if index < 2 { self.pool.pick(frame, index) } else { self.pool.at(frame, index) };
        if index > 0 && index + 1 < frame.len() {
            let next = self.pool.pick(frame, index + 1);
            if depth > Depth::new(1) {
                self.table.send_for(position.play(next).key());
            }
        }
        mv
    }

    /// The value of one move for the side that plays it.
    fn score_of(
        &mut self,
        position: &G,
        mv: G::Move,
        at: Circumstances,
        ply: Ply,
        open: Window,
    ) -> Result<Score, Stopped> {
        let child = position.play(mv);
        let extension = if prune::may_extend(at) { prune::EXTENSION } else { 0 };
        let depth = at.depth - 1 + extension;
        if !depth.is_spent() {
            self.table.send_for(child.key());
        }
        self.path.push(child.key(), position.finality(mv));
        let score = if at.index == 0 {
            -self.node(&child, depth, ply.next(), -open)?
        } else {
            self.score_of_late(&child, depth, at, ply, open)?
        };
        self.path.pop();
        Ok(score)
    }

    /// The same for a move that is not the first: it has to prove that it is better.
    fn score_of_late(
        &mut self,
        child: &G,
        depth: Depth,
        at: Circumstances,
        ply: Ply,
        open: Window,
    ) -> Result<Score, Stopped> {
        let reduction =
            if prune::may_reduce(at) { prune::reduction(at, child.tuning()) } else { 0 };
        let below = ply.next();
        let mut score = -self.node(child, depth - reduction, below, -open.null())?;
        if reduction > 0 && open.raises(score) {
            score = -self.node(child, depth, below, -open.null())?;
        }
        if !open.is_null() && open.raises(score) && !open.fails_high(score) {
            score = -self.node(child, depth, below, -open)?;
        }
        Ok(score)
    }

    /// Notes the line of a move that raised alpha, if the node's exact value is wanted.
    #[inline]
    fn raise(&mut self, ply: Ply, mv: G::Move, score: Score, window: Window) {
        if !window.is_null() {
            self.lines.raise(ply, mv);
        }
        if ply == Ply::ROOT {
            self.root_score = Some(score);
        }
    }

    /// The move at `index` cut off: quiet moves learn from it, the ones tried in vain too.
    fn learn(&mut self, position: &G, frame: Frame, index: usize, depth: Depth, ply: Ply) {
        let picked = self.pool.picked(frame, index + 1);
        let (mv, in_vain) = (picked[index], &picked[..index]);
        if position.gain(mv) > 0 {
            return;
        }
        let side = position.side_to_move();
        self.ordering.killers.note(ply, mv);
        self.ordering.history.reward(side, G::slot(mv), depth);
        for &other in in_vain.iter().filter(|&&other| position.gain(other) == 0) {
            self.ordering.history.punish(side, G::slot(other), depth);
        }
    }

    /// The judgement of a calm position, or the end of the game if there is no move at all.
    #[inline]
    pub(super) fn stands(&self, position: &G, ply: Ply, judgement: Score) -> Score {
        if position.can_move() { judgement } else { self.value_of(G::NO_MOVES, ply) }
    }

    /// The score of an ended game at `ply`, whose latest position is that of the path.
    #[inline]
    fn value_of(&self, outcome: Outcome, ply: Ply) -> Score {
        match outcome {
            Outcome::Win => Score::win_in(ply),
            Outcome::Loss => Score::loss_in(ply),
            Outcome::Draw => self.path.draw(),
        }
    }

    #[inline]
    fn remember(
        &mut self,
        position: &G,
        depth: Depth,
        ply: Ply,
        window: Window,
        best: &Best<G::Move>,
    ) {
        // Then the result belongs to this path alone.
        if self.path.comes_to_limit_within(depth.plies()) {
            return;
        }
        let hint = best.mv.and_then(|mv| Hint::at(G::slot(mv)));
        let bound = window.bound_of(best.score);
        self.table.store(position.key(), ply, Stored { score: best.score, bound, depth, hint });
    }
}

/// Takes out the moves that are known to give away the result of a position.
fn keep_result<G: Evaluate>(position: &G, result: Outcome, moves: &mut Vec<G::Move>) {
    let keeps = |&mv: &G::Move| {
        position.play(mv).known().is_none_or(|after| after.for_opponent() == result)
    };
    if moves.iter().any(keeps) {
        moves.retain(keeps);
    }
}
