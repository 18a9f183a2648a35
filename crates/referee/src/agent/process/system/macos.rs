//! macOS: the same by process groups and `libproc`.
//!
//! There is no subreaper and no signal at the death of a parent. So a descendant that is orphaned
//! *and* has left the agent's process group is neither charged nor killed, and if the referee is
//! killed, agents run on for up to a second. Agents that try this are beyond the referee's reach
//! here; play against untrusted programs on Linux.
//!
//! Source: Apple's `libproc.h`; `ri_*_time` are in units of `mach_timebase_info`.

use crate::agent::process::core_claim::CoreClaim;
use crate::agent::process::process_facts::ProcessFacts;
use crate::agent::process::signals::wait_for;
use crate::agent::process::spec::StartError;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::resource::{Resource, getrlimit, rlim_t};
use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, killpg, sigaction};
use nix::unistd::{Pid, alarm, getppid};
use std::io;
use std::os::fd::AsFd;
use std::sync::OnceLock;
use std::thread::available_parallelism;
use std::time::Duration;

/// Whether a supervisor reports by a socket, which no other process can open.
pub(crate) const REPORTS_BY_SOCKET: bool = false;

/// Limits of an agent, in bytes.
pub(crate) const LIMITS: [(Resource, rlim_t); 2] =
    [(Resource::RLIMIT_FSIZE, 256 << 20), (Resource::RLIMIT_CORE, 0)];

/// The limits that an agent feels, to be set as they were when the referee started.
pub(crate) const SAVED_LIMITS: [Resource; 7] = [
    Resource::RLIMIT_AS,
    Resource::RLIMIT_CORE,
    Resource::RLIMIT_CPU,
    Resource::RLIMIT_DATA,
    Resource::RLIMIT_FSIZE,
    Resource::RLIMIT_NOFILE,
    Resource::RLIMIT_STACK,
];

/// Whether this is the limit of processes and threads, which is not used here.
pub(crate) const fn is_of_processes(_: Resource) -> bool {
    false
}

/// Seconds between two looks whether the referee lives.
const REFEREE_CHECK_SECONDS: u32 = 1;

/// More children than this of one process are not listed.
const MOST_CHILDREN: usize = 1024;

/// More open files than this are not closed one by one (OPEN_MAX of macOS).
const MOST_OPEN_FILES: rlim_t = 10_240;

/// Nothing to prepare.
#[allow(clippy::unnecessary_wraps, reason = "the Linux version can fail")]
pub(crate) const fn prepare_referee() -> Result<(), StartError> {
    Ok(())
}

/// In the supervisor: SIGCHLD and SIGTERM need a handler, because the kernel drops signals whose
/// default is to be ignored, even while they are blocked.
pub(crate) fn become_supervisor() -> io::Result<()> {
    extern "C" fn nothing(_: libc::c_int) {}
    let action = SigAction::new(SigHandler::Handler(nothing), SaFlags::empty(), SigSet::empty());
    for signal in [Signal::SIGCHLD, Signal::SIGTERM, Signal::SIGALRM] {
        // SAFETY: the handler does nothing.
        unsafe { sigaction(signal, &action) }?;
    }
    Ok(())
}

/// macOS cannot do this.
#[allow(clippy::unnecessary_wraps, reason = "the Linux version can fail")]
pub(crate) const fn die_with_supervisor() -> io::Result<()> {
    Ok(())
}

/// macOS lets only root inspect processes anyway.
pub(crate) const fn forbid_inspection() {}

/// Closes the file descriptors from `first` to `last`.
pub(crate) fn close_files(first: u32, last: u32) {
    let limit = getrlimit(Resource::RLIMIT_NOFILE).map_or(MOST_OPEN_FILES, |(soft, _)| soft);
    let limit = u32::try_from(limit.min(MOST_OPEN_FILES)).unwrap_or(u32::MAX);
    for file in first..=last.min(limit) {
        // SAFETY: the owners of these in the referee's memory are never used or dropped in the
        // supervisor, which is the only caller.
        unsafe {
            libc::close(file.cast_signed());
        }
    }
}

/// The largest signal number.
pub(crate) const fn last_signal() -> i32 {
    libc::SIGUSR2
}

/// In the supervisor: sleeps until a child has died, the supervisor is asked to stop, or the
/// referee has died; whether to stop.
pub(crate) fn must_stop(referee: Pid) -> bool {
    alarm::set(REFEREE_CHECK_SECONDS);
    match wait_for(&[Signal::SIGCHLD, Signal::SIGTERM, Signal::SIGALRM]) {
        Ok(Signal::SIGTERM) => true,
        Ok(Signal::SIGALRM) => getppid() != referee,
        _ => false,
    }
}

/// In the supervisor: kills the agent's process group.
pub(crate) fn kill_descendants(agent: Pid) {
    // It fails if no process is left.
    let _ = killpg(agent, Signal::SIGKILL);
}

