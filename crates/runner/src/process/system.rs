//! What the system does for us: subreapers, signals, limits, cores.
//!
//! Source: `prctl(2)` (PR_SET_CHILD_SUBREAPER, PR_SET_PDEATHSIG).

use crate::error::RunnerError;
use crate::process::signals::wait_for;
use crate::process::spec::MOST_THREADS;
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, ppoll};
use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::sys::prctl;
use nix::sys::resource::{Resource, rlim_t};
use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::{Pid, getpgid, getpgrp};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Whether a core is free for the games of this process, or another referee plays on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoreClaim {
    Ours,
    /// Another referee of this machine plays on it, or this process has claimed it before.
    Taken,
}

/// The children of the calling thread; the supervisor has only one thread.
const CHILDREN: &str = "/proc/thread-self/children";

/// Limits of an agent, in bytes and processes. `RLIMIT_NPROC` counts all threads of the user on
/// this machine and does not bind root, so that it is far above what one agent may have; the watch
/// counts the agent's own processes.
///
/// The limit of the address space counts what is reserved and never used. A Java machine takes half
/// of it for its heap, 1 GB for its classes, 240 MB for its code, and the C library 64 MB for each
/// thread: within 4 GB one compilation in 15 failed, of 8 GB they use 6.5.
///
/// Open files are limited since a look at each of them costs, and one can hold a removed file.
pub(crate) const LIMITS: [(Resource, rlim_t); 5] = [
    (Resource::RLIMIT_FSIZE, 256 << 20),
    (Resource::RLIMIT_NOFILE, 1024),
    (Resource::RLIMIT_AS, 8 << 30),
    (Resource::RLIMIT_CORE, 0),
    (Resource::RLIMIT_NPROC, 8192),
];

/// The same where the system counts for this agent alone what else counts for all of a user: one
/// agent could take every waiting signal, and no other could make a timer.
pub(crate) const LIMITS_ALONE: [(Resource, rlim_t); 2] =
    [(Resource::RLIMIT_NPROC, MOST_THREADS), (Resource::RLIMIT_SIGPENDING, 1024)];

/// The limits that an agent feels, to be set as they were when the referee started.
pub(crate) const SAVED_LIMITS: [Resource; 9] = [
    Resource::RLIMIT_AS,
    Resource::RLIMIT_CORE,
    Resource::RLIMIT_CPU,
    Resource::RLIMIT_DATA,
    Resource::RLIMIT_FSIZE,
    Resource::RLIMIT_NOFILE,
    Resource::RLIMIT_STACK,
    Resource::RLIMIT_NPROC,
    Resource::RLIMIT_SIGPENDING,
];

/// Makes the referee inherit the orphans of a supervisor that was killed. Idempotent.
pub(crate) fn prepare_referee() -> Result<(), RunnerError> {
    let what = "read the list of children (the kernel's CONFIG_PROC_CHILDREN)";
    File::open(CHILDREN).map_err(RunnerError::system(what))?;
    let subreaper = prctl::set_child_subreaper(true).map_err(io::Error::from);
    subreaper.map_err(RunnerError::system("become a subreaper"))
}

/// In the supervisor: inherits orphans, and gets SIGTERM when the referee dies. As the first
/// process of a namespace it inherits them anyway, and SIGKILL ends all that is in there.
pub(crate) fn become_supervisor(is_first: bool) -> io::Result<()> {
    prctl::set_name(c"supervisor")?;
    prctl::set_child_subreaper(!is_first)?;
    prctl::set_pdeathsig(if is_first { Signal::SIGKILL } else { Signal::SIGTERM })?;
    Ok(())
}

/// In the launcher: should the machine run out of memory, the kernel ends what an agent has started
/// before anything else. A sandbox forbids to take that back.
pub(crate) fn be_first_without_memory() {
    // It only says who goes first.
    let file = File::options().write(true).open("/proc/self/oom_score_adj");
    let _ = file.and_then(|mut file| file.write_all(b"1000"));
}

/// In the agent's process before it becomes the agent: gets SIGKILL when the supervisor dies.
pub(crate) fn die_with_supervisor() -> io::Result<()> {
    prctl::set_pdeathsig(Signal::SIGKILL)?;
    Ok(())
}

/// From now on only root can inspect this process, or open its pipe through `/proc`.
pub(crate) fn forbid_inspection() {
    // If it fails, forged reports are still noticed (`watch.rs`).
    let _ = prctl::set_dumpable(false);
}

pub(crate) fn close_files(first: u32, last: u32) {
    if first <= last {
        // SAFETY: the owners of these in the referee's memory are never used or dropped in the
        // supervisor, which is the only caller.
        unsafe {
            libc::syscall(libc::SYS_close_range, first, last, 0);
        }
    }
}

pub(crate) fn last_signal() -> i32 {
    libc::SIGRTMAX()
}

