//! The clock of a program that lives as long as a game, shared by the referee's thread that asks it
//! and by the thread that watches its run.
//!
//! In the program's turn either its CPU time or the time of day counts. In the turns of the other
//! side it does not run; should it do so all the same, its CPU time counts on either clock, and
//! beyond a limit ends it: what it computes there it takes from the other one. The watch notes the
//! CPU time of the whole tree at every look.

use crate::process::hold::{Freezer, Hold};
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What a clock counts in the turns of its side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum ClockKind {
    /// CPU time of all processes of the program
    #[default]
    Cpu,
    /// Wall time
    Wall,
}

impl ClockKind {
    /// Its seconds, as tables head a column.
    pub const fn unit(self) -> &'static str {
        match self {
            ClockKind::Cpu => "CPU s",
            ClockKind::Wall => "wall s",
        }
    }
}

impl fmt::Display for ClockKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            ClockKind::Cpu => "CPU time",
            ClockKind::Wall => "wall time",
        })
    }
}

/// A program that has announced its move may say more, or clean up; that is charged, too.
const LAST_WORDS: Duration = Duration::from_millis(50);

/// Looks of the watch after which a time is that of now: the one that was going on, and another.
const FRESH: u64 = 2;
/// The longest wait for such a look.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// The most CPU time in a turn of the other side: a program that is held uses none, and what it
/// does before the next look is a hundredth of this.
const MOST_AT_REST: Duration = Duration::from_secs(1);

#[derive(Debug, Default)]
pub struct TurnClock {
    state: Mutex<TurnState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct TurnState {
    looks: u64,
    cpu: Duration,
    /// The CPU time that was charged, or need not be.
    settled: Duration,
    turn: Option<RunningTurn>,
    turns: u64,
    rest: Option<Rest>,
    hold: Option<Hold>,
    must_stop: bool,
    is_killed: bool,
    has_ended: bool,
}

/// The other side is to move.
#[derive(Clone, Copy, Debug)]
struct Rest {
    since: Instant,
    /// The looks before it.
    looks: u64,
    /// The CPU time of the run at which it is ended.
    limit: Duration,
    has_run: bool,
}

#[derive(Clone, Copy, Debug)]
struct RunningTurn {
    number: u64,
    begun: Duration,
    begun_at: Instant,
    /// The CPU time of the run at which that of the turn is used up.
    limit: Duration,
    /// The same in the time of day.
    deadline: Option<Instant>,
    clock: ClockKind,
    waiting: Duration,
    /// The CPU time that its next turn is not charged.
    free: Duration,
}

#[derive(Clone, Copy, Debug)]
pub struct TurnTime {
    pub clock: ClockKind,
    /// On the program's clock for the game.
    pub left: Duration,
    /// The most for this turn alone.
    pub most: Duration,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnCost {
    /// CPU time since its last turn: while the other side was to move, and what a free turn cost
    /// beyond what was free.
    pub waiting: Duration,
    /// From the question to the answer, on the clock.
    pub own: Duration,
}

/// What the watch has to know.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TurnLook {
    /// `None` between two turns.
    pub(super) turn: Option<TurnLimits>,
    /// The other side is to move.
    pub(super) is_at_rest: bool,
    /// It has used too much meanwhile.
    pub(super) has_run_at_rest: bool,
    pub(super) must_stop: bool,
}

/// When a turn is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TurnLimits {
    pub(super) number: u64,
    /// At this CPU time of the whole run.
    pub(super) cpu: Duration,
    /// At this time of day; a program may then be idle.
    pub(super) deadline: Option<Instant>,
}

impl TurnClock {
    pub fn begin_turn(&self, time: TurnTime) {
        let mut state = self.lock();
        let waiting = state.cpu.saturating_sub(state.settled);
        let most = time.left.saturating_sub(waiting).min(time.most);
        let (limit, deadline) = match time.clock {
            ClockKind::Cpu => (state.cpu.saturating_add(most), None),
            ClockKind::Wall => (Duration::MAX, Instant::now().checked_add(most)),
        };
        let begun = state.cpu;
        // What it costs is charged at once.
        state.begin(time.clock, begun, (waiting, Duration::MAX), limit, deadline);
    }

