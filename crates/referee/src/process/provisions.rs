//! What an agent's process takes on between fork and exec: cores, limits, sandbox.
//!
//! Everything is prepared before the fork, because after it, in a program with threads, memory and
//! locks may not be touched; then only system calls are left. The limits are a backstop against
//! what the watch cannot see in time. There is deliberately no limit of CPU seconds: where one is
//! set, Linux shows the process its own CPU clock only as of the last timer tick, which disturbs
//! honest agents; and its own kill comes up to 6 % early.

use crate::process::order::{LaunchError, Order};
use crate::sandbox::Admission;
use nix::errno::Errno;
use nix::sched::{CpuSet, sched_setaffinity};
use nix::sys::resource::{Resource, getrlimit, rlim_t, setrlimit};
use nix::unistd::Pid;
use std::io;

/// The limits. `RLIMIT_NPROC` counts all threads of the user on this machine and binds no root, so
/// that it is set far above what one agent may have; the watch counts those.
const LIMITS: [(Resource, rlim_t); 4] = [
    (Resource::RLIMIT_FSIZE, 256 << 20),
    (Resource::RLIMIT_AS, 4 << 30),
    (Resource::RLIMIT_CORE, 0),
    (Resource::RLIMIT_NPROC, 8192),
];

/// Prepared before the fork, applied after it.
#[derive(Debug)]
pub(super) struct Provisions {
    cores: Option<CpuSet>,
    limits: [(Resource, rlim_t); LIMITS.len()],
    admission: Option<Admission>,
}

impl Provisions {
    /// Prepares what is ordered.
    pub(super) fn gather(order: &Order) -> Result<Self, LaunchError> {
        let cores = order.cores.as_deref().map(core_set).transpose()?;
        let admission = order.sandbox.as_ref().map(|sandbox| sandbox.admission()).transpose();
        let admission = admission
            .map_err(|source| LaunchError::System { what: "copy the sandbox's rules", source })?;
        let limits = LIMITS.map(|(resource, wanted)| (resource, wanted.min(hard_limit(resource))));
        Ok(Provisions { cores, limits, admission })
    }

    /// Takes them on. Between fork and exec: takes no lock and no memory.
    pub(super) fn apply(&mut self) -> io::Result<()> {
        if let Some(cores) = &self.cores {
            sched_setaffinity(Pid::from_raw(0), cores)?;
        }
        for (resource, limit) in self.limits {
            setrlimit(resource, limit, limit)?;
        }
        self.admission.as_mut().map_or(Ok(()), Admission::enter)
    }
}

/// A limit below ours stays: only root may raise it.
fn hard_limit(resource: Resource) -> rlim_t {
    getrlimit(resource).map_or(rlim_t::MAX, |(_, hard)| hard)
}

fn core_set(cores: &[usize]) -> Result<CpuSet, LaunchError> {
    let mut set = CpuSet::new();
    for &core in cores {
        let known = set.set(core).is_ok() && is_allowed(core);
        known.then_some(()).ok_or(LaunchError::Core(core))?;
    }
    Ok(set)
}

fn is_allowed(core: usize) -> bool {
    let ours = nix::sched::sched_getaffinity(Pid::from_raw(0));
    // If the system does not tell, the agent's own call will.
    ours.and_then(|ours| ours.is_set(core)).unwrap_or_else(|error| error != Errno::EINVAL)
}
