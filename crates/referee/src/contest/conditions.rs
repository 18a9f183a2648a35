//! What is the same in all games of a contest.

use crate::agent::SandboxMode;
use crate::game::{GameLimits, Timing};
use crate::record::GameRules;
use crate::schedule::Seed;
use games::GameName;

/// The conditions of all games of a contest.
#[derive(Clone, Copy, Debug)]
pub struct GameConditions {
    pub game: GameName,
    pub limits: GameLimits,
    pub timing: Timing,
    pub sandbox_mode: SandboxMode,
    pub seed: Seed,
}

impl GameConditions {
    /// The conditions as records have them.
    pub fn rules(&self) -> GameRules {
        GameRules {
            game: self.game,
            profile: self.limits.profile,
            quiet_turns: self.limits.quiet_turns,
            max_plies: self.limits.plies,
            sandboxed: self.sandbox_mode == SandboxMode::On,
            timing: self.timing,
            seed: self.seed.0,
        }
    }
}
