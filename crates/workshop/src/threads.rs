//! Work in many equal jobs, shared among threads: who is done takes the next one.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// As many threads as asked for, or as there are processors.
pub fn number(asked: Option<usize>) -> usize {
    let processors = || thread::available_parallelism().ok().map(usize::from);
    asked.or_else(processors).unwrap_or(1).max(1)
}

/// What `work` makes of every number below `jobs`, in their order.
pub fn map<T: Send>(jobs: usize, threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let made: Vec<_> = (0..jobs).map(|_| Mutex::new(None)).collect();
    share_out(jobs, threads, |job| {
        let result = work(job);
        *made[job].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
    });
    // A thread that panicked has already ended all of this.
    made.into_iter()
        .filter_map(|cell| cell.into_inner().unwrap_or_else(PoisonError::into_inner))
        .collect()
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
