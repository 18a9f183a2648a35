//! The best lines of a position by a search, all to one depth.

use crate::values::explained::Explained;
use crate::values::knowledge::Knowledge;
use search::{Control, EachDepth, KeyHistory, Progress, SearchReport, Stopped, TranspositionTable};
use std::ops::ControlFlow;

/// A search for lines.
pub struct LineSearch<'a, M: Copy> {
    /// The tables and the book that are asked.
    pub knowledge: &'a Knowledge,
    /// The most lines.
    pub most: usize,
    /// Bytes of the transposition table.
    pub table_bytes: usize,
    /// Ends the search. If it does not let the first depth finish, lines are missing.
    pub control: &'a mut dyn Control,
    /// Called after each depth.
    pub each_depth: EachDepth<'a, M>,
}

/// The best lines after the last depth that was finished for all of them, and the nodes of the
/// whole search. A deeper line beside others would look better or worse for its depth alone.
pub fn searched_lines<G: Explained>(
    position: &G,
    history: KeyHistory,
    search: &mut LineSearch<'_, G::Move>,
) -> (Vec<SearchReport<G::Move>>, u64) {
    let mut table = TranspositionTable::with_bytes(search.table_bytes);
    let mut evaluator = G::evaluator(search.knowledge);
    let mut finished = Vec::new();
    let each_depth = &mut search.each_depth;
    let mut keep = |lines: &[SearchReport<G::Move>]| {
        finished = lines.to_vec();
        each_depth(lines);
    };
    let tools = (&mut table, &mut evaluator);
    let mut counted = CountedControl { control: search.control, nodes: 0 };
    let stopped = position.best_lines(search.most, history, tools, &mut counted, &mut keep);
    let told = stopped.iter().map(|line| line.progress.nodes).max().unwrap_or(0);
    let nodes = counted.nodes.max(told);
    if finished.is_empty() { (stopped, nodes) } else { (finished, nodes) }
}

/// Notes the nodes at which a search is stopped: its lines leave out the depth that was not
/// finished.
struct CountedControl<'a> {
    control: &'a mut dyn Control,
    nodes: u64,
}

impl Control for CountedControl<'_> {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        self.nodes = nodes;
        self.control.poll(nodes)
    }

    fn finished(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.control.finished(progress)
    }
}
