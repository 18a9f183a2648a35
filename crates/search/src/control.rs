//! Who may stop a search. The search asks, and never looks at a clock itself.

use crate::report::Progress;
use std::ops::ControlFlow;

/// The search must stop; the score of the node is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Answers the two questions of a running search. Both are rare, so a search takes it as a trait
/// object and is compiled once for all controls.
pub trait Control {
    /// Asked inside the tree when `nodes` have been visited. `Ok` holds the node count at which to
    /// ask again.
    ///
    /// # Errors
    /// [`Stopped`]: unwind at once and store nothing more.
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped>;

    /// Told after each finished depth; `Break` ends the search with what it has.
    fn finished(&mut self, progress: &Progress) -> ControlFlow<()>;
}

/// Stops after a number of nodes, within the tree.
#[derive(Clone, Copy, Debug)]
pub struct NodeLimit(pub u64);

impl Control for NodeLimit {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if nodes < self.0 { Ok(self.0) } else { Err(Stopped) }
    }

    fn finished(&mut self, progress: &Progress) -> ControlFlow<()> {
        if progress.nodes < self.0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Stops after a depth is finished.
#[derive(Clone, Copy, Debug)]
pub struct DepthLimit(pub i16);

impl Control for DepthLimit {
    fn poll(&mut self, _nodes: u64) -> Result<u64, Stopped> {
        Ok(u64::MAX)
    }

    fn finished(&mut self, progress: &Progress) -> ControlFlow<()> {
        if progress.depth.plies() < self.0 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}
