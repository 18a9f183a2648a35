//! What a search has found.

use crate::depth::Depth;
use crate::pv_table::Line;
use crate::score::Score;

/// How far a search has come; enough to decide whether to go on.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The value of the best move.
    pub score: Score,
    /// The last depth that was finished.
    pub depth: Depth,
    /// For how many finished depths in a row, the last included, the best move has been the same.
    pub steady: u32,
    /// By how many units the score has fallen since the depth before; negative if it rose.
    pub fall: i32,
    /// Nodes visited so far, quiescence included.
    pub nodes: u64,
}

impl Progress {
    /// Nothing is known yet.
    pub const NONE: Progress =
        Progress { score: Score::DRAW, depth: Depth::ZERO, steady: 0, fall: 0, nodes: 0 };

    /// Is the result a proof that deeper search cannot change: a win or loss within the depth, or the
    /// way to a position that is known to be won or lost?
    pub fn is_proved(&self) -> bool {
        let depth = usize::try_from(self.depth.plies()).unwrap_or(0);
        match self.score.plies_to_end() {
            Some(plies) => plies <= depth,
            None => self.score.is_decisive(),
        }
    }
}

/// The result of the deepest finished iteration, or a better one of the one that was stopped.
#[derive(Clone, Debug)]
pub struct SearchReport<M: Copy> {
    /// The move to play.
    pub best: M,
    /// The expected course of the game; its first move is `best`.
    pub line: Line<M>,
    /// Its value, and how it was found.
    pub progress: Progress,
}
