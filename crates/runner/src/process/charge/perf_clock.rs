//! The *task clock* of perf, inherited by every descendant of a process, open to ordinary users.
//!
//! It loses sight of a process only when that one executes a file which it may not read. It also
//! runs while the processor serves interrupts or, in a virtual machine, another machine; a charge
//! does not. So it counts only where it is ahead by more than that. Sources: `perf_event_open(2)`,
//! `proc_stat(5)`.

use nix::unistd::Pid;
use std::fs::{self, File};
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

/// By how much the clock may be ahead of the charge in all runs: this, and one part in
/// [`TOLERATED_PART`].
const TOLERANCE: Duration = Duration::from_millis(5);
const TOLERATED_PART: u32 = 50;
/// The unit of `/proc/stat`.
const TICK: Duration = Duration::from_millis(10);

/// The clock; it runs from the moment in which it is made.
#[derive(Debug)]
pub(crate) struct PerfClock {
    clock: File,
    cores: Option<Vec<usize>>,
    /// What the cores had lost when the clock was made.
    lost_before: Duration,
}

impl PerfClock {
    /// A clock for a process and what it will start on these cores; `None` where the system
    /// refuses.
    pub(crate) fn of(process: Pid, cores: Option<Vec<usize>>) -> Option<Self> {
        let clock = open(process)?;
        let lost_before = lost(cores.as_deref());
        Some(PerfClock { clock, cores, lost_before })
    }

    /// By how much `used`, of this clock, is certainly more than what is `known` of it.
    pub(crate) fn beyond(&self, used: Duration, known: Duration) -> Duration {
        let known = known + TOLERANCE + used / TOLERATED_PART;
        if used <= known {
            return Duration::ZERO;
        }
        let lost = lost(self.cores.as_deref()).saturating_sub(self.lost_before);
        (used - known).saturating_sub(lost)
    }

    pub(crate) fn total(&self) -> Duration {
        let mut nanos = [0; 8];
        let read = (&self.clock).read_exact(&mut nanos);
        Duration::from_nanos(read.map_or(0, |()| u64::from_ne_bytes(nanos)))
    }
}

/// What cores have spent for interrupts and for other machines: fields 6 to 8 of their lines.
fn lost(cores: Option<&[usize]>) -> Duration {
    let text = fs::read_to_string("/proc/stat").unwrap_or_default();
    let ticks = text.lines().map(|line| {
        let mut fields = line.split_whitespace();
        let is_counted = fields.next().is_some_and(|name| is_of(cores, name));
        let ticks = fields.skip(5).take(3).filter_map(|field| field.parse::<u32>().ok());
        // Each of the three may be a tick further than it says.
        if is_counted { ticks.sum::<u32>() + 3 } else { 0 }
    });
    TICK * ticks.sum()
}

/// Whether a line with this name counts: `cpu` for the whole machine, `cpu3` for the core 3.
fn is_of(cores: Option<&[usize]>, name: &str) -> bool {
    match (name.strip_prefix("cpu"), cores) {
        (Some(""), None) => true,
        (Some(number), Some(cores)) => number.parse().is_ok_and(|core| cores.contains(&core)),
        _ => false,
    }
}

fn open(pid: Pid) -> Option<File> {
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
    Some(unsafe { File::from_raw_fd(file) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_counts_this_process_where_the_system_allows_it() {
        // The number of a thread means that thread, and what it starts.
        let Some(clock) = PerfClock::of(nix::unistd::gettid(), None) else {
            println!("perf is closed here: not tested");
            return;
        };
        let before = clock.total();
        let sum: u64 = (0..1_000_000_u64).map(std::hint::black_box).sum();
        assert!(sum > 0 && clock.total() > before);
    }

    #[test]
    fn cores_lose_time_to_interrupts() {
        assert!(lost(None) >= 3 * TICK, "the line of all cores is there");
        assert_eq!(lost(Some(&[99_999])), Duration::ZERO, "there is no such core");
    }
}