/// In the supervisor: sleeps until a child has died or the supervisor is asked to stop; whether it
/// is asked to stop.
pub(crate) fn must_stop(_referee: Pid) -> bool {
    wait_for(&[Signal::SIGCHLD, Signal::SIGTERM]) == Ok(Signal::SIGTERM)
}

/// In the supervisor: kills all its children with their process groups. Their own children come to
/// the supervisor next. Only the supervisor frees these process numbers, by waiting, so that no
/// other process can be meant.
pub(crate) fn kill_descendants(_agent: Pid) {
    let mut buffer = [0; 4096];
    let length = File::open(CHILDREN).and_then(|mut list| list.read(&mut buffer)).unwrap_or(0);
    let mut pid = 0;
    for byte in &buffer[..length] {
        match byte {
            b'0'..=b'9' => pid = pid * 10 + i32::from(byte - b'0'),
            _ => {
                // A number at the end of the buffer may be incomplete; the next call finds it.
                kill_with_group(Pid::from_raw(pid));
                pid = 0;
            }
        }
    }
}

/// In the supervisor: kills a child and all processes of its group. The kernel starts no process in
/// a group while it sends the group a signal, so that one that forks without end dies as a whole.
fn kill_with_group(child: Pid) {
    // A process that has not become the agent yet is still in the supervisor's group. All others
    // are in groups of the agent's sessions, where nothing else is.
    if let Ok(group) = getpgid(Some(child))
        && group != getpgrp()
    {
        let _ = killpg(group, Signal::SIGKILL);
    }
    let _ = kill(child, Signal::SIGKILL);
}

/// The memory of the machine, in bytes.
pub(crate) fn machine_memory() -> Option<u64> {
    Some(nix::sys::sysinfo::sysinfo().ok()?.ram_total())
}

/// Waits until a pipe or socket can be read, for at most `timeout`; whether it can.
pub(crate) fn is_readable(pipe: &impl AsFd, timeout: Duration) -> bool {
    let mut pipes = [PollFd::new(pipe.as_fd(), PollFlags::POLLIN)];
    // An interrupted call counts as nothing to read: the caller calls again.
    ppoll(&mut pipes, Some(timeout.into()), None).is_ok_and(|ready| ready > 0)
}

pub fn allowed_cores() -> Vec<usize> {
    let allowed = sched_getaffinity(Pid::from_raw(0)).unwrap_or_else(|_| CpuSet::new());
    (0..CpuSet::count()).filter(|&core| allowed.is_set(core).unwrap_or(false)).collect()
}

/// Claims a core for the games of this process, until it ends: two matches on one machine then do
/// not share a core while others are idle. The claim is a socket with a name that one process can
/// have, without a file (`unix(7)`, abstract).
pub fn claim_core(core: usize) -> CoreClaim {
    static CLAIMS: Mutex<Vec<UnixDatagram>> = Mutex::new(Vec::new());
    let name = SocketAddr::from_abstract_name(format!("crownhead-core-{core}"));
    match name.and_then(|name| UnixDatagram::bind_addr(&name)) {
        Ok(claim) => {
            CLAIMS.lock().unwrap_or_else(PoisonError::into_inner).push(claim);
            CoreClaim::Ours
        }
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => CoreClaim::Taken,
        // A system that refuses such sockets has no claims.
        Err(_) => CoreClaim::Ours,
    }
}

#[derive(Debug)]
pub(crate) struct CoreSet(CpuSet);

impl CoreSet {
    /// These cores.
    ///
    /// # Errors
    /// One of them does not exist or is not allowed.
    pub(crate) fn new(cores: &[usize]) -> Result<Self, RunnerError> {
        let mut set = CpuSet::new();
        for &core in cores {
            let known = set.set(core).is_ok() && is_allowed(core);
            known.then_some(()).ok_or_else(|| {
                RunnerError::Failed(format!("core {core} does not exist or may not be used"))
            })?;
        }
        Ok(CoreSet(set))
    }

    /// Binds the calling process to the cores: one system call.
    pub(crate) fn apply(&self) -> io::Result<()> {
        Ok(sched_setaffinity(Pid::from_raw(0), &self.0)?)
    }
}

fn is_allowed(core: usize) -> bool {
    let ours = sched_getaffinity(Pid::from_raw(0));
    // If the system does not say, `apply` will fail instead.
    ours.and_then(|ours| ours.is_set(core)).unwrap_or_else(|error| error != Errno::EINVAL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_is_claimed_once() {
        // No machine has it.
        let core = usize::MAX - std::process::id() as usize;
        assert_eq!(claim_core(core), CoreClaim::Ours);
        assert_eq!(claim_core(core), CoreClaim::Taken);
        assert_eq!(claim_core(core - 1), CoreClaim::Ours);
    }
}
