//! What the system does for us: subreapers, `/proc`, CPU clocks of other processes.
//!
//! Sources: `prctl(2)` (PR_SET_CHILD_SUBREAPER, PR_SET_PDEATHSIG), `proc(5)`,
//! `clock_getcpuclockid(3)`.

use crate::process::signals::wait_for;
use crate::process::spec::{MOST_THREADS, StartError};
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, ppoll};
use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::sys::prctl;
use nix::sys::resource::{Resource, rlim_t};
use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::time::TimeSpec;
use nix::time::clock_getcpuclockid;
use nix::unistd::{Pid, SysconfVar, getpgid, getpgrp, sysconf};
use std::fs::{self, File};
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

/// What a look at one process tells, beside its CPU time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ProcessFacts {
    /// User and system time of the children that it has waited for.
    pub(super) waited_for: Duration,
    pub(super) threads: u64,
    /// Bytes in memory, those that it shares with others included.
    pub(super) resident: u64,
}

/// The children of the calling thread; the supervisor has only one thread.
const CHILDREN: &str = "/proc/thread-self/children";

/// The unit of times in `/proc`, in milliseconds. It does not depend on the kernel's own timer.
const TICK_MILLIS: u64 = 10;

/// Limits of an agent, in bytes and processes. `RLIMIT_NPROC` counts all threads of the user on
/// this machine and does not bind root, so that it is far above what one agent may have; the watch
/// counts the agent's own processes.
///
/// The limit of the address space counts what is reserved and never used. A Java machine takes half
/// of it for its heap, 1 GB for its classes, 240 MB for its code, and the C library 64 MB for each
/// thread: within 4 GB one compilation in 15 failed, of 8 GB they use 6.5.
///
/// Open files are limited since the kernel has one number of places for all that a user waits for
/// (`epoll`), of which one process can take as many as the square of its open files.
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
pub(crate) fn prepare_referee() -> Result<(), StartError> {
    let what = "read the list of children (the kernel's CONFIG_PROC_CHILDREN)";
    File::open(CHILDREN).map_err(StartError::system(what))?;
    let subreaper = prctl::set_child_subreaper(true).map_err(io::Error::from);
    subreaper.map_err(StartError::system("become a subreaper"))
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

/// The children of all threads of a process, in the order in which they were started.
pub(crate) fn children(pid: Pid) -> Vec<Pid> {
    threads(pid)
        .into_iter()
        .flat_map(|thread| fs::read_to_string(format!("/proc/{pid}/task/{thread}/children")))
        .flat_map(|list| {
            list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<i32>>()
        })
        .map(Pid::from_raw)
        .collect()
}

/// Whether a process could run, or runs, and does not wait for anything but a core or a disk.
pub(crate) fn wants_core(pid: Pid) -> bool {
    let mut states = threads(pid).into_iter().filter_map(ProcessStat::of).map(|stat| stat.state);
    states.any(|state| state == 'R' || state == 'D' && some_process_waits_for_a_disk())
}

pub(super) fn is_stopped(pid: Pid) -> bool {
    ProcessStat::of(pid).is_some_and(|stat| stat.state == 'T')
}

/// Whether a process that was forked has become another program. Field 9 of `/proc/PID/stat` has
/// the flags of `include/linux/sched.h`.
pub(super) fn has_called_exec(pid: Pid) -> bool {
    const FORKED_ONLY: u64 = 0x40;
    ProcessStat::of(pid).is_some_and(|stat| stat.number(9) & FORKED_ONLY == 0)
}

fn threads(pid: Pid) -> Vec<Pid> {
    let names = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    names.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).map(Pid::from_raw).collect()
}

/// A process can wait in the manner of one that waits for a disk (`D`) for as long as it wants:
/// for a child of `vfork`, or for a filter of its own. If nothing on this machine waits for a disk,
/// that is what it does.
fn some_process_waits_for_a_disk() -> bool {
    let stat = fs::read_to_string("/proc/stat").unwrap_or_default();
    let blocked = stat.lines().find_map(|line| line.strip_prefix("procs_blocked "));
    blocked.is_none_or(|number| number.trim() != "0")
}

