//! A tournament before its first game, and the check that a result belongs to it.

use crate::journal::{GameResult, GameRules, Results};
use crate::pairing::{Format, FormatError, Player};
use crate::schedule::{GamesEach, ScheduledGame};
use crate::schedule::{Opening, OpeningList};
use games::board::Side;
use std::collections::HashMap;
use std::time::Duration;
use thiserror::Error;

/// A player, as far as a plan needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct Contender {
    /// Different from all other players' names.
    pub name: String,
    /// SHA-256 of the agent's files, in hexadecimal digits.
    pub sha256: String,
    /// CPU time for each game.
    pub clock: Duration,
}

/// A match or tournament.
#[derive(Clone, Copy, Debug)]
pub struct Contest<'a> {
    pub format: Format,
    /// Games of each two players in a round.
    pub games: GamesEach,
    /// The players by their numbers.
    pub contenders: &'a [Contender],
    pub openings: &'a OpeningList,
    pub rules: GameRules,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The results belong to another contest.
    #[error("{what} of game {game} in the journal differ from this contest; choose another --out")]
    OtherContest {
        game: u32,
        /// The properties that differ, in the plural.
        what: &'static str,
    },
    /// An earlier round lacks games.
    #[error("round {round} lacks {missing} games; play them before round {wanted}")]
    Unfinished { round: u32, missing: usize, wanted: u32 },
    #[error("there is no round {wanted}; the tournament has {rounds}")]
    NoSuchRound {
        wanted: u32,
        /// Rounds of the whole tournament.
        rounds: usize,
    },
}

impl Contest<'_> {
    /// Games of the whole contest.
    pub fn planned_games(&self) -> Result<usize, FormatError> {
        let players = self.contenders.len();
        let rounds = self.format.rounds(players)?;
        let meetings = match self.format {
            Format::RoundRobin => players * (players - 1) / 2,
            Format::Gauntlet | Format::KnockOut => players - 1,
            Format::Swiss { .. } => players / 2 * rounds,
        };
        Ok(meetings * self.games.0)
    }

    pub fn contender(&self, player: Player) -> &Contender {
        &self.contenders[player.0]
    }

    pub fn player(&self, name: &str) -> Option<Player> {
        self.contenders.iter().position(|one| one.name == name).map(Player)
    }

    /// True if a result is of this pairing and opening.
    pub fn is_of_game(&self, game: &ScheduledGame, result: &GameResult) -> bool {
        let names = [game.black, game.white].map(|player| self.contender(player).name.as_str());
        let is_board = |opening: &Opening| {
            *opening.board == *result.board && opening.begins == Side::from(result.begins)
        };
        names == [&*result.black.name, &*result.white.name]
            && self.openings.get(game.opening).is_some_and(is_board)
    }

    /// The first result that cannot be of this contest: the number of the game, and the property
    /// that differs.
    pub fn foreign(&self, results: &Results) -> Option<(u32, &'static str)> {
        let by_name: HashMap<&str, &Contender> =
            self.contenders.iter().map(|one| (one.name.as_str(), one)).collect();
        results.iter().find_map(|(&id, result)| Some(id).zip(self.difference(&by_name, result)))
    }

    fn difference(
        &self,
        by_name: &HashMap<&str, &Contender>,
        result: &GameResult,
    ) -> Option<&'static str> {
        let known = [&result.black, &result.white]
            .map(|player| by_name.get(&*player.name).map(|&one| (one, player)));
        let [Some(black), Some(white)] = known else { return Some("the agents") };
        let both = [black, white];
        if both.iter().any(|(one, player)| one.sha256 != *player.sha256) {
            Some("the agents' files")
        } else if both.iter().any(|(one, player)| differ(one.clock.as_secs_f64(), player.seconds)) {
            Some("the seconds")
        } else if result.rules().seed != self.rules.seed {
            Some("the seed")
        } else if result.rules() != self.rules {
            Some("the profile, the limits, the sandbox or the clocks")
        } else {
            None
        }
    }
}

/// True unless the numbers are equal or nearly: seconds that were written to a file and read again
/// may differ in the last digit.
fn differ(one: f64, other: f64) -> bool {
    (one - other).abs() > 1e-6 * one.abs().max(1.0)
}
