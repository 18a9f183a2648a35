//! The numbers of the evaluation.

/// A move to an empty square off the edge. This and the next three in tenths of a unit.
pub const QUIET_MOVE: u32 = 34;
/// A move to an empty square on the edge.
pub const QUIET_MOVE_TO_EDGE: u32 = 29;
/// A capture off the edge.
pub const CAPTURE: u32 = 200;
/// A capture on the edge.
pub const CAPTURE_ON_EDGE: u32 = 24;
/// By the number of pieces.
pub const PIECES: [i32; 13] = [-100, -130, -135, -135, -140, -135, -129, -98, -45, -10, 16, 51, 82];
/// Average distance, in units a square.
pub const DISTANCE: i32 = -167;
/// Average place.
pub const PLACES: [i32; 10] = [-149, -127, -29, -31, -88, -8, 14, 7, 70, 25];
/// A piece shut in at the edge.
pub const WALLED: i32 = -17;
/// A square of the rectangle, in tenths.
pub const AREA: i32 = -8;
/// A group more.
pub const GROUP: i32 = -4;
/// The right to move.
pub const TURN: i32 = 31;