/// The children of a process.
pub(crate) fn children(pid: Pid) -> Vec<Pid> {
    let mut pids = [0 as libc::pid_t; MOST_CHILDREN];
    let bytes = i32::try_from(size_of_val(&pids)).unwrap_or(i32::MAX);
    // SAFETY: the buffer is as long as told.
    let count = unsafe { libc::proc_listchildpids(pid.as_raw(), pids.as_mut_ptr().cast(), bytes) };
    let count = usize::try_from(count).unwrap_or(0).min(MOST_CHILDREN);
    pids[..count].iter().copied().filter(|&pid| pid > 0).map(Pid::from_raw).collect()
}

/// Whether a process waits for nothing but a core: not known here.
pub(crate) fn wants_core(_pid: Pid) -> bool {
    false
}

/// The CPU time of a process with all its threads; `None` if it has ended.
pub(crate) fn own_cpu(pid: Pid) -> Option<Duration> {
    let usage = usage(pid)?;
    Some(duration(usage.ri_user_time + usage.ri_system_time))
}

/// What a look at a process tells; it does not count threads.
pub(crate) fn facts_of(pid: Pid) -> ProcessFacts {
    let Some(usage) = usage(pid) else { return ProcessFacts::default() };
    let waited_for = duration(usage.ri_child_user_time + usage.ri_child_system_time);
    ProcessFacts { waited_for, threads: 1, resident: usage.ri_phys_footprint }
}

/// The memory of a process in bytes; `None` if it has ended.
pub(crate) fn proportional_memory(pid: Pid) -> Option<u64> {
    usage(pid).map(|usage| usage.ri_phys_footprint)
}

/// Files without a name are not looked for.
pub(crate) const fn nameless_bytes(_pids: &[Pid]) -> u64 {
    0
}

/// The memory of the machine: not asked for.
pub(crate) const fn machine_memory() -> Option<u64> {
    None
}

fn usage(pid: Pid) -> Option<libc::rusage_info_v2> {
    // SAFETY: the struct is made of integers, for which zero is a value.
    let mut usage = unsafe { std::mem::zeroed::<libc::rusage_info_v2>() };
    let buffer = (&raw mut usage).cast::<libc::rusage_info_t>();
    // SAFETY: the flavor says that the buffer is a `rusage_info_v2`.
    let result = unsafe { libc::proc_pid_rusage(pid.as_raw(), libc::RUSAGE_INFO_V2, buffer) };
    (result == 0).then_some(usage)
}

/// From units of the Mach clock: 125/3 ns on Apple silicon, 1 ns on Intel.
#[allow(deprecated, reason = "libc points to another crate for this one call")]
fn duration(ticks: u64) -> Duration {
    static UNIT: OnceLock<(u64, u64)> = OnceLock::new();
    let (numerator, denominator) = *UNIT.get_or_init(|| {
        let mut unit = libc::mach_timebase_info { numer: 1, denom: 1 };
        // SAFETY: the pointer is to a live value of the right type.
        let failed = unsafe { libc::mach_timebase_info(&raw mut unit) } != 0;
        if failed { (1, 1) } else { (unit.numer.into(), unit.denom.max(1).into()) }
    });
    let nanos = u128::from(ticks) * u128::from(numerator) / u128::from(denominator);
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}

/// Waits until the pipe can be read, for at most `timeout`, rounded up to milliseconds; whether it
/// can.
pub(crate) fn is_readable(pipe: &impl AsFd, timeout: Duration) -> bool {
    let mut pipes = [PollFd::new(pipe.as_fd(), PollFlags::POLLIN)];
    let millis = timeout.as_micros().div_ceil(1_000);
    let timeout = PollTimeout::try_from(millis).unwrap_or(PollTimeout::MAX);
    // An interrupted call counts as nothing to read: the caller calls again.
    poll(&mut pipes, timeout).is_ok_and(|ready| ready > 0)
}

/// The cores of this machine, by number.
pub fn allowed_cores() -> Vec<usize> {
    (0..available_parallelism().map_or(1, usize::from)).collect()
}

/// macOS binds no process to a core, so there is nothing to claim.
pub fn claim_core(_core: usize) -> CoreClaim {
    CoreClaim::Ours
}

/// macOS binds no process to a core; the system chooses.
#[derive(Debug)]
pub(crate) struct CoreSet;

impl CoreSet {
    /// Checks the numbers.
    ///
    /// # Errors
    /// A core does not exist.
    pub(crate) fn new(cores: &[usize]) -> Result<Self, StartError> {
        let known = allowed_cores();
        match cores.iter().find(|core| !known.contains(core)) {
            Some(&core) => Err(StartError::Core(core)),
            None => Ok(CoreSet),
        }
    }

    /// Nothing to do.
    #[allow(clippy::unnecessary_wraps, clippy::unused_self, reason = "as on Linux")]
    pub(crate) const fn apply(&self) -> io::Result<()> {
        Ok(())
    }
}
