//! What is set up in an agent's process between fork and exec: cores, limits, sandbox.
//!
//! Everything is prepared before the fork. After it, in a program with threads, memory must not be
//! allocated and locks must not be taken, so that only system calls are left. The limits stop what
//! the watch cannot see in time. There is no limit of CPU seconds on purpose: where one is set,
//! Linux shows the process its own CPU clock only as of the last timer tick, which disturbs honest
//! agents, and the kernel kills up to 6 % early.

use crate::agent::process::spec::{RunSpec, StartError};
use crate::agent::process::system::{CoreSet, LIMITS};
use crate::agent::sandbox::{Sandbox, SandboxEntry};
use nix::sys::resource::{Resource, getrlimit, rlim_t, setrlimit};
use std::io;

/// Prepared before the fork, applied after it.
#[derive(Debug)]
pub(super) struct ChildSetup {
    cores: Option<CoreSet>,
    limits: [(Resource, rlim_t); LIMITS.len()],
    sandbox: Option<SandboxEntry>,
}

impl ChildSetup {
    /// Prepares what `spec` asks for.
    ///
    /// # Errors
    /// A core does not exist, or the sandbox's rules cannot be copied.
    pub(super) fn new(spec: &RunSpec) -> Result<Self, StartError> {
        let cores = spec.cores.as_deref().map(CoreSet::new).transpose()?;
        let sandbox = spec.sandbox.as_ref().map(Sandbox::entry).transpose();
        let sandbox = sandbox
            .map_err(|source| StartError::System { what: "copy the sandbox's rules", source })?;
        let limits = LIMITS.map(|(resource, wanted)| (resource, wanted.min(hard_limit(resource))));
        Ok(ChildSetup { cores, limits, sandbox })
    }

    /// Applies it between fork and exec: takes no lock and allocates no memory.
    ///
    /// # Errors
    /// The system refuses; the agent then does not start.
    pub(super) fn apply(&mut self) -> io::Result<()> {
        if let Some(cores) = &self.cores {
            cores.apply()?;
        }
        for (resource, limit) in self.limits {
            setrlimit(resource, limit, limit)?;
        }
        self.sandbox.as_mut().map_or(Ok(()), SandboxEntry::enter)
    }
}

/// A lower hard limit stays: only root may raise it.
fn hard_limit(resource: Resource) -> rlim_t {
    getrlimit(resource).map_or(rlim_t::MAX, |(_, hard)| hard)
}
