//! The limits with which an agent starts: those that the referee had when it started itself, and
//! lower ones where an agent has a limit of its own.
//!
//! Agents would else inherit the limits of the moment, and a process of the same user may have
//! changed them since.

use crate::process::system::{LIMITS, SAVED_LIMITS as SAVED, machine_memory};
use nix::sys::resource::{Resource, getrlimit, rlim_t, setrlimit};
use std::sync::OnceLock;
use std::{fs, io};

/// A soft and a hard limit.
type Limit = (rlim_t, rlim_t);

static AT_START: OnceLock<[Option<Limit>; SAVED.len()]> = OnceLock::new();

/// Takes note of the limits as they are now, the first time.
pub fn save_limits() {
    let _ = at_start();
}

/// Lets this process have as many files open as its hard limit allows, and returns how many these
/// are; `None` where the system does not say it. Agents keep the limit that they had before.
pub fn allow_open_files() -> Option<rlim_t> {
    save_limits();
    let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE).ok()?;
    let raised = setrlimit(Resource::RLIMIT_NOFILE, hard, hard);
    Some(raised.map_or(soft, |()| hard))
}

fn at_start() -> &'static [Option<Limit>; SAVED.len()] {
    AT_START.get_or_init(|| SAVED.map(|resource| getrlimit(resource).ok()))
}

/// What all processes of a run may have in memory together: as much as the address space of one
/// process, so that no agent of one process ever feels it, and at most half of the machine or, in a
/// container, of what it may have: else the system would end the referee with the agent.
pub fn most_memory() -> u64 {
    let all = [machine_memory(), container_memory()].into_iter().flatten().min();
    let half = all.map_or(u64::MAX, |all| all / 2);
    half.min(8 << 30)
}

/// Where a container finds the limit of its own control group, of version 2 or 1.
const CONTAINER_LIMITS: [&str; 2] =
    ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];

/// The memory that this container may have, if it says so.
fn container_memory() -> Option<u64> {
    static FOUND: OnceLock<Option<u64>> = OnceLock::new();
    *FOUND.get_or_init(|| {
        CONTAINER_LIMITS.iter().find_map(|path| fs::read_to_string(path).ok()?.trim().parse().ok())
    })
}

#[derive(Debug)]
pub(super) struct AgentLimits([Option<(Resource, Limit)>; SAVED.len()]);

impl AgentLimits {
    /// `alone` are the limits where the system counts what this agent uses alone.
    pub(super) fn new(alone: &[(Resource, rlim_t)]) -> Self {
        let mut limits = [None; SAVED.len()];
        for (place, (resource, saved)) in limits.iter_mut().zip(SAVED.iter().zip(at_start())) {
            let own = alone.iter().chain(&LIMITS).find(|(limited, _)| limited == resource);
            let own = own.map(|&(_, wanted)| wanted);
            let (soft, hard) = saved.unwrap_or((rlim_t::MAX, rlim_t::MAX));
            // A lower hard limit stays: only root may raise it.
            let now = getrlimit(*resource).map_or(rlim_t::MAX, |(_, hard)| hard);
            let most = own.unwrap_or(rlim_t::MAX).min(hard).min(now);
            let wanted = if own.is_some() { most } else { soft.min(most) };
            if own.is_some() || saved.is_some() {
                *place = Some((*resource, (wanted, most)));
            }
        }
        AgentLimits(limits)
    }

    pub(super) fn apply(&self) -> io::Result<()> {
        let mut limits = self.0.iter().flatten();
        Ok(limits.try_for_each(|&(resource, (soft, hard))| setrlimit(resource, soft, hard))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_has_its_own_limits_and_else_those_of_the_start() {
        save_limits();
        let limits = AgentLimits::new(&[(Resource::RLIMIT_NPROC, 77)]);
        assert_eq!(limit_of(&limits, Resource::RLIMIT_CORE), Some((0, 0)));
        let (soft, hard) = getrlimit(Resource::RLIMIT_STACK).expect("there is one");
        assert_eq!(limit_of(&limits, Resource::RLIMIT_STACK), Some((soft.min(hard), hard)));
        assert!(limit_of(&limits, Resource::RLIMIT_NPROC).is_some_and(|(soft, _)| soft <= 77));
    }

    fn limit_of(limits: &AgentLimits, wanted: Resource) -> Option<(u64, u64)> {
        let all = limits.0.iter().flatten();
        all.filter(|(resource, _)| *resource == wanted).map(|(_, limit)| *limit).next()
    }
}
