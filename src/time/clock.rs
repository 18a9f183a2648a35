//! The process's CPU clock: user and system time of all its threads, program start included. This
//! is what the judge charges, except that it also sees the exit of the process, which no process
//! can see itself.
//!
//! Two facts shape this file. A reading is a system call of one to two microseconds, and the
//! monotonic clock costs a twentieth of that; a process with one thread uses no more CPU time than
//! time passes, so that the cheap clock can tell when the dear one need not be asked. And under a
//! limit of CPU seconds (`ulimit -t`, which judges like to set) Linux lets a process read its clock
//! only as of the last timer tick, up to 10 ms ago, while the judge goes on counting exactly. Such
//! a *coarse* clock gives itself away by standing still between two readings; what it may hide is
//! then added.

use cpu_time::ProcessTime;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::time::{Duration, Instant};

/// Something that tells how much time this process has used.
pub trait Clock {
    /// CPU time used since the process began.
    fn used(&mut self) -> Duration;

    /// Has at least `limit` been used?
    fn has_used(&mut self, limit: Duration) -> bool {
        self.used() >= limit
    }
}

/// The real clock.
#[derive(Clone, Debug)]
pub struct CpuClock {
    kind: Kind,
    begun_at: Instant,
    last: Duration,
    read_at: Instant,
}

/// How the system keeps the process's CPU time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Exact to the nanosecond.
    Fine,
    /// As of the last timer tick.
    Coarse,
}

/// The longest time between two timer ticks: Linux has 100 of them a second or more.
const LONGEST_TICK: Duration = Duration::from_millis(10);
/// A process has used no more than this when it takes its first reading; 0.6 to 1.1 ms were seen.
const START_AT_MOST: Duration = Duration::from_millis(2);

impl CpuClock {
    /// The clock of this process; to be called as soon as it runs.
    pub fn start() -> Self {
        // The monotonic clock is read first, so that bounds made from it err on the safe side.
        let begun_at = Instant::now();
        let last = Duration::ZERO;
        let mut clock = CpuClock { kind: Kind::Fine, begun_at, last, read_at: begun_at };
        clock.used();
        clock
    }
}

fn cpu_time() -> Duration {
    ProcessTime::now().as_duration()
}

/// The CPU time that may have been used when the clock shows `reading`, `passed` after the first
/// reading.
fn at_most(kind: Kind, reading: Duration, passed: Duration) -> Duration {
    match kind {
        Kind::Fine => reading,
        Kind::Coarse => (reading + LONGEST_TICK).min(passed + START_AT_MOST).max(reading),
    }
}

impl Clock for CpuClock {
    /// Reads twice each time: a judge may set its limit after we have begun.
    fn used(&mut self) -> Duration {
        self.read_at = Instant::now();
        let reading = cpu_time();
        if cpu_time() == reading {
            self.kind = Kind::Coarse;
        }
        self.last = at_most(self.kind, reading, self.begun_at.elapsed());
        self.last
    }

    /// Asks the CPU clock only if so much time has passed that the limit can have been reached.
    /// Right for a process with one thread.
    fn has_used(&mut self, limit: Duration) -> bool {
        self.last + self.read_at.elapsed() >= limit && self.used() >= limit
    }
}

/// CPU time, user and system, of all child processes that have ended and been waited for; none if
/// the system does not tell.
pub fn children_cpu_time() -> Option<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).ok()?;
    let microseconds = (usage.user_time() + usage.system_time()).num_microseconds();
    u64::try_from(microseconds).ok().map(Duration::from_micros)
}

/// A clock for tests: each reading is the next of a list, the last one for ever.
#[derive(Clone, Debug)]
pub struct FakeClock {
    readings: Vec<Duration>,
    next: usize,
}

impl FakeClock {
    /// A clock that shows these readings one after the other.
    ///
    /// # Panics
    /// If there is none.
    pub fn showing(readings: impl IntoIterator<Item = Duration>) -> Self {
        let readings: Vec<_> = readings.into_iter().collect();
        assert!(!readings.is_empty(), "a clock shows something");
        FakeClock { readings, next: 0 }
    }
}

impl Clock for FakeClock {
    fn used(&mut self) -> Duration {
        let reading = self.readings[self.next.min(self.readings.len() - 1)];
        self.next += 1;
        reading
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(at_most(Kind::Fine, ms(4), ms(9)), ms(4));
        // Just begun: the time that has passed is the better bound.
        assert_eq!(at_most(Kind::Coarse, ms(0), ms(3)), ms(3) + START_AT_MOST);
        // Later, and on a busy machine where more time passes than we use: a tick is.
        assert_eq!(at_most(Kind::Coarse, ms(40), ms(90)), ms(40) + LONGEST_TICK);
        // A bound is never below what the clock shows.
        assert_eq!(at_most(Kind::Coarse, ms(8), ms(1)), ms(8));
    }

    #[test]
    fn sleeping_costs_no_cpu_time() {
        let mut clock = CpuClock::start();
        let limit = clock.used() + Duration::from_millis(25);
        std::thread::sleep(Duration::from_millis(30));
        // Other tests of this process run at the same time and are charged to it, so that only a
        // far limit can be tested; that the cheap bound alone is passed is what matters here.
        assert!(!clock.has_used(limit + Duration::from_secs(600)));
    }
}
