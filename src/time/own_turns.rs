//! Our own clock at the latest moves: what the referee charged for each beyond what we measured.
//!
//! The referee says before each move how much time is left. From one move to the next that falls by
//! what it has charged; a part of it we have measured ourselves, the rest is *overhead*: leaving
//! the process, and the referee's way of counting (ticks, wall time, rounding).

use crate::time::seconds;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The turns that are kept; older ones tell nothing more.
pub const MAX_TURNS: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnTurn {
    /// Time left by the referee's account, before the move.
    #[serde(with = "seconds")]
    pub left: Duration,
    /// CPU time that we measured ourselves.
    #[serde(with = "seconds")]
    pub used: Duration,
}

/// The latest [`MAX_TURNS`] turns, oldest first. Of a longer list in JSON the last ones are read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<OwnTurn>")]
pub struct OwnTurns(ArrayVec<OwnTurn, MAX_TURNS>);

/// Every turn costs what this many turns were charged at least; a single one may have been an
/// accident.
const ENOUGH_TURNS: usize = 4;

/// The referee's charge for a move beyond our own measurement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overhead {
    /// The least of the latest moves; zero if nothing is known.
    pub least: Duration,
    /// The same, but zero if fewer than four moves are known.
    pub certain: Duration,
    /// The most of the latest moves; zero if nothing is known.
    pub most: Duration,
}

impl OwnTurns {
    /// Adds the latest turn, and forgets the oldest if there are too many.
    pub fn push(&mut self, turn: OwnTurn) {
        if self.0.is_full() {
            self.0.remove(0);
        }
        self.0.push(turn);
    }

    pub fn pop(&mut self) {
        self.0.pop();
    }

    pub fn last(&self) -> Option<&OwnTurn> {
        self.0.last()
    }

