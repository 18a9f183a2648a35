//! The weights of the hand-crafted evaluation, in hundredths of a man.
//!
//! Set by hand after common draughts knowledge (the bridge, the center, the double corner) and
//! checked only by games against the reference agent. The network is measured against them: they
//! are not meant to be tuned further.

/// A man.
pub const MAN: i32 = 100;
/// A king: strong programs put it between 1.3 and 1.5 men.
pub const KING: i32 = 140;
/// Added for a lead of all the material on the board, in proportion for a smaller one: makes even
/// trades good for the side ahead, because the same lead is then a larger share.
pub const TRADE: i32 = 160;
/// Each man on its own back row, while the enemy has men.
pub const BACK_ROW_MAN: i32 = 3;
/// Both men of the bridge (c1 and g1 for White), which two attacking men cannot pass.
pub const BRIDGE: i32 = 9;
/// A man on each row, from its own back row to the row before crowning.
pub const ADVANCEMENT: [i32; 7] = [0, 1, 2, 4, 7, 12, 22];
/// A man on one of the eight middle squares.
pub const CENTER_MAN: i32 = 3;
/// A king on one of the eight middle squares.
pub const CENTER_KING: i32 = 8;
/// Each step a side could make if it were its turn.
pub const MOBILITY: i32 = 2;
/// A king that cannot step anywhere.
pub const TRAPPED_KING: i32 = -35;
/// A man with no enemy on its row or any row ahead: only a king close behind may still stop it.
pub const RUNAWAY: i32 = 40;
/// Having the move (the opposition) with equal numbers of pieces.
pub const THE_MOVE: i32 = 6;
/// The right to move.
pub const TURN: i32 = 4;
/// For the side ahead, each step of distance between its kings and the nearest enemy.
pub const HUNT_DISTANCE: i32 = -4;
/// For the side ahead, each enemy king that hides in a double corner.
pub const HIDING_KING: i32 = -25;
/// For the side ahead, each enemy king on the edge outside the double corners.
pub const CORNERED_KING: i32 = 10;
/// The three terms above count with at most this many pieces on the board.
pub const HUNT_PIECES: u32 = 8;
