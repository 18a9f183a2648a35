//! What a search has found.

use crate::depth::Depth;
use crate::pv_table::Line;
use crate::score::Score;

/// How far a search has come: what a [`Control`](crate::Control) decides by.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The score of the best move.
    pub score: Score,
    /// The last depth that was finished.
    pub depth: Depth,
    /// The number of finished depths in a row, the last included, with this best move.
    pub steady: u32,
    /// Units of the evaluation by which the score has fallen since the last depth; negative if it
    /// rose.
    pub fall: i32,
    /// Nodes visited so far, quiescence included.
    pub nodes: u64,
}

impl Progress {
    /// Nothing is known yet.
    pub const NONE: Progress =
        Progress { score: Score::DRAW, depth: Depth::ZERO, steady: 0, fall: 0, nodes: 0 };

    /// Is the score a proof that a deeper search cannot change: a mate score within the depth, or a
    /// tablebase score?
    pub fn is_proved(&self) -> bool {
        let depth = usize::try_from(self.depth.plies()).unwrap_or(0);
        match self.score.plies_to_end() {
            Some(plies) => plies <= depth,
            None => self.score.is_decisive(),
        }
    }
}

/// The result of a search: of the last finished iteration, or of the stopped one where it found
/// better.
#[derive(Clone, Debug)]
pub struct SearchReport<M: Copy> {
    /// The move to play.
    pub best: M,
    /// The principal variation; its first move is `best`.
    pub line: Line<M>,
    /// Its score, depth and node count.
    pub progress: Progress,
}

impl<M: Copy> SearchReport<M> {
    /// A move of which nothing is known yet.
    pub fn unsearched(best: M) -> Self {
        SearchReport { best, line: Line::from_iter([best]), progress: Progress::NONE }
    }
}
