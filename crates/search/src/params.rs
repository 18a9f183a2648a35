//! Every number of the search that is the same for all games. The others are in each evaluator's
//! [`Tuning`](crate::Tuning). `docs/LAB.md` has the matches they come from.

/// The least depth, in plies, at which an iteration begins with an aspiration window.
pub const ASPIRATION_DEPTH: i16 = 5;
/// A margin above this, in units of the evaluation, opens the window fully.
pub const ASPIRATION_WIDEST: i32 = 400;

/// The least depth, in plies, at which late moves are reduced.
pub const REDUCTION_DEPTH: i16 = 3;
/// The number of moves searched in full before reductions begin.
pub const REDUCTION_MOVES: usize = 2;

/// The least depth at which a null move is tried, where the evaluator allows it.
pub const NULL_MOVE_DEPTH: i16 = 3;

/// The most plies by which one node is searched less deep because of its static evaluation; also
/// the greatest depth at which a node may be pruned by it.
pub const MAX_NODE_REDUCTION: i16 = 2;
/// The most plies by which all nodes of one line together are searched less deep for it.
pub const MAX_LINE_REDUCTION: i16 = 4;

/// Nothing is extended from this multiple of the iteration's depth on.
pub const EXTENSION_REACH: usize = 2;

/// History counters stay between minus this and this.
pub const HISTORY_LIMIT: i32 = 8_192;
/// The most that one cut-off may add to a counter.
pub const HISTORY_STEP: i32 = 800;

/// Plies to the next conversion that a tablebase win is allowed to need: more than 99 of 100 wins
/// with five pieces of checkers need less.
pub const CONVERSION_PLIES: i16 = 30;
