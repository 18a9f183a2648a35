//! A tournament before its first game, and the check that a result belongs to it.

use crate::error::MatchError;
use crate::journal::{GameResult, GameRules, Results};
use crate::pairing::{Format, Player};
use crate::plan::contest_options::{options_of, other_options};
use crate::players::program::Agent;
use crate::schedule::{GamesEach, Opening, OpeningList, ScheduledGame};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlannedAgent {
    /// The program and the files that belong to it.
    #[serde(flatten)]
    pub agent: Agent,
    /// CPU seconds for each game.
    pub seconds: f64,
}

impl PlannedAgent {
    pub fn new(agent: Agent, clock: Duration) -> Self {
        PlannedAgent { agent, seconds: clock.as_secs_f64() }
    }

    pub fn clock(&self) -> Duration {
        Duration::try_from_secs_f64(self.seconds).unwrap_or_default()
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Contest<'a> {
    pub format: Format,
    pub games: GamesEach,
    /// The players by their numbers; each has another name.
    pub agents: &'a [PlannedAgent],
    pub openings: &'a OpeningList,
    pub rules: GameRules,
}

impl Contest<'_> {
    pub fn planned_games(&self) -> Result<usize, MatchError> {
        let players = self.agents.len();
        let rounds = self.format.rounds(players)?;
        let meetings = match self.format {
            Format::RoundRobin => players * (players - 1) / 2,
            Format::Gauntlet | Format::KnockOut => players - 1,
            Format::Swiss { .. } => players / 2 * rounds,
        };
        Ok(meetings * self.games.0)
    }

    pub fn name(&self, player: Player) -> &str {
        &self.agents[player.0].agent.name
    }

    pub fn player(&self, name: &str) -> Option<Player> {
        self.agents.iter().position(|one| one.agent.name == name).map(Player)
    }

    /// True if a result is of this pairing and opening.
    pub fn is_of_game(&self, game: &ScheduledGame, result: &GameResult) -> bool {
        let names = [game.black, game.white].map(|player| self.name(player));
        let is_board =
            |opening: &Opening| *opening.board == *result.board && opening.begins == result.begins;
        names == [&*result.black.name, &*result.white.name]
            && self.openings.get(game.opening).is_some_and(is_board)
    }

    /// Whether all results can be of this contest.
    pub fn check(&self, results: &Results) -> Result<(), MatchError> {
        let by_name: HashMap<&str, usize> =
            self.agents.iter().map(|one| one.agent.name.as_str()).zip(0..).collect();
        let openings: HashSet<_> =
            self.openings.all().map(|opening| (&*opening.board, opening.begins)).collect();
        results.iter().try_for_each(|(&id, result)| {
            self.check_result(&by_name, id, result)?;
            let is_known = openings.contains(&(&*result.board, result.begins));
            is_known.then_some(()).ok_or_else(|| other_opening(id))
        })
    }

    fn check_result(
        &self,
        by_name: &HashMap<&str, usize>,
        id: u32,
        result: &GameResult,
    ) -> Result<(), MatchError> {
        let players = [&result.black, &result.white];
        let known = players.map(|player| by_name.get(&*player.name).map(|&place| (place, player)));
        let [Some(black), Some(white)] = known else {
            return Err(other_contest(id, "the agents"));
        };
        // In the order in which the user names them, and their seconds.
        let both = if black.0 <= white.0 { [black, white] } else { [white, black] };
        let both = both.map(|(place, player)| (&self.agents[place], player));
        if both.iter().any(|(one, player)| one.agent.sha256 != *player.sha256) {
            return Err(other_contest(id, "the agents' files"));
        }
        let now = both.map(|(one, _)| one.seconds);
        let is_same = both.iter().all(|(one, player)| !differ(one.seconds, player.seconds));
        if is_same && result.rules() == self.rules {
            return Ok(());
        }
        let stored = if is_same { now } else { both.map(|(_, player)| player.seconds) };
        let journal = options_of(&result.rules(), stored);
        Err(other_options(&journal, &options_of(&self.rules, now)))
    }
}

/// `what` are the properties of the game that differ, in the plural.
pub(super) fn other_contest(game: u32, what: &str) -> MatchError {
    MatchError::Correctable(format!(
        "{what} of game {game} in the journal differ from this contest; choose another --out"
    ))
}

fn other_opening(game: u32) -> MatchError {
    MatchError::Correctable(format!(
        "--openings has not the opening of game {game} in the journal; give the journal's to go on, or choose \
         another --out"
    ))
}

/// True unless the numbers are equal or nearly: seconds that were written to a file and read again
/// may differ in the last digit.
fn differ(one: f64, other: f64) -> bool {
    (one - other).abs() > 1e-6 * one.abs().max(1.0)
}
