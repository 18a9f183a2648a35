//! The numbers of the evaluation, in hundredths of the logarithm of the odds: 100 units stand for a
//! side that wins 73 games of 100 between equal players.
//!
//! They were fitted by logistic regression (Newton's method, a little ridge) to the results of about
//! 5,000 games of this program against itself, 5,000 nodes a move after four to eight random moves:
//! 152,000 positions. Each feature was tried with and without. Those that lowered the error by less
//! than a thousandth of its size have no weight here: where single pieces stand, how far the center of
//! mass is from the middle, quads, the Euler number, the surrounding rectangle, groups, lonely pieces.

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

/// The number of pieces; the last stands for twelve and more. Fewer pieces are joined sooner, which
/// the spread says; this is what else they are worth. Below five smoothed by hand: few games get there.
pub const PIECES: [i32; 13] = [-150, -150, -150, -165, -180, -138, -107, -72, -40, 0, 33, 71, 97];
/// The mean squared distance from the center of mass, for each square of a square.
pub const INERTIA: i32 = -43;
/// The mean distance from the center of mass, for each king's step.
pub const DISTANCE: i32 = -56;

/// A pair of neighbors on an empty board, in tenths of a unit ...
pub const PAIR: i32 = 280;
/// ... and how much less with each piece of either side: connections count when few are left.
pub const PAIR_AMONG_MANY: i32 = -11;

/// A piece on the edge with an enemy before it and one beside that: it moves inward one way at most.
pub const WALLED_IN: i32 = -14;
/// A piece on the edge with enemies, or the corner's edge, on all three squares before it.
pub const SHUT_IN: i32 = -34;

/// The right to move.
pub const TURN: i32 = 35;
