//! The end of a search: by an order, a depth, a number of nodes, or the clock.

use crate::engine::messages::{AllowedTime, SearchLimits, SearchPurpose, SearchTask};
use agent::time::{Budget, Clock, Deadline, WallClock};
use search::{Control, Progress, Stopped};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// Orders to a running search, shared by the thread that gives them and the one that searches.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
}

impl Signals {
    /// A new search begins, to which no order was given yet.
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
}

/// The reaction to the expected move, when it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenHit {
    /// The clock begins to run.
    ThinkOn,
    /// The move is known already.
    Answer,
}

#[derive(Debug)]
enum Running {
    /// The opponent's: there is no deadline.
    Pondering(WhenHit),
    /// Ours; without a deadline if there is no budget.
    Timed(Option<Deadline<WallClock>>),
}

#[derive(Debug)]
pub struct SearchControl<'a> {
    signals: &'a Signals,
    limits: SearchLimits,
    /// The time there is once our clock runs: `limits.time` in this position.
    budget: Option<Budget>,
    clock: WallClock,
    running: Running,
    first_depth: FirstDepth,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FirstDepth {
    Running,
    Finished,
}

/// The first depth is finished although the time is over or `stop` was said, if it takes fewer
/// nodes than this, which are a few milliseconds. So a machine that was busy when the search was
/// to begin costs strength, but no blunder.
const FIRST_DEPTH_NODES: u64 = 10_000;
/// The nodes between two looks at whether the first depth is still running.
const FIRST_DEPTH_LOOK: u64 = 64;
/// The most nodes between two looks at the signals: less than a millisecond.
const LOOK: u64 = 2_048;

impl<'a> SearchControl<'a> {
    /// The control of this task's search, whose time `clock` measures.
    pub fn of(
        task: &SearchTask,
        signals: &'a Signals,
        clock: WallClock,
        when_hit: WhenHit,
    ) -> Self {
        let pieces = task.game.position().count();
        let budget = task.limits.time.map(|time| match time {
            AllowedTime::Move(time) => Budget::exactly(time),
            AllowedTime::Game(clock) => clock.budget(pieces, task.options.ponder),
        });
        let running = match task.purpose {
            SearchPurpose::Think | SearchPurpose::Analyze => Running::timed(clock, budget),
            SearchPurpose::Ponder => Running::Pondering(when_hit),
        };
        let (limits, first_depth) = (task.limits, FirstDepth::Running);
        SearchControl { signals, limits, budget, clock, running, first_depth }
    }

    /// Our clock begins to run. What was pondered counts as thinking, but the time that no move may
    /// exceed is counted from now on.
    fn hit(&mut self, when_hit: WhenHit) -> Result<(), Stopped> {
        let pondered = self.clock.used();
        let soft = self.budget.and_then(|budget| budget.soft);
        if when_hit == WhenHit::Answer || soft.is_some_and(|soft| soft <= pondered) {
            return Err(Stopped);
        }
        self.running = Running::timed(
            self.clock,
            self.budget.map(|budget| Budget { hard: pondered + budget.hard, ..budget }),
        );
        Ok(())
    }
}

impl Running {
    fn timed(clock: WallClock, budget: Option<Budget>) -> Self {
        Running::Timed(budget.map(|budget| Deadline::by_wall_clock(clock, budget)))
    }
}

