//! The living processes of an agent and the CPU time they have used so far.
//!
//! The CPU clock of each process is exact, includes its threads, and can be read from outside. The
//! time of its dead children is known in two ways, and both are lower bounds: the system's sum for
//! children that were waited for (Linux: in ticks of 10 ms), and the last value seen while they
//! lived. The larger one counts. A parent that ignores SIGCHLD never waits; then only the second
//! way works, and `wait4` reports nothing.
//!
//! A process may be missed in the moment in which its parent dies and it gets a new one. It then
//! counts as dead until it is seen again.

use crate::process::process_facts::{children, facts_of, own_cpu};
use nix::unistd::Pid;
use std::collections::HashMap;
use std::time::Duration;

/// More processes than this are not looked at: the limit is far exceeded already.
const MOST_INSPECTED: usize = 1024;

#[derive(Debug, Default)]
pub(crate) struct ProcessTree {
    /// CPU time of each living process.
    living: HashMap<Pid, Duration>,
    order: Vec<Pid>,
    /// The last CPU time seen of each dead process.
    dead: HashMap<Pid, Duration>,
    total: Duration,
    /// Threads and bytes in memory at the last look; a page that several share counts for each.
    threads: u64,
    resident: u64,
}

impl ProcessTree {
    pub(crate) fn update(&mut self, supervisor: Pid) {
        let mut waited_for = Duration::ZERO;
        (self.threads, self.resident) = (0, 0);
        let mut living = HashMap::new();
        self.order = children(supervisor);
        let mut next = 0;
        while let Some(&pid) = self.order.get(next).filter(|_| next < MOST_INSPECTED) {
            if let Some(own) = own_cpu(pid) {
                living.insert(pid, own);
                let facts = facts_of(pid);
                waited_for += facts.waited_for;
                self.threads += facts.threads;
                self.resident += facts.resident;
                self.order.extend(children(pid));
            }
            next += 1;
        }
        self.record(living, waited_for);
    }

    /// The processes that lived at the last look, parents before children; the agent itself comes
    /// first if it lived, as children are listed in the order in which they were started.
    pub(crate) fn living(&self) -> &[Pid] {
        &self.order
    }

    /// The threads that lived at the last look.
    pub(crate) const fn threads(&self) -> u64 {
        self.threads
    }

    /// The bytes in memory at the last look: an upper bound.
    pub(crate) const fn resident(&self) -> u64 {
        self.resident
    }

    /// What another clock says of the tree so far.
    pub(crate) fn count(&mut self, used: Duration) {
        self.total = self.total.max(used);
    }

    /// The CPU time of the tree so far: a lower bound.
    pub(crate) fn cpu(&self) -> Duration {
        self.total
    }

    /// True if this process has ever been seen in the tree.
    pub(crate) fn has_seen(&self, pid: Pid) -> bool {
        self.living.contains_key(&pid) || self.dead.contains_key(&pid)
    }

    fn record(&mut self, living: HashMap<Pid, Duration>, waited_for: Duration) {
        for (pid, cpu) in std::mem::replace(&mut self.living, living) {
            self.dead.insert(pid, cpu);
        }
        // A clock that went back belongs to a new process with the same number.
        let living = &self.living;
        self.dead.retain(|pid, cpu| living.get(pid).is_none_or(|now| now < cpu));
        let dead = self.dead.values().sum::<Duration>().max(waited_for);
        self.total = self.total.max(self.living.values().sum::<Duration>() + dead);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn living(list: &[(i32, u64)]) -> HashMap<Pid, Duration> {
        list.iter().map(|&(pid, ms)| (Pid::from_raw(pid), MS(ms))).collect()
    }

    #[test]
    fn dead_processes_count_once_however_they_are_known() {
        let mut tree = ProcessTree::default();
        tree.record(living(&[(1, 10), (2, 30)]), MS(0));
        assert_eq!(tree.cpu(), MS(40));
        tree.record(living(&[(1, 11)]), MS(0));
        assert_eq!(tree.cpu(), MS(41), "last seen with 30");
        tree.record(living(&[(1, 11)]), MS(40));
        assert_eq!(tree.cpu(), MS(51), "waited for: it had used 40");
        assert!(tree.has_seen(Pid::from_raw(2)) && !tree.has_seen(Pid::from_raw(3)));
    }

    #[test]
    fn a_process_that_was_missed_is_not_counted_twice() {
        let mut tree = ProcessTree::default();
        tree.record(living(&[(1, 10)]), MS(0));
        tree.record(living(&[]), MS(0));
        tree.record(living(&[(1, 12)]), MS(0));
        assert_eq!(tree.cpu(), MS(12));
        tree.record(living(&[(1, 5)]), MS(0));
        assert_eq!(tree.cpu(), MS(17), "another process of that number");
    }
}
