//! What an agent may touch: its own directory, its program, and the system to read.
//!
//! On Linux the kernel enforces it (`linux.rs`). Other systems have nothing that an ordinary user
//! could use instead; there the level is `none`, and agents run with the referee's own rights.

#[cfg(target_os = "linux")]
mod bubblewrap;
#[cfg(target_os = "linux")]
mod filter;
#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "a process enters its rules when no memory may be allocated")]
mod landlock;
mod level;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
mod namespaces;
#[cfg(target_os = "linux")]
mod root_files;
#[cfg(not(target_os = "linux"))]
mod unsupported;
#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "clone and mount_setattr have no safe form")]
mod view;

#[cfg(target_os = "linux")]
use crate::agent::sandbox::linux as system;
#[cfg(not(target_os = "linux"))]
use crate::agent::sandbox::unsupported as system;

#[cfg(target_os = "linux")]
pub(crate) use crate::agent::sandbox::bubblewrap::{
    Bubblewrap, CELL_WORD, note_entry, printed_error,
};
#[cfg(target_os = "linux")]
pub(crate) use crate::agent::sandbox::landlock::{SandboxEntry, signal_scope};
pub use crate::agent::sandbox::level::{NamespaceMaker, SandboxLevel};
#[cfg(target_os = "linux")]
pub(crate) use crate::agent::sandbox::linux::SandboxParts;
#[cfg(target_os = "linux")]
pub(crate) use crate::agent::sandbox::view::SandboxView;
use nix::unistd::geteuid;
pub(crate) use system::SandboxWalls;
pub use system::{Sandbox, SandboxError};
#[cfg(not(target_os = "linux"))]
pub(crate) use system::{SandboxEntry, signal_scope};

/// Whether agents run in a sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SandboxMode {
    /// In a [`Sandbox`].
    On,
    /// Without: they may do what the referee may.
    Off,
}

impl SandboxMode {
    /// A sandbox where the system has one.
    pub fn best() -> Self {
        if Sandbox::available() { SandboxMode::On } else { SandboxMode::Off }
    }

    /// What it comes to on this system.
    pub fn level(self) -> SandboxLevel {
        if self == SandboxMode::On { Sandbox::level() } else { SandboxLevel::None }
    }

    /// Whether agents would keep rights of root: in namespaces they have none of them.
    pub fn leaves_rights_of_root(self) -> bool {
        geteuid().is_root() && self.level() < SandboxLevel::Full
    }
}
