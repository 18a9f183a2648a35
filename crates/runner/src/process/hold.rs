//! What holds a program still while the other side is to move.
//!
//! The freezer of its control group, from which no signal wakes it; else SIGSTOP to each of its
//! processes at each look, from which they can wake themselves: what they then use has a limit
//! (`turn_clock.rs`). The supervisor is in the group, too, so that the freezer serves only where
//! the kernel ends it with the referee by SIGKILL.
//!
//! A shell with job control takes a stopped child for one that has ended. So a process is stopped
//! when its parent stands still, and goes on before it.

use crate::process::process_facts::{is_stopped, parent_of, will_run};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::Arc;

/// The file `cgroup.freeze`, open for writing.
pub(crate) type Freezer = Arc<File>;

#[derive(Debug)]
pub(super) enum Hold {
    Frozen(Freezer),
    /// These were stopped, in this order.
    Stopped(Vec<StoppedProcess>),
}

#[derive(Debug)]
pub(super) struct StoppedProcess {
    pid: Pid,
    /// The looks since.
    looks: u32,
}

/// A parent that does not stand still by then is not waited for.
const MOST_LOOKS: u32 = 100;

impl Hold {
    /// Holds what lives, with what holds it already.
    pub(super) fn on(held: Option<Self>, freezer: Option<&Freezer>, living: &[Pid]) -> Self {
        let mut stopped = match (held, freezer) {
            (Some(Hold::Frozen(freezer)), _) => return Hold::Frozen(freezer),
            (None, Some(freezer)) if freezer.write_at(b"1", 0).is_ok() => {
                return Hold::Frozen(Arc::clone(freezer));
            }
            (Some(Hold::Stopped(stopped)), _) => stopped,
            (None, _) => Vec::new(),
        };
        for &pid in living {
            if let Some(known) = stopped.iter_mut().find(|known| known.pid == pid) {
                known.looks += 1;
                // It may have woken itself.
                let _ = kill(pid, Signal::SIGSTOP);
            } else if !is_stopped(pid)
                && is_parent_still(pid, &stopped, living)
                && kill(pid, Signal::SIGSTOP).is_ok()
            {
                // What the program has stopped itself is not for us to wake.
                stopped.push(StoppedProcess { pid, looks: 0 });
            }
        }
        Hold::Stopped(stopped)
    }

    pub(super) fn release(self) {
        match self {
            Hold::Frozen(freezer) => {
                let _ = freezer.write_at(b"0", 0);
            }
            Hold::Stopped(stopped) => {
                for StoppedProcess { pid, .. } in stopped.into_iter().rev() {
                    let _ = kill(pid, Signal::SIGCONT);
                }
            }
        }
    }
}

/// Whether the parent cannot see that its child stops: it is not of the run, or has stopped.
fn is_parent_still(pid: Pid, stopped: &[StoppedProcess], living: &[Pid]) -> bool {
    let Some(parent) = parent_of(pid).filter(|parent| living.contains(parent)) else { return true };
    match stopped.iter().find(|known| known.pid == parent) {
        Some(known) => known.looks >= MOST_LOOKS || !will_run(parent),
        None => is_stopped(parent),
    }
}
