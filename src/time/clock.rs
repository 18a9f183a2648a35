//! The process's CPU clock: user and system time of all its threads, program start included. This
//! is what the referee charges, except that it also sees the exit of the process, which no process
//! can see itself.
//!
//! Two facts shape this file. A reading is a system call of one to two microseconds, and the
//! monotonic clock costs a twentieth of that; a process with one thread uses no more CPU time than
//! time passes, so the cheap clock can tell when the expensive one need not be read. And some
//! systems show a process its CPU time only as of the last timer tick (`system.rs`): Windows
//! always, Linux under a limit of CPU seconds (`ulimit -t`, which referees like to set), while the
//! referee goes on counting exactly. Such a *coarse* clock gives itself away by standing still
//! between two readings; what it may hide is then added. A machine's monotonic clock may be coarse
//! as well, and a broken one runs back: so the CPU clock is read every few looks, whatever the
//! other says.

use crate::time::outer_limits::{OuterLimits, longest_wall_time};
use crate::time::system::{LONGEST_TICK, cpu_time, run_delay};
use crate::time::waits::OwnCpu;
use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Something that tells how much time has been used: by this process, or by everybody.
pub trait Clock {
    /// CPU time used since the process began: never less than the referee has counted.
    fn used(&mut self) -> Duration;

    /// An upper bound of [`Clock::used`] that costs little.
    fn at_most(&self) -> Duration;

    /// Has at least `limit` been used? The clock is read only if it can be so.
    fn has_used(&mut self, limit: Duration) -> bool {
        self.at_most() >= limit && self.used() >= limit
    }

    /// Must a search with the limit `hard` end for another reason than time used?
    fn is_cut_off(&self, _hard: Duration) -> bool {
        false
    }
}

/// The CPU clock of this process, as the system shows it.
#[derive(Clone, Debug)]
pub struct CpuClock {
    kind: Kind,
    begun_at: Instant,
    outer: OuterLimits,
    /// Until then this process was ready to run for so long and no processor was free.
    start_delay: Duration,
    /// The system showed this at the first reading.
    first: Duration,
    /// The system showed this at the last reading.
    shown: Duration,
    /// The bound that follows from the last reading.
    last: Duration,
    read_at: Instant,
    /// The longest time for which the monotonic clock may stand still; nothing if it is fine.
    standstill: Duration,
    /// [`Clock::has_used`] has believed the monotonic clock so often since the last reading.
    believed: u32,
}

/// The way in which the system keeps the process's CPU time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// It moves on between two readings.
    Fine,
    /// As of the last timer tick, at most [`LONGEST_TICK`] ago.
    Coarse,
    /// Not at all: a sandbox refuses to tell. The wall time is an upper bound.
    Hidden,
}

/// A process has hardly ever used more when it takes its first reading: 1 ms is usual, and on a
/// busy machine one start in fifty takes more than 2 ms.
const LIKELY_START: Duration = Duration::from_millis(4);

/// The most times in a row that the monotonic clock is believed and the CPU clock is not read.
const MOST_BELIEVED: u32 = 3;

impl CpuClock {
    /// The clock of this process; to be called as soon as it runs.
    pub fn start() -> Self {
        // The monotonic clock is read first, so that bounds made from it err on the safe side.
        let begun_at = Instant::now();
        let first = cpu_time();
        // Between the two readings lies a system call, and a fine clock counts nanoseconds.
        let stands_still = Instant::now() == begun_at;
        let kind = if first.is_some() { Kind::Fine } else { Kind::Hidden };
        let first = first.unwrap_or_else(|| upper_bound(begun_at.elapsed()));
        let mut clock = CpuClock {
            kind,
            begun_at,
            outer: OuterLimits::default(),
            start_delay: run_delay().unwrap_or_default(),
            first,
            shown: first,
            last: Duration::ZERO,
            read_at: begun_at,
            standstill: if stands_still { LONGEST_TICK } else { Duration::ZERO },
            believed: 0,
        };
        clock.used();
        clock
    }

    /// The same clock, which also ends a search at the limits that others have set.
    #[must_use]
    pub fn within(self, outer: OuterLimits) -> Self {
        CpuClock { outer, ..self }
    }

    /// How this process has run: before it began to look at the clock, and since.
    pub fn own_cpu(&self) -> OwnCpu {
        OwnCpu {
            used: self.shown().saturating_sub(self.first),
            elapsed: self.begun_at.elapsed(),
            start_delay: self.start_delay,
        }
    }

    /// The time that the system shows now, for measurements: on a coarse clock that of the last
    /// tick.
    pub fn shown(&self) -> Duration {
        cpu_time().unwrap_or_else(|| upper_bound(self.begun_at.elapsed()))
    }

    /// The system showed this at the last [`Clock::used`]: on a fine clock the same, and on a
    /// coarse one less than that upper bound.
    pub const fn last_shown(&self) -> Duration {
        self.shown
    }
}

/// The most CPU time of a process with one thread that began to look at a clock `elapsed` ago.
fn upper_bound(elapsed: Duration) -> Duration {
    elapsed + LIKELY_START
}

/// The CPU time that may have been used when the clock shows `shown`, `elapsed` after the first
/// look at a clock.
fn bound(kind: Kind, shown: Duration, elapsed: Duration) -> Duration {
    match kind {
        Kind::Fine => shown,
        Kind::Coarse => (shown + LONGEST_TICK).min(upper_bound(elapsed)).max(shown),
        Kind::Hidden => upper_bound(elapsed),
    }
}

