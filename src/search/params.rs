//! Every number of the search that is the same for all games, named, in one place; the others are in
//! each game's [`Tuning`](crate::game::Tuning). `docs/LAB.md` holds the matches.

/// From this depth on, an iteration begins with an aspiration window.
pub const ASPIRATION_DEPTH: i16 = 5;
/// A margin beyond this opens the window fully.
pub const ASPIRATION_WIDEST: i32 = 400;

/// The least depth at which late moves are reduced.
pub const REDUCTION_DEPTH: i16 = 3;
/// The number of moves searched in full before reductions begin.
pub const REDUCTION_MOVES: usize = 2;

/// The least depth at which a pass is tried, in games that allow it.
pub const PASS_DEPTH: i16 = 3;

/// The most plies that one position is searched less deep because of its evaluation.
pub const MOST_TRUNCATED: i16 = 2;
/// The most plies that all positions of a path together are searched less deep for it, those aside
/// that are judged at once.
pub const TRUNCATIONS_OF_A_PATH: i16 = 4;

/// The ply, as a multiple of the iteration's depth, beyond which nothing is extended.
pub const EXTENSION_REACH: usize = 2;

/// History counters stay between minus this and this.
pub const HISTORY_LIMIT: i32 = 8_192;
/// The most that one cut-off may add to a counter.
pub const HISTORY_STEP: i32 = 800;

/// The plies that a known win may take to make progress: more than 99 of 100 do in the endings of
/// checkers with five pieces.
pub const KNOWN_TAKES: i16 = 30;
