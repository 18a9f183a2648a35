//! Work in many equal jobs, shared among threads: who is done takes the next one.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

/// As many threads as asked for, or as there are processors.
pub fn number(asked: Option<usize>) -> usize {
    let processors = || thread::available_parallelism().ok().map(usize::from);
    asked.or_else(processors).unwrap_or(1).max(1)
}

/// Does `work` for every number below `jobs`; returns when all is done.
pub fn share_out(jobs: usize, threads: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let take_turns = || {
        loop {
            let job = next.fetch_add(1, Relaxed);
            if job >= jobs {
                break;
            }
            work(job);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(take_turns);
        }
        take_turns();
    });
}
