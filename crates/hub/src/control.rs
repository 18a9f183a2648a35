//! What ends a search: the GUI, a depth, a number of nodes, or the clock.

use crownhead::time::{Budget, Clock, Deadline, WallClock};
use search::{Control, Depth, Progress, Stopped};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// What the GUI says to a running search; shared by the thread that listens and the one that
/// searches.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
}

impl Signals {
    /// A new search begins, and nothing was said to it yet.
    pub fn clear(&self) {
        self.stop.store(false, Ordering::Relaxed);
        self.ponder_hit.store(false, Ordering::Relaxed);
    }

    /// The search is to end with what it has.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The opponent has played the expected move: our clock runs.
    pub fn ponder_hit(&self) {
        self.ponder_hit.store(true, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn is_hit(&self) -> bool {
        self.ponder_hit.load(Ordering::Relaxed)
    }
}

/// The limits of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// No deeper than this.
    pub depth: Option<Depth>,
    /// No more nodes than this.
    pub nodes: Option<u64>,
    /// The time there is once our clock runs.
    pub budget: Option<Budget>,
}

/// What happens when the expected move was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenHit {
    /// The clock begins to run.
    ThinkOn,
    /// The move is known already.
    Answer,
}

/// Whose time is used.
#[derive(Debug)]
enum Running {
    /// The opponent's.
    Pondering(WhenHit),
    /// Ours; without a deadline if there is no budget.
    Timed(Option<Deadline<WallClock>>),
}

/// A control of one search.
#[derive(Debug)]
pub struct SearchControl<'a> {
    signals: &'a Signals,
    limits: Limits,
    clock: WallClock,
    running: Running,
}

/// The most nodes between two looks at the signals: less than a millisecond.
const LOOK: u64 = 2_048;

impl<'a> SearchControl<'a> {
    /// A search in our time, which `clock` measures.
    pub fn thinking(signals: &'a Signals, limits: Limits, clock: WallClock) -> Self {
        let running = Running::Timed(limits.budget.map(|budget| deadline(clock, budget)));
        SearchControl { signals, limits, clock, running }
    }

    /// A search in the opponent's time, and in ours from the moment of the hit on.
    pub const fn pondering(
        signals: &'a Signals,
        limits: Limits,
        clock: WallClock,
        when_hit: WhenHit,
    ) -> Self {
        SearchControl { signals, limits, clock, running: Running::Pondering(when_hit) }
    }

    /// Our clock begins to run. What was pondered counts as thinking, but the time that no move may
    /// exceed is counted from now on.
    fn hit(&mut self, when_hit: WhenHit) -> Result<(), Stopped> {
        let pondered = self.clock.used();
        let Some(budget) = self.limits.budget else {
            self.running = Running::Timed(None);
            return if when_hit == WhenHit::Answer { Err(Stopped) } else { Ok(()) };
        };
        let is_enough = budget.soft.is_some_and(|soft| soft <= pondered);
        if is_enough || when_hit == WhenHit::Answer {
            return Err(Stopped);
        }
        let budget = Budget { hard: pondered + budget.hard, ..budget };
        self.running = Running::Timed(Some(deadline(self.clock, budget)));
        Ok(())
    }
}

fn deadline(clock: WallClock, budget: Budget) -> Deadline<WallClock> {
    Deadline::by_wall_clock(clock, budget)
}

impl Control for SearchControl<'_> {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        let most = self.limits.nodes.unwrap_or(u64::MAX);
        if self.signals.is_stopped() || nodes >= most {
            return Err(Stopped);
        }
        if let Running::Pondering(when_hit) = self.running
            && self.signals.is_hit()
        {
            self.hit(when_hit)?;
        }
        let next = match &mut self.running {
            Running::Timed(Some(deadline)) => deadline.poll(nodes)?,
            Running::Timed(None) | Running::Pondering(_) => nodes + LOOK,
        };
        Ok(next.min(nodes + LOOK).min(most))
    }

    fn finished(&mut self, progress: &Progress) -> ControlFlow<()> {
        let is_deep = self.limits.depth.is_some_and(|most| progress.depth >= most);
        if is_deep || self.limits.nodes.is_some_and(|most| progress.nodes >= most) {
            return ControlFlow::Break(());
        }
        match &mut self.running {
            Running::Timed(Some(deadline)) => deadline.finished(progress),
            Running::Timed(None) | Running::Pondering(_) => ControlFlow::Continue(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const ENDLESS: Duration = Duration::from_secs(1_000_000);

    fn limits(budget: Option<Budget>) -> Limits {
        Limits { budget, ..Limits::default() }
    }

    fn progress(depth: i16, nodes: u64) -> Progress {
        Progress { depth: Depth::new(depth), nodes, ..Progress::NONE }
    }

    #[test]
    fn depth_and_nodes_and_time_each_end_a_search() {
        let signals = Signals::default();
        let limits = Limits { depth: Some(Depth::new(5)), nodes: Some(100), budget: None };
        let mut control = SearchControl::thinking(&signals, limits, WallClock::start());
        assert_eq!(control.poll(1), Ok(100));
        assert_eq!(control.poll(100), Err(Stopped));
        assert!(control.finished(&progress(4, 50)).is_continue());
        assert!(control.finished(&progress(5, 50)).is_break());
        assert!(control.finished(&progress(4, 100)).is_break());
        let limits = self::limits(Some(Budget::exactly(Duration::ZERO)));
        let mut control = SearchControl::thinking(&signals, limits, WallClock::start());
        assert_eq!(control.poll(1), Err(Stopped));
    }

    #[test]
    fn the_gui_can_stop_every_search() {
        let signals = Signals::default();
        let limits = self::limits(Some(Budget::exactly(ENDLESS)));
        let clock = WallClock::start();
        let mut thinking = SearchControl::thinking(&signals, limits, clock);
        let mut pondering = SearchControl::pondering(&signals, limits, clock, WhenHit::ThinkOn);
        assert_eq!((thinking.poll(1), pondering.poll(1)), (Ok(1 + LOOK), Ok(1 + LOOK)));
        signals.stop();
        assert_eq!((thinking.poll(1), pondering.poll(1)), (Err(Stopped), Err(Stopped)));
        signals.clear();
        assert!(thinking.poll(1).is_ok());
    }

    #[test]
    fn the_clock_begins_to_run_with_the_hit() {
        let signals = Signals::default();
        let pondering = |budget, when_hit| {
            SearchControl::pondering(&signals, limits(budget), WallClock::start(), when_hit)
        };
        let mut short = pondering(Some(Budget::exactly(Duration::ZERO)), WhenHit::ThinkOn);
        let mut long = pondering(Some(Budget::exactly(ENDLESS)), WhenHit::ThinkOn);
        let soft = Budget { soft: Some(Duration::ZERO), hard: ENDLESS };
        let mut enough = pondering(Some(soft), WhenHit::ThinkOn);
        let mut known = pondering(None, WhenHit::Answer);
        let all = [&mut short, &mut long, &mut enough, &mut known];
        assert!(all.into_iter().all(|control| control.poll(1).is_ok()));
        signals.ponder_hit();
        assert_eq!(short.poll(2), Err(Stopped), "no time");
        assert_eq!(enough.poll(2), Err(Stopped), "it was pondered long enough");
        assert_eq!(known.poll(2), Err(Stopped), "there is nothing to think about");
        assert_eq!((long.poll(2), long.poll(3)), (Ok(2 + LOOK), Ok(3 + LOOK)));
    }
}
