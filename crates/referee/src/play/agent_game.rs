//! One game between two agents, each in a directory of its own, with the evidence of a failure.

use crate::play::conditions::GameConditions;
use crate::play::protocol::{PlayerProcess, Protocol, Seat};
use crate::players::AgentRunError;
use crate::players::Entrant;
use crate::rules::Clocks;
use crate::rules::EndingKind;
use crate::rules::GameState;
use crate::rules::Profile;
use crate::rules::{FinishedGame, GameLoop};
use games::Game;
use games::board::Side;
use games::checkers::Position;
use runner::TempRoot;
use std::path::Path;

/// A game to be played between two agents.
#[derive(Debug)]
pub struct AgentGame<'a, G: Game = Position> {
    /// Black first.
    pub players: [&'a Entrant; 2],
    pub start: G,
    /// The moves from the start of the game to `start`, where the players have to hear of them.
    pub opening: Vec<G::Move>,
    pub conditions: GameConditions,
    /// The parent of the agents' directories.
    pub temp_root: &'a TempRoot,
    /// The cores the agents may run on; `None` means all.
    pub cores: Option<Vec<usize>>,
}

#[derive(Debug)]
pub struct FinishedAgentGame<G: Protocol = Position> {
    pub finished: FinishedGame<G>,
    /// The agents with their files as they left them, Black first.
    pub runs: [G::Player; 2],
}

impl<G: Protocol> AgentGame<'_, G> {
    /// Plays it; `watcher` sees every board with the time left.
    pub fn play(
        &self,
        watcher: &mut dyn FnMut(&GameState<G>, &Clocks),
    ) -> Result<FinishedAgentGame<G>, AgentRunError> {
        let conditions = &self.conditions;
        let start = |side: Side| {
            G::Player::seated(&Seat {
                side,
                entrant: self.players[side.index()],
                opening: &self.opening,
                conditions: *conditions,
                temp_root: self.temp_root,
                cores: self.cores.clone(),
            })
        };
        let mut runs = [start(Side::Black)?, start(Side::White)?];
        let limits = conditions.limits;
        let clocks = self.players.map(|player| player.clock);
        let state = if self.opening.is_empty() {
            GameState::new(self.start.clone(), limits)
        } else {
            GameState::after(&self.opening, limits)
        };
        let [black, white] = &mut runs;
        let game =
            GameLoop::new(state, limits.profile, clocks, watcher).with_timing(conditions.timing);
        Ok(FinishedAgentGame { finished: game.play([black, white]), runs })
    }
}

impl<G: Protocol> FinishedAgentGame<G> {
    /// The exact fault of the side that has forfeited; `to_move` was to move at the end.
    pub fn detail(&self, to_move: Side, profile: Profile) -> Option<String> {
        let ending = self.finished.ending;
        self.at_fault(to_move).whole_fault(ending, profile)
    }

    /// After a forfeit, keeps the agent's files in `folder` and returns the file for `referee
    /// replay`; after an error of the referee, returns its text; else `None`. `to_move` was to move
    /// at the end.
    pub fn evidence(&self, to_move: Side, profile: Profile, folder: &Path) -> Option<String> {
        let run = self.at_fault(to_move);
        let ending = self.finished.ending;
        match ending.kind() {
            EndingKind::Void => run.failure(),
            EndingKind::Decided | EndingKind::Drawn => None,
            EndingKind::Forfeited => Some(match run.keep(folder, profile, ending) {
                Ok(file) => file.display().to_string(),
                Err(error) => format!("not kept: {error}"),
            }),
        }
    }

    /// The side that has forfeited, else the one that was to move.
    fn at_fault(&self, to_move: Side) -> &G::Player {
        &self.runs[self.finished.ending.loser(to_move).unwrap_or(to_move).index()]
    }
}