    /// From now on it may use so much CPU time, with what it has used since its last turn. A part
    /// of it is `free`; the rest is charged at its next turn: who thinks while it shows its board,
    /// has thought.
    pub fn begin_free_turn(&self, most: Duration, free: Duration) {
        let mut state = self.lock();
        let begun = state.settled;
        let limit = begun.saturating_add(most);
        state.begin(ClockKind::Cpu, begun, (Duration::ZERO, free), limit, None);
    }

    /// From now on the other side is to move: it is held still until its next turn.
    pub fn rest(&self) {
        let mut state = self.lock();
        state.rest = Some(Rest {
            since: Instant::now(),
            looks: state.looks,
            limit: state.cpu.saturating_add(MOST_AT_REST),
            has_run: false,
        });
    }

    /// It may run, in a turn or outside of the game.
    pub fn wake(&self) {
        self.lock().wake();
    }

    /// Whether it has used more than it may while the other side was to move.
    pub fn has_run_at_rest(&self) -> bool {
        self.lock().rest.is_some_and(|rest| rest.has_run)
    }

    /// Holds what lives still, if the other side is to move.
    pub(super) fn hold(&self, freezer: Option<&Freezer>, living: &[Pid]) {
        let mut state = self.lock();
        let is_due = state.rest.is_some_and(|rest| rest.since.elapsed() >= LAST_WORDS);
        if is_due && !state.is_killed {
            state.hold = Some(Hold::on(state.hold.take(), freezer, living));
        }
    }

    /// The turn was over at this moment; returns what it has cost.
    pub fn end_turn(&self, at: Instant) -> TurnCost {
        let mut state = self.lock();
        // From now on no limit ends it.
        let turn = state.turn.take();
        let wanted = state.looks + FRESH;
        let waited = self.changed.wait_timeout_while(state, LONGEST_WAIT, |state| {
            state.looks < wanted && !state.has_ended
        });
        let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
        state.settled = state.cpu;
        let Some(turn) = turn else { return TurnCost::default() };
        let used = state.cpu.saturating_sub(turn.begun);
        state.settled -= used.saturating_sub(turn.free);
        let own = match turn.clock {
            ClockKind::Cpu => used,
            ClockKind::Wall => at.saturating_duration_since(turn.begun_at),
        };
        TurnCost { waiting: turn.waiting, own }
    }

    pub fn stop(&self) {
        self.lock().must_stop = true;
    }

    /// The watch kills the run: nothing that is read from now on was surely said before.
    pub(super) fn kill(&self) {
        let mut state = self.lock();
        state.is_killed = true;
        // Its supervisor may be held with it.
        state.hold.take().into_iter().for_each(Hold::release);
    }

    pub fn is_killed(&self) -> bool {
        self.lock().is_killed
    }

    pub fn ended(&self, cpu: Duration) {
        let mut state = self.lock();
        state.cpu = state.cpu.max(cpu);
        state.has_ended = true;
        drop(state);
        self.changed.notify_all();
    }

    /// Waits until the run has ended; whether it has.
    pub fn has_ended_within(&self, patience: Duration) -> bool {
        let waited =
            self.changed.wait_timeout_while(self.lock(), patience, |state| !state.has_ended);
        waited.unwrap_or_else(PoisonError::into_inner).0.has_ended
    }

    /// A look of the watch, at which the run has used `cpu`.
    pub(super) fn look(&self, cpu: Duration) -> TurnLook {
        let mut state = self.lock();
        state.looks += 1;
        state.cpu = state.cpu.max(cpu);
        let turn = state.turn.map(|turn| TurnLimits {
            number: turn.number,
            cpu: turn.limit,
            deadline: turn.deadline,
        });
        let (looks, cpu) = (state.looks, state.cpu);
        // A watch that could not look for long has not held it in that time.
        let has_run = |rest: &Rest| cpu >= rest.limit && looks > rest.looks + FRESH;
        state.rest.iter_mut().for_each(|rest| rest.has_run |= has_run(rest));
        let look = TurnLook {
            turn,
            is_at_rest: state.rest.is_some(),
            has_run_at_rest: state.rest.is_some_and(|rest| rest.has_run),
            must_stop: state.must_stop,
        };
        drop(state);
        self.changed.notify_all();
        look
    }

    fn lock(&self) -> MutexGuard<'_, TurnState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TurnState {
    fn wake(&mut self) {
        self.rest = None;
        self.hold.take().into_iter().for_each(Hold::release);
    }

