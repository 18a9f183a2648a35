//! The search of one position, with its progress for whoever waits.

use crate::analyze::args::AnalyzeArgs;
use crate::analyze::notation::{line_text, number_text};
use crate::effort::{Effort, EffortControl};
use analysis::{LineSearch, PositionAnalysis, analyze_position};
use games::checkers::{Move, Position};
use progress::Progress;
use search::{Control, KeyHistory, SearchReport, Stopped};
use std::ops::ControlFlow;
use std::time::Instant;

/// Nodes between two updates of the progress: a fraction of a second.
const NODES_BETWEEN_UPDATES: u64 = 1 << 20;
/// Moves of the best line that the progress shows.
const SHOWN_MOVES: usize = 4;

/// Analyzes the last position of `history` within the limits of the command line.
pub fn analyze(position: &Position, history: &KeyHistory, args: &AnalyzeArgs) -> PositionAnalysis {
    let effort = args.effort_of_position();
    let progress = progress_line(effort);
    let mut control = WatchedControl::new(effort, &progress);
    let mut each_depth = |lines: &[SearchReport<Move>]| {
        if let Some(best) = lines.first() {
            progress.note(note(best));
        }
    };
    let mut search = LineSearch {
        most: args.most_lines(),
        table_bytes: effort.table_bytes(),
        control: &mut control,
        each_depth: &mut each_depth,
    };
    analyze_position(position, history, &mut search)
}

/// The units are those of the limit that is named first: only with a limit of time or nodes is it
/// known how much is left.
fn progress_line(effort: Effort) -> Progress {
    match (effort.milliseconds, effort.nodes) {
        (Some(milliseconds), _) => Progress::new(milliseconds, "milliseconds"),
        (None, Some(nodes)) => Progress::new(nodes, "nodes"),
        (None, None) => Progress::new(u64::from(effort.depth.unwrap_or(0).unsigned_abs()), "plies"),
    }
}

fn note(best: &SearchReport<Move>) -> String {
    let moves = &best.line[..best.line.len().min(SHOWN_MOVES)];
    let (depth, score) = (best.progress.depth.plies(), best.progress.score.units());
    format!("depth {depth}, {:+.2}, {}", f64::from(score) / 100.0, line_text(moves, number_text))
}

/// Ends a search by its effort, and moves the progress on.
struct WatchedControl<'p> {
    effort: Effort,
    control: EffortControl,
    begun: Instant,
    progress: &'p Progress,
    shown: u64,
}

impl<'p> WatchedControl<'p> {
    fn new(effort: Effort, progress: &'p Progress) -> Self {
        let (control, begun) = (effort.control(), Instant::now());
        WatchedControl { effort, control, begun, progress, shown: 0 }
    }

    /// Moves the progress to what is done.
    fn show(&mut self, nodes: u64, plies: Option<u64>) {
        let (total, done) = match (self.effort.milliseconds, self.effort.nodes) {
            (Some(total), _) => (total, self.begun.elapsed().as_millis() as u64),
            (None, Some(total)) => (total, nodes),
            (None, None) => (u64::MAX, plies.unwrap_or(self.shown)),
        };
        let done = done.min(total);
        self.progress.add(done.saturating_sub(self.shown));
        self.shown = self.shown.max(done);
    }
}

impl Control for WatchedControl<'_> {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        self.show(nodes, None);
        let next = self.control.poll(nodes)?;
        Ok(next.min(nodes + NODES_BETWEEN_UPDATES))
    }

    fn finished(&mut self, progress: &search::Progress) -> ControlFlow<()> {
        self.show(progress.nodes, Some(u64::from(progress.depth.plies().unsigned_abs())));
        self.control.finished(progress)
    }
}
