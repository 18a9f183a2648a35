//! The results of one player against all others, counted game by game.

use crate::journal::{DrawRule, GameResult};
use games::board::Side;
use runner::process::ClockKind;
use serde::Serialize;
use statistics::{Elo, GameCounts, GameScore};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerRow {
    pub name: String,
    /// On the board or by the other's forfeit.
    pub wins: u64,
    pub draws: u64,
    /// On the board or by forfeit.
    pub losses: u64,
    /// Drawn games in which it had more time left.
    pub draws_won_on_time: u64,
    /// Drawn games in which it had less time left.
    pub draws_lost_on_time: u64,
    /// Games it forfeited, by cause.
    pub forfeits: BTreeMap<String, u64>,
    pub cpu_seconds: f64,
    /// The games in which its clock ran.
    #[serde(skip)]
    pub timed_games: u64,
    /// What the seconds count.
    #[serde(skip)]
    pub clock: ClockKind,
}

impl PlayerRow {
    pub fn new(name: &str) -> Self {
        PlayerRow {
            name: name.to_string(),
            wins: 0,
            draws: 0,
            losses: 0,
            draws_won_on_time: 0,
            draws_lost_on_time: 0,
            forfeits: BTreeMap::new(),
            cpu_seconds: 0.0,
            timed_games: 0,
            clock: ClockKind::Cpu,
        }
    }

    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The difference in strength to the opponents met, by points on the board.
    pub fn elo(&self) -> Elo {
        Elo::logistic(&GameCounts::new([self.losses, self.draws, self.wins]))
    }

    /// Points on the board: a draw is half a point.
    pub fn board_points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The course's points: a draw is a win for the side with more time left, and half a point if
    /// both have the same.
    pub fn course_points(&self) -> f64 {
        let undecided = self.draws - self.draws_won_on_time - self.draws_lost_on_time;
        (self.wins + self.draws_won_on_time) as f64 + undecided as f64 / 2.0
    }

    pub fn forfeited(&self) -> u64 {
        self.forfeits.values().sum()
    }

    /// The mean of the games in which its clock ran, if there are any.
    pub fn seconds_a_game(&self) -> Option<f64> {
        (self.timed_games > 0).then(|| self.cpu_seconds / self.timed_games as f64)
    }

    /// Counts a game in which the player had `side`; returns its score on the board, or `None` if
    /// the game does not count.
    pub fn count(&mut self, record: &GameResult, side: Side) -> Option<GameScore> {
        let player = record.player(side);
        let used = player.seconds - player.left;
        self.cpu_seconds += used;
        self.timed_games += u64::from(used > 0.0);
        self.clock = record.time.map_or(ClockKind::Cpu, |time| time.clock);
        let score = record.score(side, DrawRule::Half)?;
        match score {
            GameScore::Win => self.wins += 1,
            GameScore::Loss => self.losses += 1,
            GameScore::Draw => self.draws += 1,
        }
        match record.winner_on_time() {
            Some(winner) if winner == side => self.draws_won_on_time += 1,
            Some(_) => self.draws_lost_on_time += 1,
            None => {}
        }
        if record.forfeiter() == Some(side) {
            *self.forfeits.entry(record.ending.to_string()).or_insert(0) += 1;
        }
        Some(score)
    }
}
