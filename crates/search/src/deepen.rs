//! Iterative deepening: depth 1, 2, 3 and so on. Each depth orders the moves of the next, and
//! there is a move to play whenever the search has to stop.
//!
//! From some depth on the score is expected near the last one: a narrow *aspiration* window cuts
//! off more, and is opened where the score falls outside (Slate and Atkin, Chess 4.5, 1977).

use crate::control::{Control, Stopped};
use crate::depth::Depth;
use crate::evaluator::Evaluator;
use crate::key_history::KeyHistory;
use crate::node::Node;
use crate::params::{ASPIRATION_DEPTH, ASPIRATION_WIDEST, EXTENSION_REACH};
use crate::prune::Selectivity;
use crate::report::{Progress, SearchReport};
use crate::score::Ply;
use crate::searcher::Searcher;
use crate::transposition_table::TranspositionTable;
use crate::window::{Bound, Window};
use games::MoveHints;

/// Searches `root`, which must be the last position of `history`, until `control` stops it, the
/// result is proved, or [`Depth::MAX`] is reached. `None` if there is no legal move.
pub fn search<G: MoveHints, E: Evaluator<G>>(
    root: &G,
    history: KeyHistory,
    table: &mut TranspositionTable,
    control: &mut dyn Control,
    evaluator: &mut E,
) -> Option<SearchReport<G::Move>> {
    search_with(Selectivity::Selective, root, history, table, control, evaluator)
}

/// As [`search`], with a choice of how to treat the moves.
pub fn search_with<G: MoveHints, E: Evaluator<G>>(
    selectivity: Selectivity,
    root: &G,
    history: KeyHistory,
    table: &mut TranspositionTable,
    control: &mut dyn Control,
    evaluator: &mut E,
) -> Option<SearchReport<G::Move>> {
    let mut report = unsearched(root)?;
    table.next_generation();
    let mut searcher = Searcher::new(root, history, selectivity, table, control, evaluator);
    for plies in 1..=Depth::MAX.plies() {
        if searcher.deepen(root, Depth::new(plies), &mut report).is_err() {
            break;
        }
        let told = searcher.control.finished(&report.progress);
        if told.is_break() || report.progress.is_proved() {
            break;
        }
    }
    Some(report)
}

/// What is known before any search: the first legal move.
fn unsearched<G: MoveHints>(root: &G) -> Option<SearchReport<G::Move>> {
    let mut moves = Vec::new();
    root.legal_moves(&mut moves);
    Some(SearchReport::unsearched(*moves.first()?))
}

impl<G: MoveHints, E: Evaluator<G>> Searcher<'_, G, E> {
    /// Searches the root to one depth and takes over what that has found, also if it is stopped.
    pub(crate) fn deepen(
        &mut self,
        root: &G,
        depth: Depth,
        report: &mut SearchReport<G::Move>,
    ) -> Result<(), Stopped> {
        self.extension_reach = depth.plies() as usize * EXTENSION_REACH;
        let before = (report.best, report.progress);
        let iteration = self.iterate(root, depth, report);
        self.update(report);
        iteration?;
        let steady = if report.best == before.0 { before.1.steady + 1 } else { 1 };
        let fall = before.1.score.units() - report.progress.score.units();
        report.progress = Progress { depth, steady, fall, ..report.progress };
        Ok(())
    }

    /// Searches the root to one depth, with a window around the last score if that is worth while.
    /// What a window that was passed has found is kept, should the next one be stopped.
    fn iterate(
        &mut self,
        root: &G,
        depth: Depth,
        report: &mut SearchReport<G::Move>,
    ) -> Result<(), Stopped> {
        self.root_score = None;
        let expected = report.progress.score;
        if depth.plies() < ASPIRATION_DEPTH || expected.is_decisive() {
            self.search(root, Node::root(depth, Window::FULL))?;
            return Ok(());
        }
        let mut margin = self.evaluator.tuning().aspiration;
        let mut window = Window::around(expected, margin);
        loop {
            let score = self.search(root, Node::root(depth, window))?;
            if window.bound_of(score) == Bound::Exact {
                return Ok(());
            }
            self.update(report);
            margin *= 2;
            let open_fully = margin > ASPIRATION_WIDEST || score.is_decisive();
            window = if open_fully { Window::FULL } else { window.widened(score, margin) };
        }
    }

    /// Takes over what the running or finished iteration has found at the root. A root that failed
    /// low has found nothing new; one that was stopped has, if a move raised alpha before.
    fn update(&self, report: &mut SearchReport<G::Move>) {
        report.progress.nodes = self.nodes;
        let line = self.pv.line(Ply::ROOT);
        if let (Some(&best), Some(score)) = (line.first(), self.root_score) {
            report.best = best;
            report.progress.score = score;
            report.line = line.clone();
        }
    }
}
