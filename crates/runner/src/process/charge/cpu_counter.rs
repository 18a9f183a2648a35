//! A clock of the kernel for a process and all that it will ever start, by which time is seen that
//! `wait4` does not tell: that of children for which nobody waits, as those of a process that
//! ignores SIGCHLD.
//!
//! The best clock that the system grants is chosen once for a launcher: its control group
//! (`control_group.rs`), which is exact, else perf (`perf_clock.rs`), else none.

use crate::process::charge::control_group::ControlGroup;
use crate::process::charge::perf_clock::PerfClock;
use crate::process::hold::Freezer;
use crate::process::process_facts::own_cpu;
use nix::unistd::Pid;
use std::fmt;
use std::sync::OnceLock;
use std::time::Duration;

/// By how much a control group may be ahead of the charges: each is rounded to a microsecond.
const ROUNDED: Duration = Duration::from_millis(1);

/// How the CPU time of an agent is found out, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charging {
    ControlGroup,
    Perf,
    Wait,
}

impl Charging {
    /// What this system grants to this user: tried once.
    pub fn here() -> Self {
        static HERE: OnceLock<Charging> = OnceLock::new();
        *HERE.get_or_init(|| {
            if ControlGroup::is_possible() {
                Charging::ControlGroup
            } else if PerfClock::of(Pid::this(), None).is_some() {
                Charging::Perf
            } else {
                Charging::Wait
            }
        })
    }
}

impl fmt::Display for Charging {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Charging::ControlGroup => "CPU time by control group",
            Charging::Perf => "CPU time by wait4 and perf",
            Charging::Wait => "CPU time by wait4",
        })
    }
}

/// The clock; it runs from the moment in which it is made.
#[derive(Debug)]
pub struct CpuCounter {
    clock: UsageClock,
    /// A first process that is counted, whose own time is charged to nobody.
    supervisor: Option<Pid>,
    begun: ClockReading,
    charged: Duration,
}

#[derive(Debug)]
enum UsageClock {
    Group(ControlGroup),
    Perf(PerfClock),
}

/// What has been used so far, by all and by the supervisor.
#[derive(Clone, Copy, Debug)]
struct ClockReading {
    all: Duration,
    supervisor: Duration,
}

impl CpuCounter {
    /// A clock for what a supervisor will start on these cores; `None` where the system has none.
    pub(crate) fn below(supervisor: Pid, cores: Option<Vec<usize>>) -> Option<Self> {
        Self::new(UsageClock::of(supervisor, cores)?, Some(supervisor))
    }

    /// A clock for a process that has just been started, and what it will start.
    pub fn of(process: Pid) -> Option<Self> {
        Self::new(UsageClock::of(process, None)?, None)
    }

    fn new(clock: UsageClock, supervisor: Option<Pid>) -> Option<Self> {
        let begun = ClockReading::of(&clock, supervisor)?;
        Some(CpuCounter { clock, supervisor, begun, charged: Duration::ZERO })
    }

    /// What the present run has used at least, of which `seen` is known otherwise.
    pub fn used(&self, seen: Duration) -> Duration {
        let Some(now) = ClockReading::of(&self.clock, self.supervisor) else { return seen };
        let used = now.since(self.begun);
        let known = self.charged + seen;
        match &self.clock {
            UsageClock::Group(_) if used <= known + ROUNDED => seen,
            UsageClock::Group(_) => used - self.charged,
            UsageClock::Perf(clock) => seen + clock.beyond(used, known),
        }
    }

    /// What holds all that is counted still, the supervisor too.
    pub(crate) const fn freezer(&self) -> Option<&Freezer> {
        match &self.clock {
            UsageClock::Group(group) => group.freezer(),
            UsageClock::Perf(_) => None,
        }
    }

    /// A run has ended with this charge.
    pub(crate) fn settle(&mut self, charge: Duration) {
        self.charged += charge;
    }
}

impl UsageClock {
    fn of(process: Pid, cores: Option<Vec<usize>>) -> Option<Self> {
        let group = ControlGroup::with(process).map(UsageClock::Group);
        group.or_else(|| PerfClock::of(process, cores).map(UsageClock::Perf))
    }
}

impl ClockReading {
    fn of(clock: &UsageClock, supervisor: Option<Pid>) -> Option<Self> {
        // In this order: what the supervisor uses between the two calls is not charged.
        let all = match clock {
            UsageClock::Group(group) => group.used()?,
            UsageClock::Perf(clock) => clock.total(),
        };
        let supervisor = supervisor.map_or(Some(Duration::ZERO), own_cpu)?;
        Some(ClockReading { all, supervisor })
    }

    /// What all but the supervisor have used since `before`.
    const fn since(self, before: Self) -> Duration {
        let all = self.all.saturating_sub(before.all);
        all.saturating_sub(self.supervisor.saturating_sub(before.supervisor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn time_of_a_child_that_nobody_waits_for_is_seen_where_the_system_counts_it() {
        const HIDES: &str = "import os, signal, time\n\
                             signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n\
                             if os.fork() == 0:\n    \
                                 while time.process_time() < 0.3: pass\n    \
                                 os._exit(0)\n\
                             time.sleep(0.1)\n\
                             try: os.wait()\n\
                             except ChildProcessError: pass";
        if Charging::here() == Charging::Wait {
            println!("not tested: this system has neither control groups nor perf for this user");
            return;
        }
        let Ok(mut child) = Command::new("python3").args(["-c", HIDES]).spawn() else {
            println!("not tested: there is no python3");
            return;
        };
        let counter = CpuCounter::of(Pid::from_raw(child.id().cast_signed())).expect("a clock");
        child.wait().expect("it ends");
        let used = counter.used(Duration::ZERO);
        assert!(used >= Duration::from_millis(250), "{used:?}");
    }

    #[test]
    fn the_supervisors_own_time_is_not_charged() {
        let ms = Duration::from_millis;
        assert_eq!(reading(9, 7).since(reading(0, 5)), ms(7));
        assert_eq!(reading(2, 7).since(reading(0, 5)), ms(0));
        assert_eq!(reading(1, 7).since(reading(0, 5)), ms(0), "clocks differ by a bit");
    }

    fn reading(all: u64, supervisor: u64) -> ClockReading {
        let [all, supervisor] = [all, supervisor].map(Duration::from_millis);
        ClockReading { all, supervisor }
    }
}
