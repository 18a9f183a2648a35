//! The numbers of the evaluation.

/// A move to an empty square off the edge.
pub const QUIET_MOVE: u32 = 2;
/// A move to an empty square on the edge.
pub const QUIET_MOVE_TO_EDGE: u32 = 1;
/// A capture off the edge.
pub const CAPTURE: u32 = 4;
/// A capture on the edge.
pub const CAPTURE_ON_EDGE: u32 = 2;
