//! What is the same in all games of a contest.

use crate::agent::SandboxMode;
use crate::game::{GameLimits, TimeControl, Timing};
use crate::record::GameRules;
use crate::schedule::Seed;
use games::GameName;

/// The conditions of all games of a contest.
#[derive(Clone, Copy, Debug)]
pub struct GameConditions {
    pub game: GameName,
    pub limits: GameLimits,
    pub timing: Timing,
    /// The clock of programs that live; `None` where the profile says how time is counted.
    pub time: Option<TimeControl>,
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
            time: self.time,
            seed: self.seed.0,
        }
    }
}