/// The CPU time of a process with all its threads; `None` if it has ended.
pub(crate) fn own_cpu(pid: Pid) -> Option<Duration> {
    clock_getcpuclockid(pid).and_then(|clock| clock.now()).map(TimeSpec::into).ok()
}

/// What a look at a process tells: fields 16 and 17 of `/proc/PID/stat` for the children, 20 for
/// the threads, 24 for the memory. All zero if it has ended.
pub(crate) fn facts_of(pid: Pid) -> ProcessFacts {
    let Some((_, stat)) = face(pid) else { return ProcessFacts::default() };
    ProcessFacts {
        waited_for: Duration::from_millis((stat.number(16) + stat.number(17)) * TICK_MILLIS),
        threads: stat.number(20),
        resident: stat.number(24) * page_size(),
    }
}

/// The thread that shows what a process has: its first one, or another if that one has ended.
/// `None` if it has nothing any more, and only its parent has not waited for it.
pub(super) fn face_of(pid: Pid) -> Option<Pid> {
    let (thread, stat) = face(pid)?;
    (!"ZX".contains(stat.state)).then_some(thread)
}

fn face(pid: Pid) -> Option<(Pid, ProcessStat)> {
    let first = (pid, ProcessStat::of(pid)?);
    if first.1.state != 'Z' {
        return Some(first);
    }
    let mut stats =
        threads(pid).into_iter().filter_map(|thread| Some((thread, ProcessStat::of(thread)?)));
    stats.find(|(_, stat)| stat.state != 'Z').or(Some(first))
}

fn page_size() -> u64 {
    let known = sysconf(SysconfVar::PAGE_SIZE).ok().flatten();
    known.and_then(|bytes| u64::try_from(bytes).ok()).unwrap_or(4096)
}

/// When a process was started, in ticks since the machine was; `None` if it has ended. Field 22 of
/// `/proc/PID/stat`.
pub(crate) fn start_time(pid: Pid) -> Option<u64> {
    ProcessStat::of(pid).map(|stat| stat.number(22))
}

/// `/proc/PID/stat` of a process or a thread.
struct ProcessStat {
    state: char,
    /// From field 3 on, which is the state.
    numbers: Vec<u64>,
}

impl ProcessStat {
    /// Field 2 is the program's name in parentheses and may contain anything.
    fn of(pid: Pid) -> Option<Self> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let (_, rest) = stat.rsplit_once(") ")?;
        let state = rest.chars().next()?;
        let numbers = rest.split_whitespace().map(|field| field.parse().unwrap_or(0)).collect();
        Some(ProcessStat { state, numbers })
    }

    /// A field, counted as in `proc_pid_stat(5)`; 0 if it is negative or missing.
    fn number(&self, field: usize) -> u64 {
        self.numbers.get(field - 3).copied().unwrap_or(0)
    }
}

/// The memory of a process in bytes, of which each of several that share a page has its part;
/// `None` if that is not to be known. It costs much more than a look at [`facts_of`].
pub(crate) fn proportional_memory(pid: Pid) -> Option<u64> {
    let face = face_of(pid)?;
    let text = fs::read_to_string(format!("/proc/{face}/smaps_rollup")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
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

/// The cores that this process may run on.
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
    pub(crate) fn new(cores: &[usize]) -> Result<Self, StartError> {
        let mut set = CpuSet::new();
        for &core in cores {
            let known = set.set(core).is_ok() && is_allowed(core);
            known.then_some(()).ok_or(StartError::Core(core))?;
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

    #[test]
    fn the_clock_of_a_process_can_be_read_from_outside() {
        assert!(own_cpu(Pid::this()).expect("we live") > Duration::ZERO);
        assert!(own_cpu(Pid::from_raw(1 << 23)).is_none(), "Linux has 1 << 22 at most");
    }
}
