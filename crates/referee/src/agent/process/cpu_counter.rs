//! A clock of the kernel for a process and all that it will ever start: the *task clock* of perf,
//! inherited by every descendant, open to ordinary users.
//!
//! `wait4` tells nothing of children that nobody waits for: those of a process that ignores
//! SIGCHLD. This clock counts them. It loses sight of a process only when that one executes a file
//! which it may not read. Source: `perf_event_open(2)`.

use nix::unistd::Pid;
use std::fs::File;
use std::io::Read;
use std::os::fd::FromRawFd;
use std::time::Duration;

/// PERF_TYPE_SOFTWARE, the first half of the first word; the length of the structure is the other.
const SOFTWARE: u64 = 1;
/// PERF_COUNT_SW_TASK_CLOCK: nanoseconds on a core.
const TASK_CLOCK: u64 = 1;
/// The bits `inherit`, `exclude_kernel` and `exclude_hv`. An ordinary user may count no event of
/// the kernel; this clock counts the time spent there all the same.
const FLAGS: u64 = 1 << 1 | 1 << 5 | 1 << 6;
/// PERF_ATTR_SIZE_VER0.
const LENGTH: u64 = 64;
/// PERF_FLAG_FD_CLOEXEC.
const CLOSE_ON_EXEC: libc::c_ulong = 1 << 3;

/// The clock; it runs from the moment in which it is made.
#[derive(Debug)]
pub(super) struct CpuCounter(File);

impl CpuCounter {
    /// A clock for the process and what it will start; `None` where the system refuses.
    pub(super) fn of(pid: Pid) -> Option<Self> {
        let attributes = [SOFTWARE | LENGTH << 32, TASK_CLOCK, 0, 0, 0, FLAGS, 0, 0];
        // SAFETY: the structure is 64 bytes long, as it says itself.
        let file = unsafe {
            libc::syscall(
                libc::SYS_perf_event_open,
                attributes.as_ptr(),
                pid.as_raw(),
                -1,
                -1,
                CLOSE_ON_EXEC,
            )
        };
        let file = i32::try_from(file).ok().filter(|&file| file >= 0)?;
        // SAFETY: the system has just opened it for this value alone.
        Some(CpuCounter(unsafe { File::from_raw_fd(file) }))
    }

    /// What they have used together.
    pub(super) fn total(&self) -> Duration {
        let mut nanos = [0; 8];
        let read = (&self.0).read_exact(&mut nanos);
        Duration::from_nanos(read.map_or(0, |()| u64::from_ne_bytes(nanos)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_counts_this_process_where_the_system_allows_it() {
        // The number of a thread means that thread, and what it starts.
        let Some(counter) = CpuCounter::of(nix::unistd::gettid()) else {
            println!("perf is closed here: not tested");
            return;
        };
        let before = counter.total();
        let sum: u64 = (0..1_000_000_u64).map(std::hint::black_box).sum();
        assert!(sum > 0 && counter.total() > before);
    }
}
