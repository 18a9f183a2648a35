//! The searches of positions, with a progress line.

use crate::analyze::args::AnalyzeArgs;
use crate::analyze::subject::line_text;
use analysis::{
    AnalyzedGame, Evaluation, LineSearch, PositionAnalysis, Resources, SearchLimits, SearchPlace,
    SearchWatch, analyze_position,
};
use cli::ProgressLine;
use search::{KeyHistory, SearchReport};
use std::time::Instant;

/// Moves of the best line that the progress shows.
const SHOWN_MOVES: usize = 4;

/// The searches of positions, with one progress line for all of them.
pub struct Searches<'a> {
    args: &'a AnalyzeArgs,
    limits: SearchLimits,
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
        let limits = args.limits_of_position();
        let (share, unit) = match (limits.milliseconds, limits.nodes) {
            (Some(milliseconds), _) => (milliseconds, "milliseconds"),
            (None, Some(nodes)) => (nodes, "nodes"),
            (None, None) => (u64::from(limits.depth.unwrap_or(0)), "plies"),
        };
        let progress = ProgressLine::new(share.saturating_mul(positions as u64), unit);
        Searches { args, limits, progress, share, is_alone: positions == 1 }
    }

    pub fn progress(&self) -> &ProgressLine {
        &self.progress
    }

    /// Analyzes the last position of `history`.
    pub fn analyze<G: AnalyzedGame>(
        &self,
        position: &G,
        history: &KeyHistory,
    ) -> PositionAnalysis<G> {
        let mut watch = ProgressWatch { searches: self, begun: Instant::now(), shown: 0 };
        let mut search = LineSearch {
            resources: &Resources::default(),
            most: self.args.most_lines(),
            table_bytes: self.limits.table_bytes(SearchPlace::Program),
            limits: self.limits,
            watch: &mut watch,
            each_depth: &mut |lines| {
                if let Some(best) = lines.first().filter(|_| self.is_alone) {
                    self.progress.note(note(position, best));
                }
            },
        };
        let analysis = analyze_position(position, history, &mut search);
        // Some searches need less than they may take.
        watch.show(self.share);
        analysis
    }
}

fn note<G: AnalyzedGame>(position: &G, best: &SearchReport<G::Move>) -> String {
    let moves = &best.line[..best.line.len().min(SHOWN_MOVES)];
    let depth = best.progress.depth.plies();
    let score = Evaluation::of(Some(best.progress.score), position.side_to_move());
    format!("depth {depth}, {score}, {}", line_text(position, moves))
}

struct ProgressWatch<'s> {
    searches: &'s Searches<'s>,
    begun: Instant,
    shown: u64,
}

impl ProgressWatch<'_> {
    /// Moves the progress to `done` units.
    fn show(&mut self, done: u64) {
        let done = done.clamp(self.shown, self.searches.share.max(self.shown));
        self.searches.progress.add(done - self.shown);
        self.shown = done;
    }
}

impl SearchWatch for ProgressWatch<'_> {
    fn milliseconds(&self) -> f64 {
        1_000.0 * self.begun.elapsed().as_secs_f64()
    }

    fn stops(&mut self, nodes: u64, depth: Option<u32>, _: bool) -> bool {
        let limits = self.searches.limits;
        self.show(match (limits.milliseconds, limits.nodes) {
            (Some(_), _) => self.milliseconds() as u64,
            (None, Some(_)) => nodes,
            (None, None) => depth.map_or(self.shown, u64::from),
        });
        false
    }
}