impl Clock for CpuClock {
    /// Reads twice each time: a referee may set its limit after we have begun.
    fn used(&mut self) -> Duration {
        self.read_at = Instant::now();
        self.shown = self.shown();
        if self.kind == Kind::Fine && self.shown() == self.shown {
            self.kind = Kind::Coarse;
        }
        self.last = bound(self.kind, self.shown, self.begun_at.elapsed() + self.standstill);
        self.believed = 0;
        self.last
    }

    /// The last reading and the time that has passed since: right for a process with one thread.
    fn at_most(&self) -> Duration {
        self.last + self.read_at.elapsed() + self.standstill
    }

    fn has_used(&mut self, limit: Duration) -> bool {
        if self.at_most() < limit && self.believed < MOST_BELIEVED {
            self.believed += 1;
            return false;
        }
        self.used() >= limit
    }

    fn is_cut_off(&self, hard: Duration) -> bool {
        self.outer.are_reached() || self.begun_at.elapsed() >= longest_wall_time(hard)
    }
}

/// The time that passes: what people wait for, whichever process uses it.
#[derive(Clone, Copy, Debug)]
pub struct WallClock(Instant);

impl WallClock {
    /// A clock that shows nothing yet.
    pub fn start() -> Self {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn used(&mut self) -> Duration {
        self.at_most()
    }

    fn at_most(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A clock for tests: it shows what its owner sets. Clones show the same.
#[derive(Clone, Debug, Default)]
pub struct FakeClock(Rc<Cell<Duration>>);

impl FakeClock {
    pub fn set(&self, used: Duration) {
        self.0.set(used);
    }
}

impl Clock for FakeClock {
    fn used(&mut self) -> Duration {
        self.0.get()
    }

    fn at_most(&self) -> Duration {
        self.0.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn the_cpu_clock_moves_on_with_work_and_never_back() {
        let mut clock = CpuClock::start();
        let first = clock.used();
        let mut sum = 0u64;
        while !clock.has_used(first + Duration::from_millis(2)) {
            sum = sum.wrapping_mul(31).wrapping_add(7);
        }
        assert!(clock.used() >= first + Duration::from_millis(2));
        assert_ne!(sum, 1);
    }

    #[test]
    fn what_a_coarse_clock_may_hide_is_added() {
        let ms = Duration::from_millis;
        assert_eq!(bound(Kind::Fine, ms(4), ms(9)), ms(4));
        // Just begun: the time that has passed is the better bound, if a tick is long.
        assert_eq!(bound(Kind::Coarse, ms(0), ms(3)), (ms(3) + LIKELY_START).min(LONGEST_TICK));
        // Later, and on a busy machine where more time passes than we use: a tick is.
        assert_eq!(bound(Kind::Coarse, ms(40), ms(90)), ms(40) + LONGEST_TICK);
        // A bound is never below what the clock shows.
        assert_eq!(bound(Kind::Coarse, ms(8), ms(1)), ms(8));
        assert_eq!(bound(Kind::Hidden, ms(0), ms(90)), ms(90) + LIKELY_START);
    }

    #[test]
    fn a_clock_is_cut_off_by_others_and_when_far_more_time_passes_than_is_used() {
        let stop = Arc::new(AtomicBool::new(false));
        let mut clock = CpuClock::start().within(OuterLimits::of_process(Arc::clone(&stop)));
        let hard = Duration::from_secs(3);
        assert!(!clock.is_cut_off(hard));
        clock.begun_at = Instant::now() - longest_wall_time(hard);
        assert!(clock.is_cut_off(hard) && !clock.is_cut_off(hard * 2));
        stop.store(true, Ordering::Relaxed);
        assert!(clock.is_cut_off(hard * 2));
    }

    /// The cost of a bare move is known by what the clock shows, not by the bound.
    #[test]
    fn the_clock_shows_its_bound_if_it_is_fine_and_no_more_if_it_is_coarse() {
        let mut clock = CpuClock::start();
        let used = clock.used();
        match clock.kind {
            Kind::Fine => assert_eq!(clock.last_shown(), used),
            Kind::Coarse | Kind::Hidden => assert!(clock.last_shown() <= used),
        }
        clock.kind = Kind::Coarse;
        let used = clock.used();
        assert!(clock.last_shown() <= used);
    }

    #[test]
    fn the_clock_is_read_only_if_the_limit_can_have_been_reached() {
        let mut clock = CpuClock::start();
        let last = clock.last;
        assert!(!clock.has_used(last + Duration::from_secs(600)));
        assert_eq!(clock.last, last, "not read: so much time has not passed");
        clock.read_at -= Duration::from_secs(1_000);
        assert!(!clock.has_used(last + Duration::from_secs(600)), "read: it was not used");
        assert_ne!(clock.last, last);
        assert!(clock.has_used(last));
    }

    /// Found by `soak late --condition backward-clock`.
    #[test]
    fn a_monotonic_clock_that_has_run_back_is_not_believed_for_long() {
        let mut clock = CpuClock::start();
        let limit = clock.used() + Duration::from_millis(1);
        while clock.shown() < limit {}
        clock.read_at += Duration::from_secs(1_000);
        assert!((0..=MOST_BELIEVED).any(|_| clock.has_used(limit)));
    }

    /// Found by `soak late --condition coarse-clocks`: both clocks show what they showed a tick
    /// ago.
    #[test]
    fn what_a_coarse_monotonic_clock_may_hide_is_added() {
        let mut clock = CpuClock::start();
        (clock.kind, clock.standstill) = (Kind::Coarse, LONGEST_TICK);
        clock.begun_at += Duration::from_secs(1_000); // it has not moved since the start
        assert!(clock.used() >= LONGEST_TICK);
        clock.read_at += Duration::from_secs(1_000);
        assert_eq!(clock.at_most(), clock.last + LONGEST_TICK);
    }
}
