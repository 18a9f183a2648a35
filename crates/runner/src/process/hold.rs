//! What holds a program still while the other side is to move.
//!
//! The freezer of its control group, from which no signal wakes it; else SIGSTOP to each of its
//! processes at each look, from which they can wake themselves: what they then use has a limit
//! (`turn_clock.rs`). The supervisor is in the group, too, so that the freezer serves only where
//! the kernel ends it with the referee by SIGKILL.

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
    /// These were stopped, parents before children.
    Stopped(Vec<Pid>),
}

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
            // It fails if the process has ended.
            let _ = kill(pid, Signal::SIGSTOP);
            if !stopped.contains(&pid) {
                stopped.push(pid);
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
                for pid in stopped {
                    let _ = kill(pid, Signal::SIGCONT);
                }
            }
        }
    }
}
