//! Which game is which unit.

use crate::positions;
use games::board::Side;
use referee::rules::Profile;
use serde::{Deserialize, Serialize};
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct GamesPlan {
    pub seed: u64,
    pub games: u32,
    /// The times of each side, in seconds.
    pub seconds: Vec<f64>,
    /// A time is chosen as often as its weight says.
    pub weights: Vec<usize>,
    /// The pool; there is at least one.
    pub opponents: Vec<PoolOpponent>,
    /// One game in this number is [`Load::Busy`].
    pub busy_every: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Load {
    /// Nothing of ours.
    Quiet,
    /// Busy loops beside each core.
    Busy,
}

/// The opponents of the agent.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, clap::ValueEnum,
)]
#[serde(rename_all = "kebab-case")]
pub enum PoolOpponent {
    /// The agent itself.
    Itself,
    /// The opponent of the assignment.
    Reference,
    /// The same with random moves.
    Random,
    /// Answers at once.
    Instant,
    /// Spends nearly all its time on each move.
    SpendsAll,
    /// Crashes now and then.
    Crashes,
    /// Computes, now and then, until it is killed.
    Stalls,
}

#[derive(Clone, Copy, Debug)]
pub struct UnitGame {
    pub opponent: PoolOpponent,
    pub side: Side,
    /// The index of the time.
    pub time: usize,
    /// Whose rules are applied.
    pub profile: Profile,
    /// For the opening and the opponent's random choices.
    pub random: u64,
}

impl GamesPlan {
    pub fn units(&self, load: Load) -> Vec<u32> {
        (0..self.games).filter(|&unit| self.load(unit) == load).collect()
    }

    pub const fn load(&self, unit: u32) -> Load {
        if unit % self.busy_every == self.busy_every - 1 { Load::Busy } else { Load::Quiet }
    }

    pub fn clock(&self, time: usize) -> Duration {
        Duration::from_secs_f64(self.seconds[time])
    }

    pub fn pairing(&self, unit: u32) -> UnitGame {
        let mut walker = positions::walker(self.seed, unit);
        let mut of_weights = walker.below(self.weights.iter().sum());
        let time = self.weights.iter().position(|weight| {
            let is_chosen = of_weights < *weight;
            of_weights = of_weights.saturating_sub(*weight);
            is_chosen
        });
        let time = time.unwrap_or(0);
        let opponent = self.opponents[walker.below(self.opponents.len())];
        let profile = [Profile::Spec, Profile::Course][walker.below(2)];
        let side = [Side::Black, Side::White][walker.below(2)];
        let random = walker.below(1 << 30) as u64;
        UnitGame { opponent, side, time, profile, random }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    #[test]
    fn times_occur_as_often_as_their_weights_say_and_every_opponent_occurs() {
        let (seconds, weights) = (vec![0.2, 0.5, 2.0], vec![3, 0, 1]);
        let opponents = PoolOpponent::value_variants().to_vec();
        let plan = GamesPlan { seed: 3, games: 4_000, seconds, weights, opponents, busy_every: 5 };
        let pairings: Vec<UnitGame> = (0..plan.games).map(|unit| plan.pairing(unit)).collect();
        let counts =
            [0, 1].map(|time| pairings.iter().filter(|pairing| pairing.time == time).count());
        assert!((2_850..3_150).contains(&counts[0]), "{}", counts[0]);
        assert_eq!(counts[1], 0);
        for &opponent in PoolOpponent::value_variants() {
            assert!(pairings.iter().any(|pairing| pairing.opponent == opponent), "{opponent:?}");
        }
        assert_eq!(plan.units(Load::Busy).len(), 800);
        assert_eq!(plan.units(Load::Quiet).len(), 3_200);
    }
}
