//! The keeper between the referee and an agent: a fork that reaps, counts and cleans up.
//!
//! Each run has its own. It is the *subreaper* of the agent: the kernel hands it every descendant
//! whose parent dies, whatever session, group or environment that one has given itself. So nobody
//! can leave the tree, two runs are never confused, and the sum of what `wait4` tells it is exact.
//! It does four things: wait for the agent to end, kill whatever is left until there is nothing,
//! report, exit. Told by SIGTERM, it begins to kill at once; the kernel tells it so too when the
//! referee dies.
//!
//! The keeper is forked from a program with threads and never execs; so it must not take a lock or
//! memory, and does system calls only.

use crate::process::provisions::Provisions;
use nix::sys::prctl;
use nix::sys::signal::{SigSet, Signal, kill};
use nix::unistd::{Pid, getpid, getppid, setsid};
use std::fs::File;
use std::io::{self, PipeWriter, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus};
use std::time::Duration;

/// The children of the calling thread: the keeper has only one.
pub(super) const CHILDREN: &str = "/proc/thread-self/children";

/// What the agent's process waits for before it becomes the agent.
const GO: Signal = Signal::SIGUSR1;

/// What the keeper tells when nothing is left of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Report {
    /// How the agent ended.
    pub(super) status: ExitStatus,
    /// User and system time of everybody.
    pub(super) charge: Duration,
    /// The part of it in user mode.
    pub(super) user: Duration,
}

impl Report {
    /// How long a report is on its way through the pipe.
    pub(super) const LENGTH: usize = 20;

    fn bytes(self) -> [u8; Self::LENGTH] {
        let mut bytes = [0; Self::LENGTH];
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        bytes[..4].copy_from_slice(&self.status.into_raw().to_le_bytes());
        bytes[4..12].copy_from_slice(&micros(self.charge).to_le_bytes());
        bytes[12..].copy_from_slice(&micros(self.user).to_le_bytes());
        bytes
    }

    /// Understands what was sent.
    pub(super) fn parse(bytes: [u8; Self::LENGTH]) -> Self {
        let [a, b, c, d, times @ ..] = bytes;
        let status = ExitStatus::from_raw(i32::from_le_bytes([a, b, c, d]));
        let mut micros = [[0; 8]; 2];
        micros.as_flattened_mut().copy_from_slice(&times);
        let [charge, user] = micros.map(u64::from_le_bytes).map(Duration::from_micros);
        Report { status, charge, user }
    }
}

/// Makes the command start a keeper, whose child then becomes the agent. The process that the
/// caller gets is the keeper.
pub(super) fn put_between(command: &mut Command, mut provisions: Provisions, report: PipeWriter) {
    let referee = getpid();
    let divide = move || divide(referee, &mut provisions, &report);
    // SAFETY: between fork and exec, or for as long as the keeper lives, `divide` makes system
    // calls on values prepared before; it takes no lock and no memory.
    unsafe {
        command.pre_exec(divide);
    }
}

/// In the process the referee has forked: becomes the keeper and does not return, except in its
/// child, which goes on to become the agent.
fn divide(referee: Pid, provisions: &mut Provisions, report: &PipeWriter) -> io::Result<()> {
    setsid()?;
    prctl::set_name(c"keeper")?;
    prctl::set_child_subreaper(true)?;
    // The order of these two matters: who dies before the first is noticed by the second.
    prctl::set_pdeathsig(Signal::SIGTERM)?;
    expect_parent(referee)?;
    ordinary_signals();
    SigSet::all().thread_set_mask()?;
    let keeper = getpid();
    // SAFETY: this process has one thread, so that its child may do whatever it may.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            prctl::set_pdeathsig(Signal::SIGKILL)?;
            expect_parent(keeper)?;
            setsid()?;
            wait_for(&[GO])?;
            SigSet::empty().thread_set_mask()?;
            provisions.apply()
        }
        agent => keep(Pid::from_raw(agent), report),
    }
}

fn expect_parent(expected: Pid) -> io::Result<()> {
    if getppid() == expected { Ok(()) } else { Err(io::ErrorKind::NotConnected.into()) }
}

/// Undoes what the referee, or whoever started it, has made of signals: an agent must not inherit
/// that one is ignored, and no handler of the referee may run in its keeper.
fn ordinary_signals() {
    for signal in 1..=libc::SIGRTMAX() {
        // SAFETY: the default action is no function that could be wrong; those signals that
        // cannot be changed are refused.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
        }
    }
}