    /// The least CPU time that we measured; `None` if there is no turn.
    pub fn least_used(&self) -> Option<Duration> {
        self.0.iter().map(|turn| turn.used).min()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each turn's own measurement and what it was charged, when `remaining` is left after the
    /// last. A clock that went up has charged nothing.
    fn charges(&self, remaining: Duration) -> impl Iterator<Item = (Duration, Duration)> + Clone {
        let left_after = self.0.iter().skip(1).map(|turn| turn.left).chain([remaining]);
        let turns = self.0.iter().zip(left_after);
        turns.map(|(turn, left_after)| (turn.used, turn.left.saturating_sub(left_after)))
    }

    /// The overhead of these turns, after which `remaining` is left.
    pub fn overhead(&self, remaining: Duration) -> Overhead {
        let charges = self.charges(remaining).map(|(used, charged)| charged.saturating_sub(used));
        let least = charges.clone().min().unwrap_or_default();
        Overhead {
            least,
            certain: if self.len() < ENOUGH_TURNS { Duration::ZERO } else { least },
            most: charges.max().unwrap_or_default(),
        }
    }
}

/// Steps in which a referee may charge: whole seconds, and tenths.
const STEPS: [Duration; 2] = [Duration::from_secs(1), Duration::from_millis(100)];
/// This many short turns that were charged one step each are no chance.
const ENOUGH_SHORT_TURNS: usize = 3;
/// A turn is short if it used less than this part of a step.
const SHORT: f64 = 0.5;
/// The part of a step that is used at most: leaving the process is charged as well, and a referee
/// that charges wall time sees more than we do.
const MOST_OF_A_STEP: f64 = 0.4;
/// A turn uses at most this many times what was free before.
const PROBING: u32 = 4;

impl OwnTurns {
    /// The CPU time that the next move may use for what each move is charged, before a referee that
    /// rounds up to whole seconds or tenths. Zero if it does not, or if that is not certain yet.
    /// One that only shows whole steps and counts exactly charges most short turns nothing.
    pub fn free_time(&self, remaining: Duration) -> Duration {
        let shown = self.0.iter().map(|turn| turn.left).chain([remaining]);
        let steps = STEPS.into_iter().find(|step| shown.clone().all(|left| is_whole(left, *step)));
        let Some(step) = steps else { return Duration::ZERO };
        let short = self.charges(remaining).filter(|(used, _)| *used < step.mul_f64(SHORT));
        // Neither nothing nor two: a half more and less is far from both.
        let one_step = step / 2..step * 3 / 2;
        let are_charged_a_step = short.clone().all(|(_, charged)| one_step.contains(&charged));
        if short.clone().count() < ENOUGH_SHORT_TURNS || !are_charged_a_step {
            return Duration::ZERO;
        }
        let most = short.map(|(used, _)| used.saturating_mul(PROBING)).max().unwrap_or_default();
        most.min(step.mul_f64(MOST_OF_A_STEP))
    }
}

/// Is it a multiple of `step`, but for what a decimal fraction loses as a binary one?
fn is_whole(left: Duration, step: Duration) -> bool {
    const ROUNDING_NANOS: u128 = 1_000;
    let beyond = left.as_nanos() % step.as_nanos();
    beyond < ROUNDING_NANOS || step.as_nanos() - beyond < ROUNDING_NANOS
}

impl FromIterator<OwnTurn> for OwnTurns {
    fn from_iter<T: IntoIterator<Item = OwnTurn>>(turns: T) -> Self {
        let mut kept = OwnTurns::default();
        turns.into_iter().for_each(|turn| kept.push(turn));
        kept
    }
}

impl From<Vec<OwnTurn>> for OwnTurns {
    fn from(turns: Vec<OwnTurn>) -> Self {
        turns.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn us(microseconds: u64) -> Duration {
        Duration::from_micros(microseconds)
    }

    fn overhead(turns: &[(u64, u64)], remaining: u64) -> Overhead {
        turns
            .iter()
            .map(|&(left, used)| OwnTurn { left: us(left), used: us(used) })
            .collect::<OwnTurns>()
            .overhead(us(remaining))
    }

    /// Plays 60 moves of at least 4 ms; returns what is free then, and all that was used. The
    /// referee takes `charge` of what a move uses from its account, and tells it rounded by `show`.
    fn free_before(
        charge: impl Fn(Duration) -> Duration,
        show: impl Fn(Duration) -> Duration,
    ) -> (Duration, Duration) {
        let (mut turns, mut left) = (OwnTurns::default(), Duration::from_secs(90));
        let mut sum = Duration::ZERO;
        for _ in 0..60 {
            let used = turns.free_time(show(left)).max(Duration::from_millis(4));
            turns.push(OwnTurn { left: show(left), used });
            left -= charge(used);
            sum += used;
        }
        (turns.free_time(show(left)), sum)
    }

    #[test]
    fn what_a_referee_that_rounds_up_does_not_charge_is_free() {
        let ms = Duration::from_millis;
        for step in [1_000, 100] {
            let steps = |used: Duration| (used.as_secs_f64() * 1e3 / step as f64).ceil();
            let charge = |used: Duration| ms(step * steps(used) as u64);
            assert_eq!(free_before(charge, |left| left).0, ms(step * 4 / 10));
        }
        // A move that pays for more is no free one.
        assert_eq!(free_before(|_| ms(1_500), |left| left).0, Duration::ZERO);
    }

    #[test]
    fn a_referee_that_counts_exactly_gives_nothing_whatever_it_shows() {
        let ms = Duration::from_millis;
        for step in [1, 10, 100, 1_000] {
            let steps = |left: Duration| left.as_secs_f64() * 1e3 / step as f64;
            for round in [f64::floor, f64::round, f64::ceil] {
                let show = |left: Duration| ms(step * round(steps(left)) as u64);
                for overhead in [0, 2, 15] {
                    let (free, used) = free_before(|used| used + ms(overhead), show);
                    assert_eq!((free, used), (Duration::ZERO, ms(4) * 60), "{step}, {overhead}");
                }
            }
        }
    }

    #[test]
    fn the_most_is_what_the_clock_lost_beyond_our_own_measurement() {
        assert_eq!(overhead(&[], 10_000_000), Overhead::default());
        // An exact referee: 0.4 ms for leaving. A referee of hundredths: up to 10 ms. Wall time:
        // more.
        for (turns, remaining, most) in [
            ([(10_000_000, 100_000), (9_899_600, 200_000)], 9_699_200, 400),
            ([(10_000_000, 101_000), (9_890_000, 200_000)], 9_690_000, 9_000),
            ([(10_000_000, 100_000), (8_900_000, 200_000)], 8_600_000, 1_000_000),
        ] {
            assert_eq!(overhead(&turns, remaining).most, us(most));
        }
    }

    #[test]
    fn of_a_longer_list_in_json_the_last_ones_are_read() {
        let turns: Vec<_> = (0..=MAX_TURNS as u64)
            .map(|n| OwnTurn { left: us(9_000_000 - n), used: us(250) })
            .collect();
        let text = serde_json::to_string(&turns).expect("plain data");
        let read: OwnTurns = serde_json::from_str(&text).expect("a list");
        let latest: OwnTurns = turns[1..].iter().copied().collect();
        assert_eq!((read.len(), &read), (MAX_TURNS, &latest));
        assert_eq!(serde_json::to_string(&read).ok(), serde_json::to_string(&turns[1..]).ok());
    }

    #[test]
    fn the_least_is_what_every_move_is_charged() {
        let turns = [9_890_000, 9_785_000, 9_682_000, 9_570_000].map(|left| (left, 100_000));
        assert_eq!(overhead(&turns, 9_460_000).least, us(3_000));
        assert_eq!(overhead(&turns, 9_571_000).least, us(0), "a clock that went up");
    }

    /// One expensive move, of a cold start or a busy machine, is not the price of every move.
    #[test]
    fn the_least_of_fewer_than_four_turns_is_not_certain() {
        let left = |turn: u64| 10_000_000 - turn * 1_000_000;
        let after = |turns: u64| {
            let played: Vec<_> = (0..turns).map(|turn| (left(turn), 100_000)).collect();
            overhead(&played, left(turns))
        };
        assert_eq!([0, 1, 3].map(|turns| after(turns).certain), [us(0); 3]);
        assert_eq!([4, 8].map(|turns| after(turns).certain), [us(900_000); 2]);
        assert_eq!([1, 8].map(|turns| after(turns).least), [us(900_000); 2]);
    }

    #[test]
    fn a_clock_that_went_up_and_turns_long_past_tell_nothing() {
        assert_eq!(overhead(&[(10_000_000, 100_000)], 12_000_000).most, us(0));
        let mut turns = vec![(100_000_000, 0)];
        turns.extend((0..MAX_TURNS as u64).map(|turn| ((50 - turn) * 1_000_000, 1_000_000)));
        let remaining = (50 - MAX_TURNS as u64) * 1_000_000;
        assert_eq!(overhead(&turns, remaining).most, us(0));
    }
}
