//! What the system tells of other processes: `/proc`, and their CPU clocks.
//!
//! Sources: `proc(5)`, `clock_getcpuclockid(3)`.

use nix::sys::time::TimeSpec;
use nix::time::clock_getcpuclockid;
use nix::unistd::{Pid, SysconfVar, sysconf};
use std::fs;
use std::time::Duration;

/// What a look at one process tells, beside its CPU time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ProcessFacts {
    /// User and system time of the children that it has waited for.
    pub(crate) waited_for: Duration,
    pub(crate) threads: u64,
    /// Bytes in memory, those that it shares with others included.
    pub(crate) resident: u64,
}

/// The unit of times in `/proc`, in milliseconds. It does not depend on the kernel's own timer.
const TICK_MILLIS: u64 = 10;

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

pub(crate) fn is_stopped(pid: Pid) -> bool {
    ProcessStat::of(pid).is_some_and(|stat| stat.state == 'T')
}

/// Whether a process runs, or will when what it waits for comes.
pub(crate) fn will_run(pid: Pid) -> bool {
    ProcessStat::of(pid).is_some_and(|stat| "RS".contains(stat.state))
}

pub(crate) fn parent_of(pid: Pid) -> Option<Pid> {
    let number = i32::try_from(ProcessStat::of(pid)?.number(4)).ok()?;
    Some(Pid::from_raw(number))
}

/// Whether a process that was forked has become another program. Field 9 of `/proc/PID/stat` has
/// the flags of `include/linux/sched.h`.
pub(crate) fn has_called_exec(pid: Pid) -> bool {
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
    fact_in("/proc/stat", "procs_blocked ").is_none_or(|number| number != "0")
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
pub(crate) fn face_of(pid: Pid) -> Option<Pid> {
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
    let part = fact_in(&format!("/proc/{face}/smaps_rollup"), "Pss:")?;
    Some(part.strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
}

/// How often the kernel has ended a process for want of memory; `None` where it does not say so.
pub fn memory_kills() -> Option<u64> {
    fact_in("/proc/vmstat", "oom_kill ")?.parse().ok()
}

/// What a file of `/proc` has behind a name, in the first line that begins so.
pub(super) fn fact_in(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    Some(text.lines().find_map(|line| line.strip_prefix(name))?.trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_of_a_process_can_be_read_from_outside() {
        assert!(own_cpu(Pid::this()).expect("we live") > Duration::ZERO);
        assert!(own_cpu(Pid::from_raw(1 << 23)).is_none(), "Linux has 1 << 22 at most");
    }
}