/// The keeper's life.
fn keep(agent: Pid, report: &PipeWriter) -> ! {
    close_all_but(report);
    // Then only root can look into us, or write into our pipe by way of `/proc`.
    let _ = prctl::set_dumpable(false);
    // Not sooner: an agent that stopped us before would leave the referee waiting for the pipe.
    let _ = kill(agent, GO);
    if let Some(result) = reap_all(agent) {
        // If nobody listens any more, nobody needs to know.
        let _ = (&mut &*report).write_all(&result.bytes());
    }
    // SAFETY: it ends the process without running what the referee wants done at its own end.
    unsafe { libc::_exit(0) }
}

/// Closes what came along from the referee: pipes would not end while we hold them, among them the
/// one by which `Command` learns that the agent runs.
fn close_all_but(kept: &PipeWriter) {
    let kept = kept.as_raw_fd().unsigned_abs();
    for (first, last) in [(3, kept - 1), (kept + 1, u32::MAX)] {
        if first <= last {
            // SAFETY: whatever owns these in the referee's memory is never used or dropped here.
            unsafe {
                libc::syscall(libc::SYS_close_range, first, last, 0);
            }
        }
    }
}

/// Waits for the agent or for an order to kill, then kills until nobody is left.
fn reap_all(agent: Pid) -> Option<Report> {
    let (mut charge, mut user) = (Duration::ZERO, Duration::ZERO);
    let mut status = None;
    let mut patience = Patience::Waiting;
    loop {
        if patience == Patience::Over {
            kill_children();
        }
        match wait(patience) {
            Waited::Dead(dead) => {
                charge += dead.cpu;
                user += dead.user;
                if dead.pid == agent {
                    status = Some(dead.status);
                    patience = Patience::Over;
                }
            }
            Waited::AllLive => {
                if wait_for(&[Signal::SIGCHLD, Signal::SIGTERM]) == Ok(Signal::SIGTERM) {
                    patience = Patience::Over;
                }
            }
            Waited::NobodyLeft => {
                return status.map(|status| Report { status, charge, user });
            }
        }
    }
}

/// Whether the tree may go on living.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Patience {
    Waiting,
    Over,
}

/// Sleeps until one of these signals, all of them blocked, has come.
fn wait_for(signals: &[Signal]) -> nix::Result<Signal> {
    signals.iter().copied().collect::<SigSet>().wait()
}

/// Kills all children. Their own children come to us when they die, and their turn is next. None of
/// the numbers can mean somebody else: only we could free them, by waiting.
fn kill_children() {
    let mut buffer = [0; 4096];
    let length = File::open(CHILDREN).and_then(|mut list| list.read(&mut buffer)).unwrap_or(0);
    let mut pid = 0;
    for byte in &buffer[..length] {
        match byte {
            b'0'..=b'9' => pid = pid * 10 + i32::from(byte - b'0'),
            _ => {
                // A number at the end of the buffer may be half of one; it has its turn later.
                let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
                pid = 0;
            }
        }
    }
}

/// What waiting for a child has brought.
enum Waited {
    Dead(Dead),
    AllLive,
    NobodyLeft,
}

/// One process that has ended, and those it has waited for itself.
struct Dead {
    pid: Pid,
    status: ExitStatus,
    cpu: Duration,
    user: Duration,
}

/// Takes leave of one dead child. While there is patience, it does not block; then it does, and as
/// all children of that moment have been sent SIGKILL, not for long.
fn wait(patience: Patience) -> Waited {
    let options = match patience {
        Patience::Waiting => libc::WNOHANG,
        Patience::Over => 0,
    };
    let mut status = 0;
    // SAFETY: `rusage` is made of integers, for which zero is a value.
    let mut usage = unsafe { std::mem::zeroed::<libc::rusage>() };
    // SAFETY: both pointers are to live values of the right types.
    match unsafe { libc::wait4(-1, &raw mut status, options, &raw mut usage) } {
        0 => Waited::AllLive,
        // No handler runs here, so that no call is interrupted: there is no child.
        -1 => Waited::NobodyLeft,
        pid => Waited::Dead(Dead {
            pid: Pid::from_raw(pid),
            status: ExitStatus::from_raw(status),
            cpu: duration(usage.ru_utime) + duration(usage.ru_stime),
            user: duration(usage.ru_utime),
        }),
    }
}

fn duration(time: libc::timeval) -> Duration {
    let part = |value: i64| u64::try_from(value).unwrap_or(0);
    Duration::from_secs(part(time.tv_sec)) + Duration::from_micros(part(time.tv_usec))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_arrives_as_it_was_sent() {
        for (raw, micros) in [(0, 0), (9, 1), (3 << 8, 123_456_789_012)] {
            let charge = Duration::from_micros(micros);
            let user = Duration::from_micros(micros / 3);
            let report = Report { status: ExitStatus::from_raw(raw), charge, user };
            assert_eq!(Report::parse(report.bytes()), report);
        }
    }
}