    fn begin(
        &mut self,
        clock: ClockKind,
        begun: Duration,
        (waiting, free): (Duration, Duration),
        limit: Duration,
        deadline: Option<Instant>,
    ) {
        self.wake();
        self.turns += 1;
        let (number, begun_at) = (self.turns, Instant::now());
        self.turn =
            Some(RunningTurn { number, begun, begun_at, limit, deadline, clock, waiting, free });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn time(clock: ClockKind, left: u64) -> TurnTime {
        TurnTime { clock, left: ms(left), most: ms(80) }
    }

    fn ended(clock: &TurnClock, cpu: Duration, at: Instant) -> TurnCost {
        thread::scope(|scope| {
            let waiting = scope.spawn(|| clock.end_turn(at));
            while !waiting.is_finished() {
                clock.look(cpu);
            }
            waiting.join().expect("a time")
        })
    }

    fn cpu_limit(clock: &TurnClock, cpu: u64) -> Option<Duration> {
        clock.look(ms(cpu)).turn.map(|turn| turn.cpu)
    }

    #[test]
    fn a_turn_costs_its_own_cpu_time_and_that_of_the_turn_before() {
        let clock = TurnClock::default();
        assert_eq!(cpu_limit(&clock, 40), None);
        clock.begin_free_turn(ms(60), ms(60));
        assert_eq!(cpu_limit(&clock, 50), Some(ms(60)), "with what it has used before");
        ended(&clock, ms(55), Instant::now());
        assert_eq!(cpu_limit(&clock, 70), None);
        clock.begin_turn(time(ClockKind::Cpu, 100));
        assert_eq!(cpu_limit(&clock, 75), Some(ms(70 + 80)), "the most for a turn");
        let cost = ended(&clock, ms(90), Instant::now());
        assert_eq!((cost.waiting, cost.own), (ms(15), ms(20)), "nothing before is charged");
        clock.look(ms(95));
        clock.begin_turn(time(ClockKind::Cpu, 50));
        assert_eq!(cpu_limit(&clock, 95), Some(ms(90 + 50)), "5 are used up");
        clock.ended(ms(99));
        let cost = clock.end_turn(Instant::now());
        assert_eq!((cost.waiting, cost.own), (ms(5), ms(4)));
        assert!(clock.has_ended_within(ms(0)));
    }

    #[test]
    fn what_a_board_costs_beyond_a_moment_is_charged_at_the_next_turn() {
        let clock = TurnClock::default();
        clock.begin_free_turn(ms(20_000), ms(300));
        ended(&clock, ms(1_300), Instant::now());
        clock.begin_turn(time(ClockKind::Cpu, 5_000));
        let cost = ended(&clock, ms(1_310), Instant::now());
        assert_eq!((cost.waiting, cost.own), (ms(1_000), ms(10)));
        clock.begin_turn(time(ClockKind::Cpu, 5_000));
        assert_eq!(ended(&clock, ms(1_310), Instant::now()).waiting, ms(0), "once");
    }

    #[test]
    fn who_runs_while_the_other_side_is_to_move_has_a_second() {
        let clock = TurnClock::default();
        clock.look(ms(500));
        clock.rest();
        assert!(!clock.look(ms(9_000)).has_run_at_rest, "it was not held yet");
        clock.begin_turn(time(ClockKind::Wall, 5_000));
        assert!(!clock.look(ms(9_000)).is_at_rest);
        clock.rest();
        (0..5).for_each(|_| assert!(!clock.look(ms(9_999)).has_run_at_rest));
        clock.ended(ms(20_000));
        assert!(!clock.has_run_at_rest(), "what is known of it afterward was before");
        assert!(clock.look(ms(20_000)).has_run_at_rest && clock.has_run_at_rest());
    }

    #[test]
    fn by_the_wall_clock_a_turn_costs_the_time_of_day_and_the_cpu_time_before_it() {
        let clock = TurnClock::default();
        clock.look(ms(30));
        let begun = Instant::now();
        clock.begin_turn(time(ClockKind::Wall, 100));
        let look = clock.look(ms(30)).turn.expect("its turn");
        let most = look.deadline.expect("a time of day").saturating_duration_since(begun);
        assert!(look.cpu == Duration::MAX && most >= ms(70), "{look:?}");
        let cost = ended(&clock, ms(900), begun + ms(5_000));
        assert_eq!(clock.look(ms(900)).turn, None);
        assert!(cost.waiting == ms(30) && cost.own > ms(4_000) && cost.own <= ms(5_000));
        assert_eq!(clock.lock().settled, ms(900), "it has paid by the wall clock");
    }
}
