//! What an agent may touch: its own directory, its program, and the system to read.
//!
//! The kernel enforces it (`linux.rs`). Where it cannot, the level is `none`, and agents run with
//! the referee's own rights.

mod bubblewrap;
mod by_argument;
mod filter;
#[allow(unsafe_code, reason = "a process enters its rules when no memory may be allocated")]
mod landlock;
mod level;
mod linux;
#[allow(unsafe_code, reason = "clone and mount_setattr have no safe form")]
mod mount_plan;
mod namespaces;
mod root_files;
mod system_folders;

pub(crate) use crate::sandbox::bubblewrap::{
    Bubblewrap, LAUNCHER_ARGUMENT, note_entry, printed_error,
};
pub(crate) use crate::sandbox::landlock::{SandboxRuleset, signal_scope};
pub use crate::sandbox::level::{NamespaceMaker, SandboxLevel};
pub use crate::sandbox::linux::Sandbox;
pub(crate) use crate::sandbox::linux::{SandboxParts, SandboxRules};
pub(crate) use crate::sandbox::mount_plan::MountPlan;
pub use crate::sandbox::system_folders::{FileFolders, keep_private};
use nix::unistd::geteuid;

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

    pub fn level(self) -> SandboxLevel {
        if self == SandboxMode::On { Sandbox::level() } else { SandboxLevel::None }
    }

    /// Whether agents would keep rights of root: in namespaces they have none of them.
    pub fn leaves_rights_of_root(self) -> bool {
        geteuid().is_root() && self.level() < SandboxLevel::Full
    }
}
