//! What an agent may touch: its own directory, its program, and the system to read.
//!
//! On Linux the kernel's Landlock enforces it (`landlock.rs`). Other systems have nothing that an
//! ordinary user could use instead; there [`Sandbox::available`] is false, and agents run with the
//! referee's own rights.

#[cfg(target_os = "linux")]
mod landlock;
#[cfg(not(target_os = "linux"))]
mod unsupported;

#[cfg(target_os = "linux")]
use crate::agent::sandbox::landlock as system;
#[cfg(not(target_os = "linux"))]
use crate::agent::sandbox::unsupported as system;

pub use system::{Sandbox, SandboxError};
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
}
