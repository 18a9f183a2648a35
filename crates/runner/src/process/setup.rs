//! What is set up in an agent's process between fork and exec: cores, limits, sandbox.
//!
//! Everything is prepared before the fork. After it, in a program with threads, memory must not be
//! allocated and locks must not be taken, so that only system calls are left. The limits stop what
//! the watch cannot see in time. There is no limit of CPU seconds on purpose: where one is set,
//! Linux shows the process its own CPU clock only as of the last timer tick, which disturbs honest
//! agents, and the kernel kills up to 6 % early.

use crate::error::RunnerError;
use crate::process::limits::AgentLimits;
use crate::process::spec::RunSpec;
use crate::process::system::{CoreSet, LIMITS_ALONE};
use crate::sandbox::{Sandbox, SandboxRules, SandboxRuleset, signal_scope};
use nix::errno::Errno;
use nix::sys::signal::kill;
use nix::unistd::Pid;
use std::io;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SignalScope {
    Tree,
    /// All of the same user.
    Everywhere,
}

/// Prepared before the fork, applied after it.
#[derive(Debug)]
pub(crate) struct ChildSetup {
    cores: Option<CoreSet>,
    limits: AgentLimits,
    sandbox: Option<SandboxRules>,
    /// The supervisor's, if the agent has a sandbox.
    signal_scope: Option<SandboxRuleset>,
}

impl ChildSetup {
    /// Prepares what `spec` asks for.
    ///
    /// # Errors
    /// A core does not exist, or the sandbox's rules cannot be copied.
    pub(crate) fn new(spec: &RunSpec) -> Result<Self, RunnerError> {
        let cores = spec.cores.as_deref().map(CoreSet::new).transpose()?;
        let sandbox = spec.sandbox.as_ref().map(Sandbox::entry).transpose();
        let sandbox = sandbox.map_err(RunnerError::system("copy the sandbox's rules"))?;
        let signal_scope = spec.sandbox.as_ref().and_then(|_| signal_scope());
        let counts_alone = spec.sandbox.as_ref().is_some_and(Sandbox::has_namespaces);
        let limits = AgentLimits::new(if counts_alone { &LIMITS_ALONE } else { &[] });
        Ok(ChildSetup { cores, limits, sandbox, signal_scope })
    }

    /// In the supervisor, before it forks: from now on it and all of its tree can send signals only
    /// to each other, if the system allows that. `outside` is any other process that lives.
    pub(crate) fn limit_signals(&mut self, outside: Pid) -> SignalScope {
        let is_limited = self.signal_scope.take().is_some_and(|scope| scope.enter().is_ok());
        if is_limited && kill(outside, None) == Err(Errno::EPERM) {
            SignalScope::Tree
        } else {
            SignalScope::Everywhere
        }
    }

    /// The files that must stay open until then.
    pub(crate) fn files(&self) -> [Option<i32>; 2] {
        let scope = self.signal_scope.as_ref().and_then(SandboxRuleset::file);
        [self.sandbox.as_ref().and_then(SandboxRules::file), scope]
    }

    /// In the launcher, before it starts the agent: what binds both.
    pub(crate) fn enter_filter(&self) -> io::Result<()> {
        self.sandbox.as_ref().map_or(Ok(()), SandboxRules::enter_filter)
    }

    /// Applies it between fork and exec: takes no lock and allocates no memory.
    ///
    /// # Errors
    /// The system refuses; the agent then does not start.
    pub(crate) fn apply(&self) -> io::Result<()> {
        if let Some(cores) = &self.cores {
            cores.apply()?;
        }
        self.limits.apply()?;
        self.sandbox.as_ref().map_or(Ok(()), SandboxRules::enter_rules)
    }
}
