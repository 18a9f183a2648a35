//! The supervisor between the referee and an agent: a fork that waits for processes, counts their
//! time and kills what is left.
//!
//! Each run has its own. On Linux it is the *subreaper* of the agent: the kernel gives it every
//! descendant whose parent dies, whatever session, group or environment that descendant has chosen.
//! So no process can leave the tree, two runs are never confused, and the sum of what `wait4`
//! reports is exact. The supervisor does four things: it waits for the agent to end, kills what is
//! left until there is nothing, reports, and exits. SIGTERM makes it kill at once; when the referee
//! dies, it does the same.
//!
//! It is forked from a program with threads and never calls exec. Therefore it must not take a lock
//! or allocate memory, and only makes system calls.

use crate::agent::process::setup::{ChildSetup, SignalScope};
use crate::agent::process::signals::wait_for;
use crate::agent::process::system::{
    become_supervisor, close_files, die_with_supervisor, forbid_inspection, kill_descendants,
    last_signal, must_stop,
};
use nix::sys::signal::{SigSet, Signal, kill};
use nix::unistd::{Pid, getpid, getppid, setsid};
use std::io::{self, PipeWriter, Write};
use std::os::fd::AsRawFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus};
use std::time::Duration;

/// The signal that the agent's process waits for before it becomes the agent.
const START: Signal = Signal::SIGUSR1;

/// The supervisor's report when nothing is left of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SupervisorReport {
    /// How the agent ended.
    pub(super) status: ExitStatus,
    /// User and system time of all processes.
    pub(super) charge: Duration,
    /// The part of it in user mode.
    pub(super) user: Duration,
}

impl SupervisorReport {
    /// Bytes of a report in the pipe: the status (4), the charge and its user part in microseconds
    /// (8 each), all in little endian.
    pub(super) const LENGTH: usize = 20;

    fn bytes(self) -> [u8; Self::LENGTH] {
        let mut bytes = [0; Self::LENGTH];
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        bytes[..4].copy_from_slice(&self.status.into_raw().to_le_bytes());
        bytes[4..12].copy_from_slice(&micros(self.charge).to_le_bytes());
        bytes[12..].copy_from_slice(&micros(self.user).to_le_bytes());
        bytes
    }

    /// The report that these bytes are.
    pub(super) fn from_bytes(bytes: [u8; Self::LENGTH]) -> Self {
        let [a, b, c, d, times @ ..] = bytes;
        let status = ExitStatus::from_raw(i32::from_le_bytes([a, b, c, d]));
        let mut micros = [[0; 8]; 2];
        micros.as_flattened_mut().copy_from_slice(&times);
        let [charge, user] = micros.map(u64::from_le_bytes).map(Duration::from_micros);
        SupervisorReport { status, charge, user }
    }
}

/// Makes the command start a supervisor whose child then becomes the agent. The process that the
/// caller gets from the command is the supervisor.
pub(super) fn insert(command: &mut Command, mut setup: ChildSetup, report: PipeWriter) {
    let referee = getpid();
    let fork_agent = move || fork_agent(referee, &mut setup, &report);
    // SAFETY: between fork and exec, or for as long as the supervisor lives, `fork_agent` makes
    // system calls on values prepared before; it takes no lock and allocates no memory.
    unsafe {
        command.pre_exec(fork_agent);
    }
}

/// In the process that the referee has forked: becomes the supervisor and does not return, except
/// in its child, which goes on to become the agent.
fn fork_agent(referee: Pid, setup: &mut ChildSetup, report: &PipeWriter) -> io::Result<()> {
    setsid()?;
    default_signals();
    // In this order: if the referee has died before the first call, the second notices.
    become_supervisor()?;
    expect_parent(referee)?;
    SigSet::all().thread_set_mask()?;
    let scope = setup.limit_signals(referee);
    let supervisor = getpid();
    // SAFETY: this process has one thread, so that its child may do anything.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            die_with_supervisor()?;
            expect_parent(supervisor)?;
            setsid()?;
            wait_for(&[START])?;
            SigSet::empty().thread_set_mask()?;
            setup.apply()
        }
        agent => supervise(referee, Pid::from_raw(agent), scope, report),
    }
}

fn expect_parent(expected: Pid) -> io::Result<()> {
    if getppid() == expected { Ok(()) } else { Err(io::ErrorKind::NotConnected.into()) }
}

/// Undoes what the referee, or its parent, has set for signals: an agent must not inherit that one
/// is ignored, and no handler of the referee may run in its supervisor.
fn default_signals() {
    for signal in 1..=last_signal() {
        // SAFETY: the default action is not a function that could be wrong; signals that cannot be
        // changed are refused.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
        }
    }
}

