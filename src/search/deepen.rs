//! Iterative deepening: depth 1, 2, 3 and so on. Each depth orders the moves of the next, and
//! there is a move to play whenever the search has to stop.
//!
//! From some depth on the score is expected near the last one: a narrow *aspiration* window cuts
//! off more, and is opened where the score falls outside.

use crate::game::{Evaluate, Ply};
use crate::search::control::{Control, Stopped};
use crate::search::depth::Depth;
use crate::search::line::Line;
use crate::search::params::{ASPIRATION_DEPTH, ASPIRATION_WIDEST, EXTENSION_REACH};
use crate::search::path::Path;
use crate::search::prune::Selectivity;
use crate::search::report::{Progress, Report};
use crate::search::searcher::Searcher;
use crate::search::table::Table;
use crate::search::window::{Bound, Window};

/// Searches `root`, which must be the last position of `path`, until `control` stops it, the
/// result is proved, or the greatest depth is reached. None if there is no legal move.
pub fn search<G: Evaluate, C: Control>(
    root: &G,
    path: Path,
    table: &mut Table,
    control: &mut C,
) -> Option<Report<G::Move>> {
    search_with(Selectivity::Selective, root, path, table, control)
}

/// As [`search`], with a choice of how to treat the moves.
pub fn search_with<G: Evaluate, C: Control>(
    how: Selectivity,
    root: &G,
    path: Path,
    table: &mut Table,
    control: &mut C,
) -> Option<Report<G::Move>> {
    let mut report = unsearched(root)?;
    table.next_generation();
    let mut searcher = Searcher::new(table, control, path, how);
    searcher.root_result = root.known();
    for plies in 1..=Depth::MAX.plies() {
        let depth = Depth::new(plies);
        searcher.reach = plies as usize * EXTENSION_REACH;
        let before = (report.best, report.progress);
        let iteration = searcher.iterate(root, depth, &mut report);
        searcher.update(&mut report);
        if iteration.is_err() {
            break;
        }
        let steady = if report.best == before.0 { before.1.steady + 1 } else { 1 };
        let fall = before.1.score.units() - report.progress.score.units();
        report.progress = Progress { depth, steady, fall, ..report.progress };
        let told = searcher.control.finished(&report.progress);
        if told.is_break() || report.progress.is_proved() {
            break;
        }
    }
    Some(report)
}

/// What is known before any search: the first legal move.
fn unsearched<G: Evaluate>(root: &G) -> Option<Report<G::Move>> {
    let mut moves = Vec::new();
    root.legal_moves(&mut moves);
    let best = *moves.first()?;
    let line = Line::from_iter([best]);
    Some(Report { best, line, progress: Progress::NONE })
}

impl<G: Evaluate, C: Control> Searcher<'_, G, C> {
    /// Searches the root to one depth, with a window around the last score if that is worth while.
    /// What a window that was passed has found is kept, should the next one be stopped.
    fn iterate(
        &mut self,
        root: &G,
        depth: Depth,
        report: &mut Report<G::Move>,
    ) -> Result<(), Stopped> {
        self.root_score = None;
        let expected = report.progress.score;
        if depth.plies() < ASPIRATION_DEPTH || expected.is_assured() {
            self.node(root, depth, Ply::ROOT, Window::FULL)?;
            return Ok(());
        }
        let mut margin = root.tuning().aspiration;
        let mut window = Window::around(expected, margin);
        loop {
            let score = self.node(root, depth, Ply::ROOT, window)?;
            if window.bound_of(score) == Bound::Exact {
                return Ok(());
            }
            self.update(report);
            margin *= 2;
            let open_fully = margin > ASPIRATION_WIDEST || score.is_assured();
            window = if open_fully { Window::FULL } else { window.widened(score, margin) };
        }
    }

    /// Takes over what the running or finished iteration has found at the root. A root that failed
    /// low has found nothing new; one that was stopped has, if a move raised alpha before.
    fn update(&self, report: &mut Report<G::Move>) {
        report.progress.nodes = self.nodes;
        let line = self.lines.line(Ply::ROOT);
        if let (Some(&best), Some(score)) = (line.first(), self.root_score) {
            report.best = best;
            report.progress.score = score;
            report.line = line.clone();
        }
    }
}
