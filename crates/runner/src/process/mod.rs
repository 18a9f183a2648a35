//! One run of one agent: what it cost, exactly, and how it ended.
//!
//! Between the referee and an agent stands a supervisor process (`supervisor.rs`), which no
//! descendant of the agent can leave. The referee reads the CPU clocks of the process tree
//! (`charge/process_tree.rs`, `watch.rs`) and tells the supervisor to kill it at a limit. The
//! supervisor waits for all processes, and the sum of what `wait4` reports is the charge. When
//! [`run`] returns, no process of the tree lives.
//!
//! **If the referee dies**, by whatever signal, the kernel tells each supervisor, which kills its
//! tree. If a supervisor dies, the kernel kills the agent itself and makes the other processes
//! children of the referee, which kills them. Only killing the supervisor *and* the referee leaves
//! grandchildren alone.
//!
//! **What `wait4` does not tell.** Children of a process that ignores SIGCHLD are in no `wait4`. A
//! clock of the kernel sees them (`charge/cpu_counter.rs`); where the system has none, they are
//! charged with what was seen of them alive, so that many of a few milliseconds each cost nothing.
//! Work that another process does on request (a daemon, `at`) is not seen. Without a sandbox an
//! agent of the same user can kill the referee, as it can kill anything.

mod answer_watch;
mod capture;
mod charge;
mod hold;
mod idleness;
#[allow(unsafe_code, reason = "a process is forked that never calls exec")]
mod launcher;
mod limits;
mod low_limits;
mod mapped_files;
mod open_files;
mod process_facts;
mod setup;
mod signals;
mod spec;
#[allow(unsafe_code, reason = "wait4 has no safe form that reports CPU time")]
mod supervisor;
#[allow(unsafe_code, reason = "close_range has no safe form")]
mod system;
mod turn_clock;
mod watch;

pub use crate::process::charge::cpu_counter::{Charging, CpuCounter};
pub use crate::process::limits::{allow_open_files, most_memory, save_limits};
pub use crate::process::low_limits::too_low_limit;
pub use crate::process::process_facts::memory_kills;
pub use crate::process::spec::{
    IDLE_AFTER_ANSWER, IDLE_LIMIT, MOST_DISK, MOST_PROCESSES, RunEnd, RunReport, RunSpec,
    STDIN_PIPE,
};
pub use crate::process::system::{CoreClaim, allowed_cores, claim_core};
pub use crate::process::turn_clock::{ClockKind, TurnClock, TurnCost, TurnTime};
pub use crate::stop_flag::StopFlag;

pub use crate::process::launcher::Launcher;
pub use crate::process::launcher::in_bwrap::become_launcher_if_requested;

use crate::error::RunnerError;
use crate::folder::dir_fd::Lock;
use crate::process::capture::Capture;
use crate::process::watch::WatchResult;
use std::os::unix::process::ExitStatusExt;
use std::time::{Duration, Instant};

/// How much more CPU time must have been seen than `wait4` reports before it counts as hidden, and
/// not as rounded.
const HIDDEN: Duration = Duration::from_millis(1);

/// Runs an agent once. Blocks until no process of it is left; several threads may do so at a time.
///
/// The calling thread must not end meanwhile: Linux takes its death for the referee's.
///
/// # Errors
/// The run could not begin. All that happens later is in the report.
pub fn run(spec: &RunSpec) -> Result<RunReport, RunnerError> {
    run_in(&mut None, spec)
}

/// The same in a launcher, which the first run makes. Program, words, directory, cores and sandbox
/// must be those of the runs before.
///
/// # Errors
/// As [`run`].
pub fn run_in(launcher: &mut Option<Launcher>, spec: &RunSpec) -> Result<RunReport, RunnerError> {
    let capture = Capture::open(spec)?;
    let mut used = match launcher.take().filter(Launcher::is_usable) {
        Some(used) => used,
        None => Launcher::start(spec)?,
    };
    let begun = Instant::now();
    let watched = used.watched(spec, &capture, begun)?;
    let wall = begun.elapsed();
    spec.idle_sum.add(watched.idle);
    capture.trim();
    let charge = used.settle(charge(&watched));
    if let Some(clock) = &spec.turn_clock {
        clock.ended(charge);
    }
    *launcher = Some(used).filter(Launcher::is_usable);
    let user = watched.report.map_or(charge, |report| report.user);
    let end = match end(&watched) {
        RunEnd::Exited(_) | RunEnd::Signaled(_) if spec.has_filled_disk(Lock::Open) => {
            RunEnd::TooMuchDisk
        }
        end => end,
    };
    Ok(RunReport { charge, user, wall, idle: watched.idle, end })
}

fn charge(watched: &WatchResult) -> Duration {
    let seen = watched.tree.cpu();
    let reported = watched.report.map_or(Duration::ZERO, |report| report.charge);
    if seen > reported + HIDDEN { seen } else { reported }
}

fn end(watched: &WatchResult) -> RunEnd {
    let Some(report) = watched.report else { return RunEnd::SupervisorLost };
    match (report.status.signal(), report.status.code()) {
        (Some(libc::SIGKILL), _) => watched.kill_reason.unwrap_or(RunEnd::Signaled(libc::SIGKILL)),
        (Some(signal), _) => RunEnd::Signaled(signal),
        // It ended by itself, perhaps a moment after the decision to kill it.
        (None, code) => RunEnd::Exited(code.unwrap_or(0)),
    }
}
