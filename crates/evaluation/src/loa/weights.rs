//! The weights of the evaluation, in hundredths of a logit: 100 units turn even chances into 73 in
//! 100.
//!
//! Fitted by logistic regression (Newton's method, a little ridge) to the results of about 5,000
//! games of this program against itself, 5,000 nodes a move after four to eight random moves:
//! 152,000 positions. Each feature was tried with and without. Those that lowered the error by less
//! than a thousandth of its size have no weight here: piece-square tables, distance of the center
//! of mass from the middle, quads, Euler number, bounding rectangle, groups, isolated pieces.

/// Tenths of a unit in a unit: mobility is kept in tenths.
pub const TENTHS: i32 = 10;
/// A move to an empty square off the edge, in tenths of a unit.
pub const QUIET_MOVE: u32 = 46;
/// A move to an empty square on the edge, in tenths of a unit.
pub const QUIET_MOVE_TO_EDGE: u32 = 18;
/// A capture off the edge, in tenths of a unit.
pub const CAPTURE: u32 = 232;
/// A capture on the edge, in tenths of a unit.
pub const CAPTURE_ON_EDGE: u32 = 16;

/// By the number of pieces, from none to twelve and more. (Fewer pieces are connected sooner: the
/// other terms say that.) Below five smoothed by hand: few games get there.
pub const PIECES: [i32; 13] = [-150, -150, -150, -165, -180, -138, -107, -72, -40, 0, 33, 71, 97];
/// The mean squared distance from the center of mass, for each squared step.
pub const INERTIA: i32 = -43;
/// The mean distance from the center of mass, for each king's step.
pub const DISTANCE: i32 = -56;

/// A pair of neighbors, in tenths of a unit, before [`PAIR_AMONG_MANY`] is added.
pub const PAIR: i32 = 280;
/// Added to [`PAIR`] for each piece on the board: connections count when few pieces are left.
pub const PAIR_AMONG_MANY: i32 = -11;

/// A piece on the edge with an enemy before it and one beside that enemy: it moves inward one way
/// at most.
pub const WALLED_IN: i32 = -14;
/// A piece on the edge with enemies, or the end of the board, on all three squares before it.
pub const SHUT_IN: i32 = -34;

/// The right to move.
pub const TURN: i32 = 35;
