//! What is the same in all games of a contest.

use crate::journal::GameRules;
use crate::rules::GameLimits;
use crate::rules::TimeControl;
use crate::rules::Timing;
use crate::schedule::Seed;
use games::GameName;
use runner::sandbox::SandboxMode;

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
