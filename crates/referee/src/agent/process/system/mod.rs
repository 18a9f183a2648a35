//! What Linux and macOS do differently: what becomes of orphans, and how a process is inspected
//! from outside. Both modules have the same functions.
//!
//! - An orphaned descendant of the agent: on Linux it comes to the supervisor, which charges and
//!   kills it. On macOS it goes to `launchd` and is killed only if it is still in the agent's
//!   process group.
//! - The referee dies: on Linux the kernel sends the supervisor a signal. On macOS the supervisor
//!   looks once a second.
//! - The supervisor is killed: on Linux the kernel kills the agent. On macOS the referee kills the
//!   processes that it has seen of the tree.
//! - Cores and address space of an agent are limited on Linux only.

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

pub(super) use system::{
    CoreSet, LIMITS, REPORTS_BY_SOCKET, SAVED_LIMITS, become_supervisor, children, close_files,
    die_with_supervisor, facts_of, forbid_inspection, is_of_processes, is_readable,
    kill_descendants, last_signal, machine_memory, must_stop, nameless_bytes, own_cpu,
    prepare_referee, proportional_memory, wants_core,
};
pub use system::{allowed_cores, claim_core};
#[cfg(target_os = "linux")]
pub(super) use system::{be_first_without_memory, clone_process, start_time};
