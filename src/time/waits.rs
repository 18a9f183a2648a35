//! The observations from which the opponent's clock is estimated: our waits for its moves, the part
//! of the game that they tell of, and how our own processes ran, by which we see how busy the
//! machine is.

use crate::time::seconds;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A referee takes more time and less, from turn to turn: it is assumed to take 1.25 times the
/// shortest wait of each wait.
const REFEREE_SHARE: f64 = 1.25;
/// The referee is assumed to take no more than this of each wait: an opponent may also think for
/// the same time at every move.
const REFEREE_LIMIT: Duration = Duration::from_millis(25);

/// The part of a game that we have waited through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Observed {
    /// All of it, so both sides began with the same time.
    #[default]
    WholeGame,
    /// Only the end of it: what the opponent used before that is not known.
    PartOfGame,
}

impl Observed {
    /// Is it all of it? Serde asks by reference.
    pub(super) const fn is_whole_game(&self) -> bool {
        matches!(self, Observed::WholeGame)
    }
}

/// Our waits in a game, summed up. A *wait* is the time from our leaving to our being started
/// again. In JSON all times are seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpponentWaits {
    pub count: u32,
    #[serde(with = "seconds")]
    pub total: Duration,
    /// The shortest; zero if there was none.
    #[serde(with = "seconds")]
    pub shortest: Duration,
    /// The latest; zero if there was none.
    #[serde(with = "seconds")]
    pub latest: Duration,
    /// The one before the latest; zero if there was none.
    #[serde(with = "seconds")]
    pub previous: Duration,
    /// The sum of min(wait, the longer of the two before it): a burst of other work within one wait
    /// does not count, but for the first.
    #[serde(with = "seconds")]
    pub steady: Duration,
}

impl OpponentWaits {
    /// The same with one more wait, for an opponent that began with `initial`. A wait for which the
    /// opponent could not have paid is left out.
    #[must_use]
    pub fn with(self, wait: Duration, initial: Duration) -> Self {
        let total = self.total.saturating_add(wait);
        if total > initial {
            return self;
        }
        let (shortest, steady) = match self.count {
            0 => (wait, wait),
            _ => (self.shortest.min(wait), self.latest.max(self.previous).min(wait)),
        };
        OpponentWaits {
            count: self.count.saturating_add(1),
            total,
            shortest,
            latest: wait,
            previous: self.latest,
            steady: self.steady.saturating_add(steady),
        }
    }

    /// The opponent has used at least this, if the referee always takes the same time:
    /// total - count x shortest.
    pub(super) fn beyond_the_shortest(&self) -> Duration {
        self.total.saturating_sub(self.shortest.saturating_mul(self.count))
    }

    /// The referee has most likely taken this of all waits: count x min(1.25 x shortest, 25 ms).
    pub(super) fn referee(&self) -> Duration {
        // Cut before the product as well, which must fit into a `Duration`.
        let each = self.shortest.min(REFEREE_LIMIT).mul_f64(REFEREE_SHARE).min(REFEREE_LIMIT);
        each.saturating_mul(self.count)
    }

    /// Can these be the waits of a game that began with `initial`?
    pub(super) fn are_possible(&self, initial: Duration) -> bool {
        let parts = [self.shortest, self.latest, self.previous, self.steady];
        let are_parts = parts.iter().all(|&part| part <= self.total);
        are_parts && self.total <= initial && self.shortest <= self.steady
    }
}

/// How our own processes ran, summed up. In JSON all times are seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnCpu {
    #[serde(with = "seconds")]
    pub used: Duration,
    /// The wall time that passed meanwhile.
    #[serde(with = "seconds")]
    pub elapsed: Duration,
    /// The start delays: the times from the starts of our processes to their first looks at a
    /// clock in which no processor was free. Each counts up to 12 ms. Zero if the system does not
    /// tell.
    #[serde(default, with = "seconds")]
    pub start_delay: Duration,
}

/// Less CPU time than this tells nothing about the machine.
const LEAST_SAMPLE: Duration = Duration::from_millis(5);
/// However busy the machine, the opponent is assumed to get at least a quarter of the time.
const MOST_SLOWDOWN: f64 = 4.0;
/// Beside a compiler one start in a thousand is later. That is a burst, which does not count in
/// steady waits either.
const MOST_START_DELAY: Duration = Duration::from_millis(12);
/// In each wait the referee goes on twice, the opponent starts, and at last we do. These four cost
/// 2.4 times our start delay in the mean; steady waits are shorter.
const START_DELAYS_OF_A_WAIT: u32 = 2;

impl OwnCpu {
    #[must_use]
    pub fn with(self, more: OwnCpu) -> Self {
        OwnCpu {
            used: self.used.saturating_add(more.used),
            elapsed: self.elapsed.saturating_add(more.elapsed),
            start_delay: self.start_delay.saturating_add(more.start_delay.min(MOST_START_DELAY)),
        }
    }

    /// What this many waits were lengthened by because processes started late: twice our own start
    /// delays.
    pub(super) fn delays_of_waits(&self, waits: u32) -> Duration {
        let ours = self.start_delay.min(MOST_START_DELAY.saturating_mul(waits));
        ours.saturating_mul(START_DELAYS_OF_A_WAIT)
    }

    /// Wall time for each second of CPU time, elapsed / used, clamped to 1-4: 1 on an idle machine,
    /// and if too little is known.
    pub(super) fn slowdown(&self) -> f64 {
        if self.used < LEAST_SAMPLE {
            return 1.0;
        }
        (self.elapsed.as_secs_f64() / self.used.as_secs_f64()).clamp(1.0, MOST_SLOWDOWN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn a_wait_that_could_not_be_paid_for_is_not_counted() {
        let waits = |waits: &[u64]| {
            waits.iter().fold(OpponentWaits::default(), |sum, &wait| sum.with(ms(wait), ms(1_000)))
        };
        assert_eq!(waits(&[40, 3_600_000, 240]), waits(&[40, 240]));
        let none = OpponentWaits::default();
        assert_eq!(none.with(Duration::MAX, ms(5)), none);
    }

    #[test]
    fn the_slowdown_is_clamped_and_needs_a_sample() {
        let slowdown = |used, elapsed| {
            OwnCpu { used: ms(used), elapsed: ms(elapsed), ..OwnCpu::default() }.slowdown()
        };
        assert_eq!([(100, 100), (100, 90), (2, 90), (0, 0)].map(|(u, e)| slowdown(u, e)), [1.0; 4]);
        assert_eq!(slowdown(100, 125), 1.25);
        assert_eq!(slowdown(100, 100_000), MOST_SLOWDOWN);
    }

    #[test]
    fn one_late_start_and_a_damaged_sum_cost_little() {
        let own_cpu = |start_delay| OwnCpu { start_delay, ..OwnCpu::default() };
        let late = own_cpu(ms(2)).with(own_cpu(ms(1_300)));
        assert_eq!(late.delays_of_waits(20), (ms(2) + MOST_START_DELAY) * 2);
        assert_eq!(own_cpu(Duration::MAX).delays_of_waits(3), MOST_START_DELAY * 6);
        assert_eq!(own_cpu(Duration::MAX).with(late).delays_of_waits(0), ms(0));
    }
}
