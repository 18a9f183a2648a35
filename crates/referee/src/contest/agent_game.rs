//! One game between two agents, each in a directory of its own, with the evidence of a failure.

use crate::agent::{AgentRun, AgentRunError, Entrant, SandboxMode, TempRoot, detail};
use crate::game::Timing;
use crate::game::{Clocks, EndingKind, FinishedGame, GameLimits, GameLoop, GameState, Profile};
use crate::record::{GameRules, bad_move};
use crate::schedule::Seed;
use games::board::Side;
use games::checkers::Position;
use std::path::Path;

/// The conditions of all games of a contest.
#[derive(Clone, Copy, Debug)]
pub struct GameConditions {
    pub limits: GameLimits,
    pub timing: Timing,
    pub sandbox_mode: SandboxMode,
    pub seed: Seed,
}

impl GameConditions {
    /// The conditions as records have them.
    pub fn rules(&self) -> GameRules {
        GameRules {
            profile: self.limits.profile,
            quiet_turns: self.limits.quiet_turns,
            max_plies: self.limits.plies,
            sandboxed: self.sandbox_mode == SandboxMode::On,
            timing: self.timing,
            seed: self.seed.0,
        }
    }
}

/// A game to be played between two agents.
#[derive(Debug)]
pub struct AgentGame<'a> {
    /// Black first.
    pub players: [&'a Entrant; 2],
    pub start: Position,
    pub conditions: GameConditions,
    /// The parent of the agents' directories.
    pub temp_root: &'a TempRoot,
    /// The cores the agents may run on; `None` means all.
    pub cores: Option<Vec<usize>>,
}

#[derive(Debug)]
pub struct FinishedAgentGame {
    pub finished: FinishedGame,
    /// The agents with their files as they left them, Black first.
    pub runs: [AgentRun; 2],
}

impl AgentGame<'_> {
    /// Plays it; `watcher` sees every board with the time left.
    pub fn play(
        &self,
        watcher: &mut dyn FnMut(&GameState, &Clocks),
    ) -> Result<FinishedAgentGame, AgentRunError> {
        let grace = self.conditions.limits.profile.grace();
        let start = |player: &Entrant| {
            let run =
                player.start(self.temp_root, self.conditions.sandbox_mode, self.cores.clone());
            run.map(|run| run.with_grace(grace))
        };
        let mut runs = [start(self.players[0])?, start(self.players[1])?];
        let limits = self.conditions.limits;
        let clocks = self.players.map(|player| player.clock);
        let state = GameState::new(self.start, limits);
        let [black, white] = &mut runs;
        let game = GameLoop::new(state, limits.profile, clocks, watcher)
            .with_timing(self.conditions.timing);
        Ok(FinishedAgentGame { finished: game.play([black, white]), runs })
    }
}

impl FinishedAgentGame {
    /// The exact fault of the last answer of the side to move at the end.
    pub fn detail(&self, to_move: Side, profile: Profile) -> Option<String> {
        let run = &self.runs[to_move.index()];
        let passed = || run.passed().map(str::to_string);
        detail(run.dir(), self.finished.ending, profile.form()).or_else(passed)
    }

    /// After a forfeit, keeps the agent's files in `folder` and returns the file for `referee
    /// replay`; after an error of the referee, returns its text; else `None`. `to_move` was to move
    /// at the end.
    pub fn evidence(&self, to_move: Side, profile: Profile, folder: &Path) -> Option<String> {
        let run = &self.runs[to_move.index()];
        let ending = self.finished.ending;
        match ending.kind() {
            EndingKind::Void => run.error().map(ToString::to_string),
            EndingKind::LostOnBoard | EndingKind::Drawn => None,
            EndingKind::Forfeited => Some(match bad_move::keep(folder, run, profile, ending) {
                Ok(file) => file.display().to_string(),
                Err(error) => format!("not kept: {error}"),
            }),
        }
    }
}
