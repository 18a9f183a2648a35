//! The process's CPU clock: user and system time of all its threads, program start included. This
//! is what the judge charges, except that it also sees the exit of the process, which no process
//! can see itself.
//!
//! A reading is a system call of one to two microseconds; the monotonic clock costs a twentieth
//! of that. A process with one thread uses no more CPU time than time passes, so that the cheap
//! clock can tell when the dear one need not be asked.

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
#[derive(Debug)]
pub struct CpuClock {
    last: Duration,
    read_at: Instant,
}

impl CpuClock {
    /// Takes a first reading.
    pub fn start() -> Self {
        // The monotonic clock is read first, so that the bound in `has_used` errs on the safe side.
        let read_at = Instant::now();
        CpuClock { last: cpu_time(), read_at }
    }
}

fn cpu_time() -> Duration {
    ProcessTime::now().as_duration()
}

impl Clock for CpuClock {
    fn used(&mut self) -> Duration {
        self.read_at = Instant::now();
        self.last = cpu_time();
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
    fn sleeping_costs_no_cpu_time() {
        let mut clock = CpuClock::start();
        let limit = clock.used() + Duration::from_millis(25);
        std::thread::sleep(Duration::from_millis(30));
        // Other tests of this process run at the same time and are charged to it, so that only a
        // far limit can be tested; that the cheap bound alone is passed is what matters here.
        assert!(!clock.has_used(limit + Duration::from_secs(600)));
    }
}
