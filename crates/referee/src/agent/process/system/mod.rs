//! What Linux and macOS do differently: what becomes of orphans, and how a process is inspected from
//! outside. Both modules have the same functions.
//!
//! | | Linux | macOS |
//! |---|---|---|
//! | an orphaned descendant | comes to the supervisor, is charged and killed | goes to `launchd`; killed only if still in the agent's process group |
//! | the supervisor learns that the referee is dead | by a signal of the kernel, at once | by looking, once a second |
//! | the agent dies if its supervisor is killed | by a signal of the kernel | the referee kills what it has seen of the tree |
//! | cores and address space | limited | not limited |

#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "close_range has no safe form")]
mod linux;
#[cfg(target_os = "macos")]
#[allow(unsafe_code, reason = "libproc and sigaction have no safe form")]
mod macos;

#[cfg(target_os = "linux")]
use crate::agent::process::system::linux as system;
#[cfg(target_os = "macos")]
use crate::agent::process::system::macos as system;

pub use system::allowed_cores;
pub(super) use system::{
    ADOPTS_ORPHANS, CoreSet, LIMITS, become_supervisor, children, close_files, die_with_supervisor,
    forbid_inspection, is_readable, kill_descendants, last_signal, must_stop, own_cpu,
    prepare_referee, waited_for_cpu,
};

use nix::sys::signal::{SigSet, Signal};

/// Sleeps until one of these signals arrives. All of them must be blocked.
pub(super) fn wait_for(signals: &[Signal]) -> nix::Result<Signal> {
    signals.iter().copied().collect::<SigSet>().wait()
}
