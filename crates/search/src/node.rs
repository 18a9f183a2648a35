//! What is asked of one node of the tree, handed down by value: how deep, how far from the root,
//! within which window, and what the moves that led there have already used up.
//!
//! Nothing here is set on the way down and unset on the way up, so that no early return can forget
//! to.

use crate::depth::Depth;
use crate::score::{Ply, Score};
use crate::window::Window;

/// The task of a node.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Plies still to search.
    pub depth: Depth,
    /// Distance from the root.
    pub ply: Ply,
    /// The scores that still matter.
    pub window: Window,
    /// What the line of moves from the root has used up.
    pub line: LineState,
}

/// What a node inherits from the nodes above it.
#[derive(Clone, Copy, Debug, Default)]
pub struct LineState {
    /// Plies by which nodes of the line were searched less deep because of their static evaluation.
    pub reduced: i16,
    /// Was the last move a null move? Two in a row would prove nothing.
    pub after_null_move: bool,
    /// Does the line lead through a threat extension? One is enough.
    pub threat_extended: bool,
}

impl Node {
    /// The root, to be searched to `depth` within `window`.
    pub fn root(depth: Depth, window: Window) -> Self {
        Node { depth, ply: Ply::ROOT, window, line: LineState::default() }
    }

    /// The node after a move, to be searched to `depth` within `window`, which is the child's own.
    #[inline]
    pub fn child(self, depth: Depth, window: Window) -> Self {
        let line = LineState { after_null_move: false, ..self.line };
        Node { depth, ply: self.ply.next(), window, line }
    }

    /// The same node with `plies` less depth because of its static evaluation.
    #[inline]
    pub fn reduced_by(self, plies: i16) -> Self {
        let line = LineState { reduced: self.line.reduced + plies, ..self.line };
        Node { depth: self.depth - plies, line, ..self }
    }

    /// Is this the root?
    #[inline]
    pub fn is_root(self) -> bool {
        self.ply == Ply::ROOT
    }

    /// Is an exact score wanted (a node of the principal variation), not only a bound?
    #[inline]
    pub fn wants_exact_score(self) -> bool {
        !self.window.is_null()
    }

    /// Does `score` end the search of this node: at or above beta?
    #[inline]
    pub fn fails_high(self, score: Score) -> bool {
        self.window.fails_high(score)
    }
}
