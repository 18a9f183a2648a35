//! One process: its limits, its CPU time, and how it ended.
//!
//! The CPU time is that of the whole process, the work of the kernel for its start included, as a
//! referee charges it: by `wait4`, and by the clock of the kernel that a referee here would use.

use crate::error::SoakError;
use nix::sys::resource::{Resource, setrlimit};
use runner::process::CpuCounter;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open};
use std::ffi::OsString;
use std::fs::File;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use wait4::Wait4;

pub type Variables = Vec<(&'static str, OsString)>;

#[derive(Clone, Debug)]
pub struct ProcessSpec<'a> {
    /// An absolute path.
    pub program: &'a Path,
    pub args: &'a [&'a str],
    pub dir: &'a Path,
    /// Where `stdout.txt` and `stderr.txt` are written.
    pub prints_into: &'a Path,
    pub variables: &'a [(&'static str, OsString)],
    /// Limits as the shell's `ulimit` sets them: soft and hard at once.
    pub limits: &'a [(Resource, u64)],
    /// Wall time after which it is killed and counts as hung.
    pub longest: Duration,
    /// Wall time after which it gets a signal on purpose; `None` means never.
    pub signal_after: Option<(Duration, Signal)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Code(i32),
    Signal(i32),
    /// It was killed after the longest time.
    Hung,
}

#[derive(Clone, Debug)]
pub struct FinishedProcess {
    /// User and system time of the whole process, and of all that it has started.
    pub cpu: Duration,
    pub wall: Duration,
    /// The most bytes in memory of it, or of one process that it has waited for.
    pub memory: u64,
    pub ended: Ended,
    /// The file with what it printed on standard output.
    pub stdout: PathBuf,
}

pub fn run(spec: &ProcessSpec<'_>) -> Result<FinishedProcess, SoakError> {
    let stdout = spec.prints_into.join("stdout.txt");
    let mut command = command(spec, &stdout)?;
    let begun = Instant::now();
    let mut child = command.spawn().map_err(SoakError::system("start", spec.program))?;
    let counter = CpuCounter::of(nix::unistd::Pid::from_raw(child.id().cast_signed()));
    if let Some((moment, signal)) = spec.signal_after
        && !ends_within(&child, moment).map_err(SoakError::system("watch", spec.program))?
    {
        send(&child, signal);
    }
    let hung =
        !ends_within(&child, spec.longest).map_err(SoakError::system("watch", spec.program))?;
    if hung {
        send(&child, Signal::KILL);
    }
    let used = child.wait4().map_err(SoakError::system("wait for", spec.program))?;
    let ended = if hung { Ended::Hung } else { ended(used.status) };
    let waited_for = used.rusage.utime + used.rusage.stime;
    Ok(FinishedProcess {
        cpu: counter.map_or(waited_for, |counter| counter.used(waited_for)),
        wall: begun.elapsed(),
        memory: used.rusage.maxrss,
        ended,
        stdout,
    })
}

fn create(path: &Path) -> Result<File, SoakError> {
    File::create(path).map_err(SoakError::system("write", path))
}

fn command(spec: &ProcessSpec<'_>, stdout: &Path) -> Result<Command, SoakError> {
    let mut command = Command::new(spec.program);
    command.args(spec.args).current_dir(spec.dir).stdin(Stdio::null());
    command.stdout(create(stdout)?).stderr(create(&spec.prints_into.join("stderr.txt"))?);
    command.envs(spec.variables.iter().map(|(name, value)| (name, value)));
    limit(&mut command, spec.limits);
    Ok(command)
}

/// Sets limits between fork and exec. Without limits the child is not forked but spawned, which
/// costs it less.
#[allow(unsafe_code, reason = "prlimit(1) in between would cost the child CPU time of its own")]
fn limit(command: &mut Command, limits: &[(Resource, u64)]) {
    if limits.is_empty() {
        return;
    }
    let limits = limits.to_vec();
    // SAFETY: setrlimit is a system call that allocates nothing and takes no lock, and the closure
    // calls nothing else.
    unsafe {
        command.pre_exec(move || {
            let mut limits = limits.iter();
            limits.try_for_each(|&(what, most)| setrlimit(what, most, most)).map_err(Into::into)
        })
    };
}

/// True if the process ends before this time has passed. It is not reaped.
fn ends_within(child: &Child, time: Duration) -> std::io::Result<bool> {
    let begun = Instant::now();
    let Some(pid) = pid(child) else { return Ok(true) };
    let handle = pidfd_open(pid, PidfdFlags::empty())?;
    loop {
        let left = time.saturating_sub(begun.elapsed());
        let timeout = Timespec::try_from(left).unwrap_or(Timespec { tv_sec: i64::MAX, tv_nsec: 0 });
        match poll(&mut [PollFd::new(&handle, PollFlags::IN)], Some(&timeout)) {
            Ok(0) => return Ok(false),
            Ok(_) => return Ok(true),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

fn send(child: &Child, signal: Signal) {
    if let Some(pid) = pid(child) {
        // It may have ended by itself; it is not reaped, so the number is still its own.
        let _ = kill_process(pid, signal);
    }
}

fn pid(child: &Child) -> Option<Pid> {
    Pid::from_raw(child.id().cast_signed())
}

fn ended(status: ExitStatus) -> Ended {
    match (status.signal(), status.code()) {
        (Some(signal), _) => Ended::Signal(signal),
        (None, code) => Ended::Code(code.unwrap_or(0)),
    }
}
