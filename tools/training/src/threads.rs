//! Work in many equal jobs, shared among threads: a free thread takes the next job.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The number of threads that was asked for, or the number of processors; at least one.
pub fn count(asked: Option<usize>) -> usize {
    let processors = || thread::available_parallelism().ok().map(usize::from);
    asked.or_else(processors).unwrap_or(1).max(1)
}

/// The results of `work` for every number below `jobs`, in their order.
pub fn map<T: Send>(jobs: usize, threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let results: Vec<_> = (0..jobs).map(|_| Mutex::new(None)).collect();
    for_each(jobs, threads, |job| {
        let result = work(job);
        *results[job].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
    });
    // If a job panicked, so did `for_each`: every cell is filled.
    results
        .into_iter()
        .filter_map(|cell| cell.into_inner().unwrap_or_else(PoisonError::into_inner))
        .collect()
}

/// Does `work` for every number below `jobs`; returns when all is done.
pub fn for_each(jobs: usize, threads: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let take_jobs = || {
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
            scope.spawn(take_jobs);
        }
        take_jobs();
    });
}
