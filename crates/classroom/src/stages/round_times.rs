//! The wall time of the games of a submission that is graded alone: whether another round fits, and
//! whose fault it is if none does.
//!
//! An agent must not gain by wasting time: a round that would have fit had the agent not been idle
//! is lost. Idle is only an agent that wants neither a core nor a disk, so a slow machine accuses
//! nobody.

use runner::IdleSum;
use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

/// On half a core, as places where courses run give it, a game takes twice what the clocks allow.
const SLOW_MACHINE: u32 = 2;
/// Idle time that is no stalling, as a part of the time limit.
const IDLE_SHARE: u32 = 10;

/// Why games that were left out count as lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stall {
    /// The agent was idle for so long, in its checks and games.
    Idle(Duration),
    /// A game took so long, far more than its clocks allow.
    LongGame(Duration),
}

impl fmt::Display for Stall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stall::Idle(time) => {
                write!(f, "the agent waited for {} s without computing", time.as_secs())
            }
            Stall::LongGame(time) => {
                write!(f, "a game took {} s, more than its clocks allow", time.as_secs())
            }
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct LongestGame {
    whole: Duration,
    /// Without the time in which the agent was idle.
    busy: Duration,
}

#[derive(Clone, Copy, Debug)]
pub struct GameBegin {
    at: Instant,
    idle: Duration,
}

#[derive(Debug)]
pub struct RoundTimes<'a> {
    idle: &'a IdleSum,
    /// The most wall time that both clocks of a game allow.
    most: Duration,
    /// By the index of the level.
    longest: BTreeMap<usize, LongestGame>,
}

impl<'a> RoundTimes<'a> {
    pub const fn new(idle: &'a IdleSum, most: Duration) -> Self {
        RoundTimes { idle, most, longest: BTreeMap::new() }
    }

    pub fn begin(&self) -> GameBegin {
        GameBegin { at: Instant::now(), idle: self.idle.total() }
    }

    /// A game has ended, finished or not.
    pub fn end(&mut self, level: usize, begin: GameBegin) {
        self.add(level, begin.at.elapsed(), self.idle.total().saturating_sub(begin.idle));
    }

    fn add(&mut self, level: usize, whole: Duration, idle: Duration) {
        let longest = self.longest.entry(level).or_default();
        longest.whole = longest.whole.max(whole);
        longest.busy = longest.busy.max(whole.saturating_sub(idle));
    }

    /// The time that a game against each of these levels may take: zero for one that is unknown.
    pub fn of(&self, levels: impl Iterator<Item = usize>) -> Duration {
        levels.filter_map(|level| self.longest.get(&level)).map(|game| game.whole).sum()
    }

    /// Whether games that are left out are the agent's fault.
    pub fn stall(&self, limit: Option<Duration>) -> Option<Stall> {
        let longest = self.longest.values().map(|game| game.whole).max().unwrap_or_default();
        if longest > self.most.saturating_mul(SLOW_MACHINE) {
            return Some(Stall::LongGame(longest));
        }
        let (idle, round) = (self.idle.total(), self.longest.values().map(|game| game.busy).sum());
        let is_wasted = idle >= limit? / IDLE_SHARE && idle >= round;
        is_wasted.then_some(Stall::Idle(idle))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    #[test]
    fn the_longest_game_of_each_level_tells_how_long_a_round_may_take() {
        let idle = IdleSum::default();
        let mut times = RoundTimes::new(&idle, seconds(20));
        assert_eq!(times.of(0..2), Duration::ZERO);
        times.add(0, seconds(3), Duration::ZERO);
        times.add(0, seconds(2), Duration::ZERO);
        times.add(1, seconds(5), Duration::ZERO);
        assert_eq!(times.of(0..2), seconds(8));
    }

    /// The clocks of both sides allow 20 s a game, the limit is 100 s.
    #[test]
    fn only_an_agent_that_wasted_another_round_has_stalled() {
        /// Seconds of a game, and of them idle.
        type Games = &'static [(u64, u64)];
        // The second column: seconds idle before the games.
        let cases: [(&str, u64, Games, Option<Stall>); 8] = [
            ("honest, and on half a core", 0, &[(24, 0), (24, 0), (30, 0)], None),
            ("idle for moments", 1, &[(24, 1), (24, 1), (30, 1)], None),
            ("one game slowly won", 0, &[(38, 36)], Some(Stall::Idle(seconds(36)))),
            ("slow in the checks", 60, &[(2, 0), (38, 0)], Some(Stall::Idle(seconds(60)))),
            ("slow in the checks, then honest games", 12, &[(30, 0)], None),
            ("a game that never ends", 0, &[(2, 0), (39, 38)], Some(Stall::Idle(seconds(38)))),
            ("a game that waits for the disk", 0, &[(41, 0)], Some(Stall::LongGame(seconds(41)))),
            ("idle before the first game", 11, &[], Some(Stall::Idle(seconds(11)))),
        ];
        for (case, before, games, stall) in cases {
            let idle = IdleSum::default();
            idle.add(seconds(before));
            let mut times = RoundTimes::new(&idle, seconds(20));
            for &(whole, waited) in games {
                idle.add(seconds(waited));
                times.add(0, seconds(whole), seconds(waited));
            }
            assert_eq!(times.stall(Some(seconds(100))), stall, "{case}");
            assert!(matches!(times.stall(None), None | Some(Stall::LongGame(_))), "{case}");
        }
    }
}
