//! The clocks of the operating system, and its limit of CPU time.
//!
//! - CPU time of this process: exact on Linux, but under `ulimit -t` as of the last timer tick;
//!   exact on macOS, in whole microseconds; as of the last timer tick on Windows.
//! - CPU time of child processes that have ended: on Linux and macOS, not on Windows.
//! - How long this process was ready to run and no processor was free: on Linux alone.
//! - A clock that all processes share: `CLOCK_MONOTONIC` on Linux and macOS, the time of day on
//!   Windows.
//!
//! - The limit of CPU time that a shell or a grader has set (`ulimit -t`), and the clock that the
//!   kernel compares with it: on Linux alone.
//!
//! All of them come through safe interfaces: the crates `cpu-time` and `nix`, and the standard
//! library. A sandbox may refuse any of them.

use cpu_time::ProcessTime;
use std::time::Duration;

/// The longest time for which the CPU clock may stand still while the process works.
///
/// Linux: 100 timer ticks a second or more (`CONFIG_HZ`). Windows: 64 a second, its default. macOS
/// counts exactly and shows whole microseconds.
pub const LONGEST_TICK: Duration = if cfg!(windows) {
    Duration::from_micros(15_625)
} else if cfg!(target_vendor = "apple") {
    Duration::from_micros(1)
} else {
    Duration::from_millis(10)
};

/// User and system time of all threads of this process, its start included; `None` if the system
/// refuses to tell.
pub fn cpu_time() -> Option<Duration> {
    ProcessTime::try_now().ok().map(|time| time.as_duration())
}

/// For this long the process was ready to run and no processor was free; `None` if the system does
/// not tell.
pub fn run_delay() -> Option<Duration> {
    delay_in(&std::fs::read_to_string("/proc/self/schedstat").ok()?)
}

/// Three numbers: nanoseconds on a processor, nanoseconds without one, a count.
fn delay_in(schedstat: &str) -> Option<Duration> {
    let nanoseconds = schedstat.split_whitespace().nth(1)?;
    nanoseconds.parse().ok().map(Duration::from_nanos)
}

/// The CPU time at which the kernel ends this process or sends it SIGXCPU; `None` without a limit.
#[cfg(target_os = "linux")]
pub fn cpu_limit() -> Option<Duration> {
    use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};

    let (soft, hard) = getrlimit(Resource::RLIMIT_CPU).ok()?;
    Some(soft.min(hard)).filter(|&limit| limit != RLIM_INFINITY).map(Duration::from_secs)
}

/// The CPU time of this process by the clock that the kernel compares with [`cpu_limit`]: whole
/// timer ticks, each charged to the process that it meets.
#[cfg(target_os = "linux")]
pub fn ticked_cpu_time() -> Option<Duration> {
    use nix::time::{ClockId, clock_gettime};

    /// `CPUCLOCK_PROF` of the calling process, in the kernel's numbering of clocks:
    /// `MAKE_PROCESS_CPUCLOCK(0, CPUCLOCK_PROF)`.
    const TICKED: ClockId = ClockId::from_raw(-8);

    clock_gettime(TICKED).ok().map(Duration::from)
}

/// Other systems have no such limit, or do not tell.
#[cfg(not(target_os = "linux"))]
pub const fn cpu_limit() -> Option<Duration> {
    None
}

/// Read only where there is a limit.
#[cfg(not(target_os = "linux"))]
pub const fn ticked_cpu_time() -> Option<Duration> {
    None
}

/// User and system time of all child processes that have ended and been waited for; `None` if the
/// system does not tell.
#[cfg(unix)]
pub fn children_cpu_time() -> Option<Duration> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;

    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).ok()?;
    let microseconds = (usage.user_time() + usage.system_time()).num_microseconds();
    u64::try_from(microseconds).ok().map(Duration::from_micros)
}

/// User and system time of all child processes: Windows tells it only to the process that holds
/// each of them.
#[cfg(not(unix))]
pub const fn children_cpu_time() -> Option<Duration> {
    None
}

/// The time on a clock that all processes of this machine share, so that one can tell how long ago
/// another has left: the time since the machine was started, which cannot be set. Zero if the
/// system does not tell.
#[cfg(unix)]
pub fn machine_time() -> Duration {
    use nix::time::{ClockId, clock_gettime};

    clock_gettime(ClockId::CLOCK_MONOTONIC).map(Duration::from).unwrap_or_default()
}

/// The time on a clock that all processes of this machine share, so that one can tell how long ago
/// another has left: the time of day, since the standard library offers no other clock that may be
/// compared between processes. It may be set meanwhile: `OpponentClock::after_wait` ignores times
/// that run backwards and waits that the opponent could not have paid for.
#[cfg(not(unix))]
pub fn machine_time() -> Duration {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_without_a_processor_is_the_second_number() {
        assert_eq!(delay_in("811305 1293994 1\n"), Some(Duration::from_nanos(1_293_994)));
        assert_eq!(["", "811305", "1 x 1", "1 -2 1"].map(delay_in), [None; 4]);
    }

    #[test]
    fn the_shared_clock_does_not_stand_still() {
        let before = machine_time();
        std::thread::sleep(Duration::from_millis(20));
        assert!(machine_time() > before);
    }

    #[test]
    fn the_cpu_time_of_children_is_known_on_unix_alone() {
        assert_eq!(children_cpu_time().is_some(), cfg!(unix));
    }
}
