//! The searches of positions, with a progress line.

use crate::analyze::args::AnalyzeArgs;
use crate::analyze::printed_game::{PrintedGame, line_text};
use crate::effort::{Effort, EffortControl};
use analysis::{Evaluation, Knowledge, LineSearch, PositionAnalysis, analyze_position};
use cli::ProgressLine;
use search::{Control, KeyHistory, SearchReport, Stopped};
use std::ops::ControlFlow;
use std::time::Instant;

/// Nodes between two updates of the progress: a fraction of a second.
const NODES_BETWEEN_UPDATES: u64 = 1 << 20;
/// Moves of the best line that the progress shows.
const SHOWN_MOVES: usize = 4;

/// The searches of positions, with one progress line for all of them.
pub struct Searches<'a> {
    args: &'a AnalyzeArgs,
    effort: Effort,
    progress: ProgressLine,
    /// Units of the progress for each search.
    share: u64,
    /// Then the line shows what the search has found so far.
    is_alone: bool,
}

impl<'a> Searches<'a> {
    /// One search for each of `positions`, within the limits of the command line. The progress
    /// counts in the units of the first limit: milliseconds, nodes or plies.
    pub fn new(positions: usize, args: &'a AnalyzeArgs) -> Self {
        let effort = args.effort_of_position();
        let (share, unit) = match (effort.milliseconds, effort.nodes) {
            (Some(milliseconds), _) => (milliseconds, "milliseconds"),
            (None, Some(nodes)) => (nodes, "nodes"),
            (None, None) => (u64::from(effort.depth.unwrap_or(0).unsigned_abs()), "plies"),
        };
        let progress = ProgressLine::new(share.saturating_mul(positions as u64), unit);
        Searches { args, effort, progress, share, is_alone: positions == 1 }
    }

    pub fn progress(&self) -> &ProgressLine {
        &self.progress
    }

    /// Analyzes the last position of `history`.
    pub fn analyze<G: PrintedGame>(
        &self,
        position: &G,
        history: &KeyHistory,
    ) -> PositionAnalysis<G> {
        let mut control = WatchedControl::new(self);
        let mut each_depth = |lines: &[SearchReport<G::Move>]| {
            if let Some(best) = lines.first().filter(|_| self.is_alone) {
                self.progress.note(note(position, best));
            }
        };
        let mut search = LineSearch {
            knowledge: &Knowledge::default(),
            most: self.args.most_lines(),
            table_bytes: self.effort.table_bytes(),
            control: &mut control,
            each_depth: &mut each_depth,
        };
        let analysis = analyze_position(position, history, &mut search);
        // Some searches need less than they may take.
        control.show(self.share);
        analysis
    }
}

fn note<G: PrintedGame>(position: &G, best: &SearchReport<G::Move>) -> String {
    let moves = &best.line[..best.line.len().min(SHOWN_MOVES)];
    let depth = best.progress.depth.plies();
    let score = Evaluation::of(Some(best.progress.score), position.side_to_move());
    format!("depth {depth}, {score}, {}", line_text(position, moves))
}

/// Ends a search at its limits and moves the progress on.
struct WatchedControl<'s> {
    searches: &'s Searches<'s>,
    control: EffortControl,
    begun: Instant,
    shown: u64,
}

impl<'s> WatchedControl<'s> {
    fn new(searches: &'s Searches<'s>) -> Self {
        let (control, begun) = (searches.effort.control(), Instant::now());
        WatchedControl { searches, control, begun, shown: 0 }
    }

    fn done(&self, nodes: u64, plies: Option<i16>) -> u64 {
        match (self.searches.effort.milliseconds, self.searches.effort.nodes) {
            (Some(_), _) => self.begun.elapsed().as_millis() as u64,
            (None, Some(_)) => nodes,
            (None, None) => plies.map_or(self.shown, |plies| u64::from(plies.unsigned_abs())),
        }
    }

    /// Moves the progress to `done` units.
    fn show(&mut self, done: u64) {
        let done = done.clamp(self.shown, self.searches.share.max(self.shown));
        self.searches.progress.add(done - self.shown);
        self.shown = done;
    }
}

impl Control for WatchedControl<'_> {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        self.show(self.done(nodes, None));
        let next = self.control.poll(nodes)?;
        Ok(next.min(nodes + NODES_BETWEEN_UPDATES))
    }

    fn finished(&mut self, progress: &search::Progress) -> ControlFlow<()> {
        self.show(self.done(progress.nodes, Some(progress.depth.plies())));
        self.control.finished(progress)
    }
}
