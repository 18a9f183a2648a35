//! Work on several threads. Results come back to one: as soon as they are there, or in their order.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// Does `work` for every element of `jobs` on `threads` threads and hands each result to `keep`, on
/// this thread, as soon as it is there. After an error of `keep` no new job is begun.
pub fn for_each<T: Send, E>(
    jobs: &[usize],
    threads: NonZeroUsize,
    work: impl Fn(usize) -> T + Sync,
    mut keep: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    let take_jobs = &|sender: Sender<T>| {
        while let Some(&job) = jobs.get(next.fetch_add(1, Relaxed)) {
            if sender.send(work(job)).is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.get().min(jobs.len()) {
            let sender = sender.clone();
            scope.spawn(move || take_jobs(sender));
        }
        drop(sender);
        // The receiver is dropped with the error: threads end after the job they are at.
        receiver.into_iter().try_for_each(&mut keep)
    })
}

/// The same for the numbers below `count`; results come in their order.
pub fn in_order<T: Send, E>(
    count: usize,
    threads: NonZeroUsize,
    work: impl Fn(usize) -> T + Sync,
    mut keep: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    let jobs: Vec<usize> = (0..count).collect();
    let (mut waiting, mut next) = (BTreeMap::new(), 0);
    for_each(
        &jobs,
        threads,
        |job| (job, work(job)),
        |(job, result)| {
            waiting.insert(job, result);
            while let Some(result) = waiting.remove(&next) {
                keep(next, result)?;
                next += 1;
            }
            Ok(())
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_their_order_and_an_error_ends_the_work() {
        for threads in 1..5 {
            let threads = NonZeroUsize::new(threads).expect("not 0");
            let mut squares = Vec::new();
            let all: Result<(), usize> = in_order(
                50,
                threads,
                |job| job * job,
                |job, square| {
                    assert_eq!(job, squares.len());
                    squares.push(square);
                    Ok(())
                },
            );
            assert_eq!((all, squares.len(), squares[7]), (Ok(()), 50, 49));
            let until = in_order(
                50,
                threads,
                |job| job,
                |job, _| match job {
                    0..20 => Ok(()),
                    _ => Err(job),
                },
            );
            assert_eq!(until, Err(20));
        }
    }
}
