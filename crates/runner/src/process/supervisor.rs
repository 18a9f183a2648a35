//! The work of a supervisor: it waits for the processes of one run, counts their time, and kills
//! what is left.
//!
//! It inherits every descendant of the agent whose parent dies, whatever session, group or
//! environment that descendant has chosen: as the first process of a namespace, or as *subreaper*.
//! So no process can leave the tree, two runs are never confused, and the sum of what `wait4`
//! reports is exact. SIGTERM makes it kill at once.
//!
//! It is forked from a program with threads and never calls exec. Therefore it must not take a lock
//! or allocate memory, and only makes system calls.

use crate::process::setup::SignalScope;
use crate::process::system::{kill_descendants, last_signal, must_stop};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

/// The supervisor's report when nothing is left of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SupervisorReport {
    /// Why the agent could not be started, as a number of the system; 0 if it was.
    pub(crate) refused: i32,
    pub(crate) status: ExitStatus,
    /// User and system time of all processes.
    pub(crate) charge: Duration,
    /// The part of it in user mode.
    pub(crate) user: Duration,
}

impl SupervisorReport {
    /// Bytes of a report: `refused` and the status (4 each), the charge and its user part in
    /// microseconds (8 each), all in little endian.
    pub(crate) const LENGTH: usize = 24;

    pub(crate) fn bytes(self) -> [u8; Self::LENGTH] {
        let mut bytes = [0; Self::LENGTH];
        bytes[..4].copy_from_slice(&self.refused.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.status.into_raw().to_le_bytes());
        bytes[8..16].copy_from_slice(&micros(self.charge).to_le_bytes());
        bytes[16..].copy_from_slice(&micros(self.user).to_le_bytes());
        bytes
    }

    pub(crate) fn from_bytes(bytes: [u8; Self::LENGTH]) -> Self {
        let [a, b, c, d, e, f, g, h, times @ ..] = bytes;
        let refused = i32::from_le_bytes([a, b, c, d]);
        let status = ExitStatus::from_raw(i32::from_le_bytes([e, f, g, h]));
        let mut micros = [[0; 8]; 2];
        micros.as_flattened_mut().copy_from_slice(&times);
        let [charge, user] = micros.map(u64::from_le_bytes).map(Duration::from_micros);
        SupervisorReport { refused, status, charge, user }
    }

    /// Why the agent could not be started; `None` if it was.
    pub(crate) fn refusal(&self) -> Option<std::io::Error> {
        (self.refused != 0).then(|| std::io::Error::from_raw_os_error(self.refused))
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Undoes what the referee, or its parent, has set for signals: an agent must not inherit that one
/// is ignored, and no handler of the referee may run in its supervisor.
pub(crate) fn default_signals() {
    for signal in 1..=last_signal() {
        // SAFETY: the default action is not a function that could be wrong; signals that cannot be
        // changed are refused.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
        }
    }
}

/// Waits for the agent to end or for an order to stop, then kills until no child is left. Returns
/// the report, or `None` if the agent was not a child.
pub(crate) fn wait_for_all(
    referee: Pid,
    agent: Pid,
    scope: SignalScope,
) -> Option<SupervisorReport> {
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
                return status.map(|status| SupervisorReport { refused: 0, status, charge, user });
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
    Running,
    /// All children of this moment are sent SIGKILL, and one is waited for.
    Killing,
    /// It may not. Those that are dead are waited for before others are killed: a tree that goes on
    /// forking grows while the list of children is read once for each dead one.
    Reaping,
}

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
            let status = ExitStatus::from_raw(raw);
            let report = SupervisorReport { refused: raw, status, charge, user };
            assert_eq!(SupervisorReport::from_bytes(report.bytes()), report);
        }
    }
}
