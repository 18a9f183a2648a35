//! What the rules count besides the board, and the limits of these counts.

use crate::rules::profile::Profile;
use std::time::Duration;

/// Time left for each side, Black first (the order of `Side::index`).
pub type Clocks = [Duration; 2];

/// Limits at which a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameLimits {
    pub profile: Profile,
    /// Quiet turns after which the game is drawn; the assignment says 50.
    pub quiet_turns: u32,
    /// Turns after which the game is stopped as drawn.
    pub plies: u32,
}

/// The counts of one moment of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleCounts {
    /// How often this position has occurred.
    pub occurrences: u32,
    /// Turns since one that begins the count anew; with those of the opening, if these are known.
    pub quiet: u32,
    /// Turns of the players.
    pub plies: u32,
    pub limits: GameLimits,
}
