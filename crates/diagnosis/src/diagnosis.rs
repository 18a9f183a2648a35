//! The diagnosis of one agent: all counts, the mistakes, and the sentences that follow from them.

use crate::counts::{EndingCount, FailedPosition, OpponentCount, SightCount, TimeUse};
use crate::finding::Finding;
use crate::game_mistakes::{Choices, GameRecord};
use crate::mistake::Mistake;
use crate::strength::PlainDepth;
use serde::{Deserialize, Serialize};

/// The version of the form in which a diagnosis is stored.
pub const VERSION: u32 = 1;

/// Why an agent loses, as far as its games and answers tell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Diagnosis {
    /// [`VERSION`].
    pub version: u32,
    /// The agent's name.
    pub agent: String,
    /// What was left out, as sentences; empty if nothing was.
    pub left_out: Vec<String>,
    /// What would help most, at most three.
    pub findings: Vec<Finding>,
    /// Results against each opponent.
    pub results: Vec<OpponentCount>,
    /// The plain search of equal strength.
    pub strength: Option<PlainDepth>,
    /// Positions found, by the depth that they need.
    pub sight: Vec<SightCount>,
    /// Positions without a legal answer.
    pub failed_positions: Vec<FailedPosition>,
    /// Whole games, one by one.
    pub games: Vec<GameRecord>,
    /// All mistakes of the whole games, the worst first.
    pub mistakes: Vec<Mistake>,
    /// Moves with a choice, by part of the game.
    pub choices: Choices,
    /// Won endings, played out.
    pub endings: Vec<EndingCount>,
    /// The use of the clock.
    pub time: Option<TimeUse>,
}

impl Diagnosis {
    /// Points that the agent did not get in its whole games.
    pub fn points_lost(&self) -> f64 {
        self.games.iter().map(|game| game.end.points_lost()).sum()
    }

    /// The depth to which it finds at least 60 % of the positions of each level; `None` without
    /// positions.
    pub fn sees_to(&self) -> Option<u32> {
        let levels: Vec<_> = self.sight.iter().filter(|level| level.depth.is_some()).collect();
        let good = |level: &&&SightCount| f64::from(level.found) >= 0.6 * f64::from(level.asked);
        let seen = levels.iter().take_while(good).last();
        (!levels.is_empty()).then(|| seen.and_then(|level| level.depth).unwrap_or(0))
    }
}
