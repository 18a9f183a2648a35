//! The living tree of an agent and the CPU time it has used so far.
//!
//! Each process's own clock is exact, threads included, and can be read from outside. What its dead
//! children used is known in two ways, both too small: from `/proc` in ticks of 10 ms once their
//! parent has waited for them, and from the last time they were seen alive. The larger counts. A
//! parent that ignores SIGCHLD never waits: then only the second way sees anything, and `wait4`
//! sees nothing at all.
//!
//! A process may be overlooked while its parent is dying and it is handed on. It is then taken for
//! dead until it is seen again.

use nix::sys::time::TimeSpec;
use nix::time::clock_getcpuclockid;
use nix::unistd::Pid;
use std::collections::HashMap;
use std::fs;
use std::time::Duration;

/// More processes than this are not looked at one by one: there are too many anyway.
const MOST_LOOKED_AT: usize = 1024;

/// The unit of times in `/proc`, whatever the kernel's own timer does.
const TICK_MILLIS: u64 = 10;

/// What has been seen of one tree.
#[derive(Debug, Default)]
pub(super) struct Census {
    living: HashMap<Pid, Duration>,
    generations: Vec<Pid>,
    dead: HashMap<Pid, Duration>,
    most: Duration,
}

impl Census {
    /// Looks at all descendants of the keeper.
    pub(super) fn take(&mut self, keeper: Pid) {
        let mut waited_for = Duration::ZERO;
        let mut living = HashMap::new();
        self.generations = children(keeper);
        let mut next = 0;
        while let Some(&pid) = self.generations.get(next).filter(|_| next < MOST_LOOKED_AT) {
            if let Some(own) = own_cpu(pid) {
                living.insert(pid, own);
                waited_for += waited_for_cpu(pid);
                self.generations.extend(children(pid));
            }
            next += 1;
        }
        self.enter(living, waited_for);
    }

    /// Who was alive when last looked at: parents before children, and first of all the agent, if it
    /// was, for the kernel lists children as they came.
    pub(super) fn living(&self) -> &[Pid] {
        &self.generations
    }

    /// The CPU time that the tree has used at least.
    pub(super) fn cpu(&self) -> Duration {
        self.most
    }

    /// Whether this process has ever been seen in the tree.
    pub(super) fn knows(&self, pid: Pid) -> bool {
        self.living.contains_key(&pid) || self.dead.contains_key(&pid)
    }

    fn enter(&mut self, living: HashMap<Pid, Duration>, waited_for: Duration) {
        for (pid, cpu) in std::mem::replace(&mut self.living, living) {
            self.dead.insert(pid, cpu);
        }
        // A clock that went back belongs to another process of the same number.
        let living = &self.living;
        self.dead.retain(|pid, cpu| living.get(pid).is_none_or(|now| now < cpu));
        let dead = self.dead.values().sum::<Duration>().max(waited_for);
        self.most = self.most.max(self.living.values().sum::<Duration>() + dead);
    }
}

/// The children of all threads of a process.
pub(super) fn children(pid: Pid) -> Vec<Pid> {
    let Ok(tasks) = fs::read_dir(format!("/proc/{pid}/task")) else { return Vec::new() };
    let lists = tasks.flatten().map(|task| fs::read_to_string(task.path().join("children")));
    let of_list = |list: String| {
        list.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<i32>>()
    };
    lists.flatten().flat_map(of_list).map(Pid::from_raw).collect()
}

fn own_cpu(pid: Pid) -> Option<Duration> {
    clock_getcpuclockid(pid).and_then(|clock| clock.now()).map(TimeSpec::into).ok()
}

/// User and system time of the children that `pid` has waited for, from `/proc/PID/stat`: the 16th
/// and 17th word. The second is the program's name, in parentheses, and may hold anything.
fn waited_for_cpu(pid: Pid) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let words = rest.split_whitespace().skip(13).take(2);
    let ticks: u64 = words.filter_map(|word| word.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * TICK_MILLIS)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn living(list: &[(i32, u64)]) -> HashMap<Pid, Duration> {
        list.iter().map(|&(pid, ms)| (Pid::from_raw(pid), MS(ms))).collect()
    }

    #[test]
    fn the_dead_count_once_however_they_are_known() {
        let mut census = Census::default();
        census.enter(living(&[(1, 10), (2, 30)]), MS(0));
        assert_eq!(census.cpu(), MS(40));
        census.enter(living(&[(1, 11)]), MS(0));
        assert_eq!(census.cpu(), MS(41), "last seen with 30");
        census.enter(living(&[(1, 11)]), MS(40));
        assert_eq!(census.cpu(), MS(51), "waited for: it had used 40");
        assert!(census.knows(Pid::from_raw(2)) && !census.knows(Pid::from_raw(3)));
    }

    #[test]
    fn who_was_overlooked_is_not_counted_twice() {
        let mut census = Census::default();
        census.enter(living(&[(1, 10)]), MS(0));
        census.enter(living(&[]), MS(0));
        census.enter(living(&[(1, 12)]), MS(0));
        assert_eq!(census.cpu(), MS(12));
        census.enter(living(&[(1, 5)]), MS(0));
        assert_eq!(census.cpu(), MS(17), "another process of that number");
    }

    #[test]
    fn the_clock_of_a_process_can_be_read_from_outside() {
        assert!(own_cpu(Pid::this()).expect("we live") > Duration::ZERO);
        assert!(own_cpu(Pid::from_raw(1 << 23)).is_none(), "Linux has 1 << 22 at most");
    }
}
