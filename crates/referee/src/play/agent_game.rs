//! One game between two agents, each in a directory of its own, with the evidence of a failure.

use crate::error::MatchError;
use crate::journal::GameConditions;
use crate::play::game_log::LoggedGame;
use crate::play::match_game::{MatchGame, PlayerSetup, ProcessPlayer};
use crate::players::Participant;
use crate::rules::{
    Adjudicator, AnswerForm, Clocks, EndingKind, FinishedGame, GameInPlay, GameLoop, GameState,
    ReplyRules,
};
use games::Game;
use games::board::Side;
use games::checkers::Position;
use runner::TempRoot;
use std::path::Path;

#[derive(Debug)]
pub struct AgentGame<'a, G: Game = Position> {
    /// Black first.
    pub players: [&'a Participant; 2],
    pub start: G,
    /// The moves from the start of the game to `start`, where the players have to hear of them.
    pub opening: Vec<G::Move>,
    pub conditions: GameConditions,
    pub temp_root: &'a TempRoot,
    /// The cores the agents may run on; `None` means all.
    pub cores: Option<Vec<usize>>,
}

#[derive(Debug)]
pub struct FinishedAgentGame<G: MatchGame = Position> {
    pub finished: FinishedGame<G>,
    /// The agents with their files as they left them, Black first.
    pub runs: [G::Player; 2],
}

impl<G: MatchGame> AgentGame<'_, G> {
    /// Plays it; `watcher` sees every board with the time left.
    pub fn play(
        &self,
        watcher: &mut dyn FnMut(&GameState<G>, &Clocks),
    ) -> Result<FinishedAgentGame<G>, MatchError> {
        self.play_logged(watcher, None, None)
    }

    /// The same; moves and standard error of the agents go to a log, and endgame tables may end the
    /// game.
    pub fn play_logged(
        &self,
        watcher: &mut dyn FnMut(&GameState<G>, &Clocks),
        log: Option<LoggedGame<'_>>,
        adjudicator: Option<Adjudicator<'_>>,
    ) -> Result<FinishedAgentGame<G>, MatchError> {
        let conditions = &self.conditions;
        let start = |side: Side| {
            G::Player::from_setup(&PlayerSetup {
                side,
                participant: self.players[side.index()],
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
        let game = GameInPlay::new(state, conditions.asking(&self.start), clocks);
        let game = GameLoop::new(game, watcher).adjudicated(adjudicator);
        let finished = if let Some(log) = log {
            let [first, second] = self.players.map(|player| player.agent.name.as_str());
            let (mut black, mut white) =
                (log.player(Side::Black, black, first), log.player(Side::White, white, second));
            game.play([&mut black, &mut white])
        } else {
            game.play([black, white])
        };
        Ok(FinishedAgentGame { finished, runs })
    }
}

impl<G: MatchGame> FinishedAgentGame<G> {
    /// The exact fault of the side that has forfeited; `to_move` was to move at the end.
    pub fn detail(&self, to_move: Side, form: AnswerForm) -> Option<String> {
        let ending = self.finished.ending;
        self.at_fault(to_move).whole_fault(ending, form)
    }

    /// After a forfeit, keeps the agent's files in `folder` and returns the file for `referee
    /// replay`; after an error of the referee, returns its text; else `None`. `to_move` was to move
    /// at the end.
    pub fn evidence(&self, to_move: Side, rules: ReplyRules, folder: &Path) -> Option<String> {
        let run = self.at_fault(to_move);
        let ending = self.finished.ending;
        match ending.kind() {
            EndingKind::Void => run.failure(),
            EndingKind::Decided | EndingKind::Drawn => None,
            EndingKind::Forfeited => Some(match run.keep(folder, rules, ending) {
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
