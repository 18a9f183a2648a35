//! Systems without a sandbox: there is no [`Sandbox`] value, and asking for one is an error.

use crate::agent::sandbox::level::{NamespaceMaker, SandboxLevel};
use std::convert::Infallible;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why there is no sandbox.
#[derive(Debug, Error)]
#[error("this system has no sandbox for agents; Linux has one")]
pub struct SandboxError;

/// The rules for one directory and one program: none exist here.
#[derive(Clone, Debug)]
pub struct Sandbox(Infallible);

impl Sandbox {
    /// What the system grants: nothing.
    pub const fn level() -> SandboxLevel {
        SandboxLevel::None
    }

    /// What the system refuses.
    pub fn refused() -> Option<String> {
        Some("a sandbox (Linux has one)".to_string())
    }

    /// Nobody makes namespaces here.
    pub const fn want_namespaces(_: NamespaceMaker) {}

    /// Whether namespaces are made by `bwrap`: never here.
    pub const fn is_by_bwrap() -> bool {
        false
    }

    /// Whether agents can run in a sandbox: never here.
    pub const fn available() -> bool {
        false
    }

    /// Whether the signals of an agent stay within its sandbox: there is none.
    pub const fn limits_signals() -> bool {
        false
    }

    /// Fails.
    ///
    /// # Errors
    /// Always.
    pub const fn new(_: &Path, _: &Path, _: &[PathBuf]) -> Result<Self, SandboxError> {
        Err(SandboxError)
    }

    /// Fails.
    ///
    /// # Errors
    /// Always.
    pub const fn read_only(_: &Path, _: &Path, _: &[PathBuf]) -> Result<Self, SandboxError> {
        Err(SandboxError)
    }

    /// Fails.
    ///
    /// # Errors
    /// Always.
    pub const fn for_build(_: &[&Path], _: &[PathBuf]) -> Result<Self, SandboxError> {
        Err(SandboxError)
    }

    /// Whether an agent may read what is there: everything, without a sandbox.
    pub const fn is_of_system(_: &Path) -> bool {
        true
    }

    /// Whether the system counts its processes apart from those of others.
    pub(crate) const fn has_namespaces(&self) -> bool {
        match self.0 {}
    }

    /// What one process needs to enter the sandbox.
    pub(crate) const fn entry(&self) -> io::Result<SandboxWalls> {
        match self.0 {}
    }
}

/// What a supervisor needs to send signals to its own tree alone: does not exist here.
pub(crate) const fn signal_scope() -> Option<SandboxEntry> {
    None
}

/// What one process needs to enter a sandbox: never made here.
#[derive(Debug)]
pub(crate) struct SandboxEntry(Infallible);

impl SandboxEntry {
    /// Enters the sandbox.
    pub(crate) const fn enter_rules(&self) -> io::Result<()> {
        match self.0 {}
    }

    /// Enters the sandbox.
    pub(crate) const fn enter(&self) -> io::Result<()> {
        match self.0 {}
    }
}

/// The walls for one process: never made here.
pub(crate) type SandboxWalls = SandboxEntry;
