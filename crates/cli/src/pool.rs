//! Work in jobs that a few threads share: a free thread takes the next job, and the results come
//! back to the thread that waits for them.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::thread;

/// The number of threads that was requested, else that of the processors.
pub fn threads(requested: Option<usize>) -> NonZeroUsize {
    let requested = requested.and_then(NonZeroUsize::new);
    requested.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}

/// Does `work` for every number below `jobs`, in order, on this many threads. It gets the number of
/// its thread, too, from 0. Each result goes to `keep`, on this thread, as soon as it is there.
/// After an error of `keep` no thread begins another job. Where the system refuses a thread, those
/// that it has started do all; without any, this one does.
pub fn for_each<T: Send, E>(
    jobs: usize,
    threads: NonZeroUsize,
    work: impl Fn(usize, usize) -> T + Sync,
    mut keep: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    let (next, work) = (&AtomicUsize::new(0), &work);
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        for thread in 0..threads.get().min(jobs) {
            let sender = sender.clone();
            let run = move || {
                loop {
                    let job = next.fetch_add(1, Relaxed);
                    // The receiver is gone after an error.
                    if job >= jobs || sender.send((job, work(job, thread))).is_err() {
                        break;
                    }
                }
            };
            match thread::Builder::new().spawn_scoped(scope, run) {
                Ok(_) => {}
                Err(_) if thread > 0 => break,
                Err(_) => return (0..jobs).try_for_each(|job| keep(job, work(job, 0))),
            }
        }
        drop(sender);
        let kept = receiver.into_iter().try_for_each(|(job, result)| keep(job, result));
        next.fetch_add(jobs, Relaxed);
        kept
    })
}

/// The same; the results come in the order of their jobs.
pub fn in_order<T: Send, E>(
    jobs: usize,
    threads: NonZeroUsize,
    work: impl Fn(usize) -> T + Sync,
    mut keep: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    let (mut waiting, mut next) = (BTreeMap::new(), 0);
    for_each(
        jobs,
        threads,
        |job, _| work(job),
        |job, result| {
            waiting.insert(job, result);
            while let Some(result) = waiting.remove(&next) {
                keep(next, result)?;
                next += 1;
            }
            Ok(())
        },
    )
}

/// The results of `work` for every number below `jobs`, in their order.
pub fn map<T: Send>(
    jobs: usize,
    threads: NonZeroUsize,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let mut results = Vec::with_capacity(jobs);
    let Ok(()) = in_order(jobs, threads, work, |_, result| {
        results.push(result);
        Ok::<(), Infallible>(())
    });
    results
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_their_order_and_an_error_ends_the_work() {
        for threads in 1..5 {
            let threads = NonZeroUsize::new(threads).expect("not 0");
            assert_eq!(map(50, threads, |job| job * job)[7], 49);
            assert_eq!(
                in_order(50, threads, |job| job, |job, _| if job < 20 { Ok(()) } else { Err(job) }),
                Err(20)
            );
            let (count, mut done) = (AtomicUsize::new(0), 0);
            let all: Result<(), ()> = for_each(
                30,
                threads,
                |_, thread| {
                    assert!(thread < threads.get());
                    count.fetch_add(1, Relaxed);
                },
                |_, ()| {
                    done += 1;
                    Ok(())
                },
            );
            assert_eq!((all, done, count.into_inner()), (Ok(()), 30, 30));
        }
        assert!(map(0, NonZeroUsize::MIN, |job| job).is_empty());
    }
}
