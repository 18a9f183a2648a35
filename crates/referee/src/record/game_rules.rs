//! The conditions of a game, as records and plans have them.

use crate::game::{Profile, Timing};
use serde::{Deserialize, Serialize};

/// The conditions of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRules {
    /// Whose rules were applied.
    pub profile: Profile,
    /// Quiet turns that make a draw.
    pub quiet_turns: u32,
    /// Turns after which the game is stopped as drawn.
    pub max_plies: u32,
    /// Whether the agents ran in a sandbox.
    pub sandboxed: bool,
    /// Whether the clocks were at stake.
    pub timing: Timing,
    /// The seed of the schedule.
    pub seed: u64,
}
