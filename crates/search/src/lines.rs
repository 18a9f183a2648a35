//! The best several moves of a position, each with its line: for people who want to know why.
//!
//! All lines are searched to one depth before any is searched deeper. Each is the best among the
//! moves that the lines before it do not begin with, so the first is what [`search`](crate::search)
//! finds. A game needs only that one.

use crate::control::Control;
use crate::depth::Depth;
use crate::evaluator::Evaluator;
use crate::key_history::KeyHistory;
use crate::prune::Selectivity;
use crate::report::SearchReport;
use crate::searcher::Searcher;
use crate::transposition_table::TranspositionTable;
use games::MoveHints;
use std::cmp::Reverse;

/// What is reported after each depth of [`search_lines`]: all lines, the best first.
pub type EachDepth<'a, M> = &'a mut dyn FnMut(&[SearchReport<M>]);

/// Searches the best `most` moves of `root`, which must be the last position of `history`, until
/// `control` stops the search, all results are proved, or [`Depth::MAX`] is reached. The best comes
/// first; none if there is no legal move.
pub fn search_lines<G: MoveHints, E: Evaluator<G>>(
    most: usize,
    root: &G,
    history: KeyHistory,
    (table, evaluator): (&mut TranspositionTable, &mut E),
    control: &mut dyn Control,
    each_depth: EachDepth<'_, G::Move>,
) -> Vec<SearchReport<G::Move>> {
    let mut moves = Vec::new();
    root.legal_moves(&mut moves);
    let mut lines: Vec<_> = moves.into_iter().take(most).map(SearchReport::unsearched).collect();
    table.next_generation();
    let mut searcher =
        Searcher::new(root, history, Selectivity::Selective, table, control, evaluator);
    for plies in 1..=Depth::MAX.plies() {
        searcher.excluded.clear();
        for nth in 0..lines.len() {
            let found = searcher.deepen(root, Depth::new(plies), &mut lines[nth]);
            if found.is_err() {
                return distinct(lines, nth);
            }
            searcher.excluded.push(lines[nth].best);
        }
        lines.sort_by_key(|line| Reverse(line.progress.score));
        each_depth(&lines);
        let Some(first) = lines.first() else { return lines };
        let told = searcher.control.finished(&first.progress);
        if told.is_break() || lines.iter().all(|line| line.progress.is_proved()) {
            break;
        }
    }
    lines
}

/// The lines after a search that was stopped in the line of index `stopped`: those before it are a
/// depth ahead, and a later one that begins with the same move as an earlier one is left out.
fn distinct<M: Copy + Eq>(lines: Vec<SearchReport<M>>, stopped: usize) -> Vec<SearchReport<M>> {
    let mut kept: Vec<SearchReport<M>> = Vec::with_capacity(lines.len());
    for line in lines {
        if kept.iter().all(|before| before.best != line.best) {
            kept.push(line);
        }
    }
    let finished = stopped.min(kept.len());
    kept[..finished].sort_by_key(|line| Reverse(line.progress.score));
    kept
}