impl Control for SearchControl<'_> {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        let most = self.limits.nodes.unwrap_or(u64::MAX);
        if nodes >= most {
            return Err(Stopped);
        }
        if self.first_depth == FirstDepth::Running && nodes < FIRST_DEPTH_NODES {
            return Ok((nodes + FIRST_DEPTH_LOOK).min(most));
        }
        if self.signals.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        if let Running::Pondering(when_hit) = self.running
            && self.signals.ponder_hit.load(Ordering::Relaxed)
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
        self.first_depth = FirstDepth::Finished;
        let SearchLimits { depth, nodes, .. } = self.limits;
        let is_deep = depth.is_some_and(|most| progress.depth >= most);
        if is_deep || nodes.is_some_and(|most| progress.nodes >= most) {
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
    use search::Depth;
    use std::time::Duration;

    const ENDLESS: Duration = Duration::from_secs(1_000_000);

    fn control(
        signals: &Signals,
        limits: SearchLimits,
        budget: Option<Budget>,
        running: impl FnOnce(WallClock) -> Running,
    ) -> SearchControl<'_> {
        let clock = WallClock::start();
        let first_depth = FirstDepth::Finished;
        SearchControl { signals, limits, budget, clock, running: running(clock), first_depth }
    }

    fn thinking(
        signals: &Signals,
        limits: SearchLimits,
        budget: Option<Budget>,
    ) -> SearchControl<'_> {
        control(signals, limits, budget, |clock| Running::timed(clock, budget))
    }

    fn pondering(signals: &Signals, budget: Option<Budget>, hit: WhenHit) -> SearchControl<'_> {
        control(signals, SearchLimits::default(), budget, |_| Running::Pondering(hit))
    }

    fn progress(depth: i16, nodes: u64) -> Progress {
        Progress { depth: Depth::new(depth), nodes, ..Progress::NONE }
    }

    #[test]
    fn depth_and_nodes_and_time_each_end_a_search() {
        let signals = Signals::default();
        let limits = SearchLimits {
            depth: Some(Depth::new(5)),
            nodes: Some(100),
            ..SearchLimits::default()
        };
        let mut control = thinking(&signals, limits, None);
        assert_eq!(control.poll(1), Ok(100));
        assert_eq!(control.poll(100), Err(Stopped));
        assert!(control.finished(&progress(4, 50)).is_continue());
        assert!(control.finished(&progress(5, 50)).is_break());
        assert!(control.finished(&progress(4, 100)).is_break());
        let no_time = Some(Budget::exactly(Duration::ZERO));
        let mut control = thinking(&signals, SearchLimits::default(), no_time);
        assert_eq!(control.poll(1), Err(Stopped));
    }

    #[test]
    fn neither_the_clock_nor_a_stop_ends_the_first_depth() {
        let signals = Signals::default();
        signals.stop();
        let no_time = Some(Budget::exactly(Duration::ZERO));
        let mut control = thinking(&signals, SearchLimits::default(), no_time);
        control.first_depth = FirstDepth::Running;
        assert!(control.poll(1).is_ok_and(|next| next < LOOK));
        assert_eq!(control.poll(FIRST_DEPTH_NODES), Err(Stopped), "it takes too long");
        assert!(control.finished(&progress(1, 14)).is_continue());
        assert_eq!(control.poll(15), Err(Stopped));
        let limits = SearchLimits { nodes: Some(9), ..SearchLimits::default() };
        let mut control = thinking(&signals, limits, None);
        control.first_depth = FirstDepth::Running;
        assert_eq!((control.poll(1), control.poll(9)), (Ok(9), Err(Stopped)));
    }

    #[test]
    fn the_gui_can_stop_every_search() {
        let signals = Signals::default();
        let budget = Some(Budget::exactly(ENDLESS));
        let mut thinking = thinking(&signals, SearchLimits::default(), budget);
        let mut pondering = pondering(&signals, budget, WhenHit::ThinkOn);
        assert_eq!((thinking.poll(1), pondering.poll(1)), (Ok(1 + LOOK), Ok(1 + LOOK)));
        signals.stop();
        assert_eq!((thinking.poll(1), pondering.poll(1)), (Err(Stopped), Err(Stopped)));
        signals.clear();
        assert!(thinking.poll(1).is_ok());
    }

    #[test]
    fn the_clock_begins_to_run_with_the_hit() {
        let signals = Signals::default();
        let mut short =
            pondering(&signals, Some(Budget::exactly(Duration::ZERO)), WhenHit::ThinkOn);
        let mut long = pondering(&signals, Some(Budget::exactly(ENDLESS)), WhenHit::ThinkOn);
        let soft = Budget { soft: Some(Duration::ZERO), hard: ENDLESS };
        let mut enough = pondering(&signals, Some(soft), WhenHit::ThinkOn);
        let mut known = pondering(&signals, None, WhenHit::Answer);
        let all = [&mut short, &mut long, &mut enough, &mut known];
        assert!(all.into_iter().all(|control| control.poll(1).is_ok()));
        signals.ponder_hit();
        assert_eq!(short.poll(2), Err(Stopped), "no time");
        assert_eq!(enough.poll(2), Err(Stopped), "it was pondered long enough");
        assert_eq!(known.poll(2), Err(Stopped), "there is nothing to think about");
        assert_eq!((long.poll(2), long.poll(3)), (Ok(2 + LOOK), Ok(3 + LOOK)));
    }
}
