//! Work on many things at a time, one on each core.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Work on one item, on a core or, with `None`, where the system chooses.
type Work<'w, T, R, E> = dyn Fn(&T, Option<usize>) -> Result<R, E> + Sync + 'w;

/// Does `work` on all items, in order, with as many threads as there are `cores`; a thread hands
/// its core on. Returns the results in the order of the items.
///
/// # Errors
/// The first error of a thread; then no thread begins another item.
pub(super) fn for_each<T: Sync, R: Send, E: Send>(
    items: &[T],
    cores: &[Option<usize>],
    work: &Work<'_, T, R, E>,
) -> Result<Vec<R>, E> {
    let next = AtomicUsize::new(0);
    let part = |core: Option<usize>| {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return Ok(done) };
            let stop = |_: &E| next.store(items.len(), Ordering::Relaxed);
            done.push((index, work(item, core).inspect_err(stop)?));
        }
    };
    let part = &part;
    let parts = thread::scope(|scope| {
        let threads: Vec<_> = cores.iter().map(|&core| scope.spawn(move || part(core))).collect();
        let ends =
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|e| resume_unwind(e)));
        ends.collect::<Vec<Result<Vec<(usize, R)>, E>>>()
    });
    let mut all: Vec<(usize, R)> = Vec::with_capacity(items.len());
    for part in parts {
        all.extend(part?);
    }
    all.sort_by_key(|(index, _)| *index);
    Ok(all.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_and_an_error_ends_the_work() {
        let items: Vec<usize> = (0..50).collect();
        let double = |&item: &usize, _: Option<usize>| Ok::<_, String>(2 * item);
        let expected: Vec<usize> = items.iter().map(|item| 2 * item).collect();
        assert_eq!(for_each(&items, &[None, Some(0), None], &double), Ok(expected));
        let done = AtomicUsize::new(0);
        let fail = |&item: &usize, _: Option<usize>| {
            done.fetch_add(1, Ordering::Relaxed);
            if item == 3 { Err("three") } else { Ok(item) }
        };
        assert_eq!(for_each(&items, &[None], &fail), Err("three"));
        assert_eq!(done.load(Ordering::Relaxed), 4);
    }
}