/// The life of the supervisor.
fn supervise(referee: Pid, agent: Pid, scope: SignalScope, report: &PipeWriter) -> ! {
    close_all_but(report);
    forbid_inspection();
    // Not earlier: an agent that stopped the supervisor before would leave the referee waiting for
    // the pipe.
    let _ = kill(agent, START);
    if let Some(result) = wait_for_all(referee, agent, scope) {
        // If the referee is dead, the report is not needed.
        let _ = (&mut &*report).write_all(&result.bytes());
    }
    // SAFETY: it ends the process without running what the referee wants done at its own end.
    unsafe { libc::_exit(0) }
}

/// Closes what was inherited from the referee: pipes would not end while they are open here, among
/// them the one by which `Command` learns that the agent runs.
fn close_all_but(kept: &PipeWriter) {
    let kept = kept.as_raw_fd().unsigned_abs();
    close_files(3, kept - 1);
    close_files(kept + 1, u32::MAX);
}

/// Waits for the agent to end or for an order to stop, then kills until no child is left. Returns
/// the report, or `None` if the agent was not a child.
fn wait_for_all(referee: Pid, agent: Pid, scope: SignalScope) -> Option<SupervisorReport> {
    let (mut charge, mut user) = (Duration::ZERO, Duration::ZERO);
    let mut status = None;
    let mut phase = Phase::Running;
    loop {
        if phase == Phase::Killing {
            kill_tree(agent, scope);
        }
        match wait(phase) {
            Waited::Ended(child) => {
                charge += child.cpu;
                user += child.user;
                let is_agent = child.pid == agent;
                if is_agent {
                    status = Some(child.status);
                }
                if is_agent || phase == Phase::Killing {
                    phase = Phase::Reaping;
                }
            }
            Waited::AllLive => {
                if phase == Phase::Reaping || must_stop(referee) {
                    phase = Phase::Killing;
                }
            }
            Waited::NoChildren => {
                return status.map(|status| SupervisorReport { status, charge, user });
            }
        }
    }
}

/// Kills what lives of the tree. If no signal leaves it, one call sends SIGKILL to all of it but
/// this process; the kernel starts no process meanwhile, so that none escapes by forking.
fn kill_tree(agent: Pid, scope: SignalScope) {
    if scope == SignalScope::Tree {
        // It fails if no process is left.
        let _ = kill(Pid::from_raw(-1), Signal::SIGKILL);
    }
    kill_descendants(agent);
}

/// Whether the tree may go on living.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// It may.
    Running,
    /// All children of this moment are sent SIGKILL, and one is waited for.
    Killing,
    /// It may not. Those that are dead are waited for before others are killed: a tree that goes on
    /// forking grows while the list of children is read once for each dead one.
    Reaping,
}

/// The result of waiting for a child.
enum Waited {
    Ended(EndedChild),
    AllLive,
    NoChildren,
}

/// A process that has ended, and the children that it has waited for itself.
struct EndedChild {
    pid: Pid,
    status: ExitStatus,
    cpu: Duration,
    user: Duration,
}

/// Waits for one child. It blocks only after killing, and not for long then, because all children
/// of that moment have been sent SIGKILL.
fn wait(phase: Phase) -> Waited {
    let options = match phase {
        Phase::Running | Phase::Reaping => libc::WNOHANG,
        Phase::Killing => 0,
    };
    let mut status = 0;
    // SAFETY: `rusage` is made of integers, for which zero is a value.
    let mut usage = unsafe { std::mem::zeroed::<libc::rusage>() };
    // SAFETY: both pointers are to live values of the right types.
    match unsafe { libc::wait4(-1, &raw mut status, options, &raw mut usage) } {
        0 => Waited::AllLive,
        // All signals are blocked, so that no call is interrupted: there is no child.
        -1 => Waited::NoChildren,
        pid => Waited::Ended(EndedChild {
            pid: Pid::from_raw(pid),
            status: ExitStatus::from_raw(status),
            cpu: duration(usage.ru_utime) + duration(usage.ru_stime),
            user: duration(usage.ru_utime),
        }),
    }
}

fn duration(time: libc::timeval) -> Duration {
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    let micros = u64::try_from(time.tv_usec).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_micros(micros)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_arrives_as_it_was_sent() {
        for (raw, micros) in [(0, 0), (9, 1), (3 << 8, 123_456_789_012)] {
            let charge = Duration::from_micros(micros);
            let user = Duration::from_micros(micros / 3);
            let report = SupervisorReport { status: ExitStatus::from_raw(raw), charge, user };
            assert_eq!(SupervisorReport::from_bytes(report.bytes()), report);
        }
    }
}
