//! Holds a budget against a clock, and answers the search's questions.
//!
//! *Hard*: checked inside the tree every 2,048 nodes, more often when less time is left than those
//! take. *Soft*: checked between two depths, and stretched or shortened by how sure the search is:
//! a best move that has stood for many depths needs less, a new one or a falling score more.

use crate::time::budget::Budget;
use crate::time::clock::{Clock, CpuClock, WallClock};
use search::{Control, Progress, Stopped};
use std::ops::ControlFlow;
use std::time::Duration;

/// A search control that keeps a [`Budget`] by a [`Clock`].
#[derive(Debug)]
pub struct Deadline<C> {
    clock: C,
    budget: Budget,
    /// When the search began, by the clock.
    begun: Duration,
    /// Nodes the machine is expected to visit in a second of the clock.
    nodes_per_second: f64,
}

/// Nodes between two looks at the clock, when there is time.
const POLL: u64 = 2_048;
/// The fewest nodes between two looks.
const SHORTEST_POLL: u64 = 64;
/// Before the hard limit the clock is looked at about 8 times, at the expected speed.
const LOOKS_BEFORE_THE_END: f64 = 8.0;

/// A low first guess for a machine whose speed is not known, so that a short time is not missed.
const UNMEASURED_SPEED: f64 = 300_000.0;

/// After this many depths without a change, a best move counts as stable.
const STABLE_DEPTHS: u32 = 6;
/// The soft limit is multiplied by this if the best move is stable.
const WHEN_STABLE: f64 = 0.6;
/// The soft limit is multiplied by this if the best move is new.
const WHEN_NEW: f64 = 1.7;
/// A fall of the score by this much, in units of the evaluation, is alarming.
const ALARM: i32 = 25;
/// The soft limit is also multiplied by this if the score has fallen alarmingly.
const WHEN_ALARMED: f64 = 1.8;

impl Deadline<WallClock> {
    /// A control that starts now, by the wall clock of a machine whose speed is not known.
    pub fn by_wall_clock(clock: WallClock, budget: Budget) -> Self {
        Deadline::new(clock, budget, UNMEASURED_SPEED)
    }
}

impl Deadline<CpuClock> {
    /// A control that starts now and allows so much CPU time, on a machine of unknown speed.
    pub fn in_cpu_time(time: Duration) -> Self {
        let mut clock = CpuClock::start();
        let budget = Budget::exactly(clock.used() + time);
        Deadline::new(clock, budget, UNMEASURED_SPEED)
    }
}

impl<C: Clock> Deadline<C> {
    /// A control that starts now.
    pub fn new(mut clock: C, budget: Budget, nodes_per_second: f64) -> Self {
        let begun = clock.used();
        Deadline { clock, budget, begun, nodes_per_second }
    }

    /// The nodes that may pass before the next look at the clock.
    fn poll_interval(&self, left: Duration) -> u64 {
        let nodes = left.as_secs_f64() * self.nodes_per_second / LOOKS_BEFORE_THE_END;
        (nodes as u64).clamp(SHORTEST_POLL, POLL)
    }

    /// The soft limit, if there is one, as the search's progress bends it, at most the hard one.
    fn soft_limit(&self, progress: &Progress) -> Option<Duration> {
        let ordinary = self.budget.soft?.saturating_sub(self.begun);
        let certainty = match progress.steady {
            0 | 1 => WHEN_NEW,
            steady if steady >= STABLE_DEPTHS => WHEN_STABLE,
            _ => 1.0,
        };
        let alarm = if progress.fall >= ALARM { WHEN_ALARMED } else { 1.0 };
        Some((self.begun + ordinary.mul_f64(certainty * alarm)).min(self.budget.hard))
    }
}

impl<C: Clock> Control for Deadline<C> {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        let hard = self.budget.hard;
        if self.clock.has_used(hard) || self.clock.is_cut_off(hard) {
            return Err(Stopped);
        }
        let left = self.budget.hard.saturating_sub(self.clock.at_most());
        Ok(nodes + self.poll_interval(left))
    }

    fn finished(&mut self, progress: &Progress) -> ControlFlow<()> {
        match self.soft_limit(progress) {
            Some(limit) if self.clock.has_used(limit) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::clock::FakeClock;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// A deadline of 100 ms soft and 400 ms hard at a million nodes a second, and its clock.
    fn deadline() -> (Deadline<FakeClock>, FakeClock) {
        let clock = FakeClock::default();
        let budget = Budget { soft: Some(ms(100)), hard: ms(400) };
        (Deadline::new(clock.clone(), budget, 1e6), clock)
    }

    #[test]
    fn the_hard_limit_stops_inside_the_tree() {
        let (mut deadline, clock) = deadline();
        assert_eq!(deadline.poll(0), Ok(POLL));
        clock.set(ms(399));
        assert!(deadline.poll(2_048).is_ok());
        clock.set(ms(400));
        assert_eq!(deadline.poll(4_096), Err(Stopped));
    }

    #[test]
    fn looks_become_more_frequent_towards_the_end() {
        let (mut deadline, clock) = deadline();
        for (used, interval) in [(0, POLL), (300, POLL), (396, 500), (399, 125)] {
            clock.set(ms(used));
            assert_eq!(deadline.poll(7_000), Ok(7_000 + interval), "{used} ms");
        }
        clock.set(Duration::from_micros(399_999));
        assert_eq!(deadline.poll(7_000), Ok(7_000 + SHORTEST_POLL));
    }

    #[test]
    fn the_soft_limit_bends_with_certainty_and_never_passes_the_hard_one() {
        let (deadline, _) = deadline();
        let limit =
            |steady, fall| deadline.soft_limit(&Progress { steady, fall, ..Progress::NONE });
        assert_eq!(limit(3, 0), Some(ms(100)));
        assert_eq!(limit(STABLE_DEPTHS, 0), Some(ms(60)));
        assert_eq!(limit(1, 0), Some(ms(170)));
        assert!(limit(1, ALARM) > Some(ms(300)));
        assert!(limit(1, ALARM) <= Some(ms(400)));
    }

    #[test]
    fn between_depths_the_soft_limit_decides() {
        let (mut deadline, clock) = deadline();
        let progress = Progress { steady: 3, ..Progress::NONE };
        clock.set(ms(99));
        assert_eq!(deadline.finished(&progress), ControlFlow::Continue(()));
        clock.set(ms(100));
        assert_eq!(deadline.finished(&progress), ControlFlow::Break(()));
    }

    #[test]
    fn without_a_soft_limit_depths_go_on_to_the_hard_one() {
        let clock = FakeClock::default();
        let budget = Budget { soft: None, hard: ms(400) };
        let mut deadline = Deadline::new(clock.clone(), budget, 1e6);
        clock.set(ms(399));
        assert_eq!(deadline.finished(&Progress::NONE), ControlFlow::Continue(()));
    }
}
