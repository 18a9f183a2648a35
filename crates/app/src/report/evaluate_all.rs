//! Evaluates all games of a journal that are not evaluated yet, on several cores, and keeps each
//! game as soon as it is done.

use crate::error::AppError;
use crate::report::evaluate::ReplayedGame;
use crate::report::evaluations_file::{EvaluatedGame, EvaluationKey, EvaluationsFile};
use progress::Progress;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// How to evaluate.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Nodes for each position.
    pub nodes: u64,
    /// Threads.
    pub jobs: NonZeroUsize,
}

/// The evaluations of `games`, in their order. What `folder` keeps from an earlier report is not
/// computed again.
///
/// # Errors
/// The file of evaluations cannot be read or written.
pub fn evaluate_all(
    games: &[ReplayedGame<'_>],
    folder: &Path,
    effort: Effort,
) -> Result<Vec<EvaluatedGame>, AppError> {
    let (mut file, mut known) = EvaluationsFile::open(folder)?;
    let keys: Vec<_> = games.iter().map(|game| EvaluationKey::of(game, effort.nodes)).collect();
    let is_missing =
        |nth: &usize| !known.get(&keys[*nth]).is_some_and(|one| one.fits(&games[*nth]));
    let missing: Vec<usize> = (0..games.len()).filter(is_missing).collect();
    if !missing.is_empty() {
        let progress = progress_line(games, &missing);
        let work = |nth: usize| EvaluatedGame::compute(&games[nth], keys[nth].clone());
        for_each(&missing, effort.jobs, work, |evaluated: EvaluatedGame| {
            file.append(&evaluated)?;
            progress.add(evaluated.scores.len() as u64);
            known.insert(evaluated.key.clone(), evaluated);
            Ok(())
        })?;
        progress.finish();
    }
    Ok(in_order(&keys, &mut known))
}

fn progress_line(games: &[ReplayedGame<'_>], missing: &[usize]) -> Progress {
    let positions = |game: &ReplayedGame<'_>| game.positions.len() as u64;
    let total: u64 = games.iter().map(positions).sum();
    let left: u64 = missing.iter().map(|&nth| positions(&games[nth])).sum();
    let progress = Progress::new(total, "positions");
    progress.skip(total - left);
    progress
}

/// Every key has been evaluated by now. Two games may share a key only if their numbers agree,
/// which a journal does not allow.
fn in_order(
    keys: &[EvaluationKey],
    known: &mut HashMap<EvaluationKey, EvaluatedGame>,
) -> Vec<EvaluatedGame> {
    keys.iter().filter_map(|key| known.remove(key)).collect()
}

/// Does `work` for every element of `jobs` on `threads` threads and hands each result to `keep`, on
/// this thread. After an error no new job is begun.
fn for_each<T: Send>(
    jobs: &[usize],
    threads: NonZeroUsize,
    work: impl Fn(usize) -> T + Sync,
    mut keep: impl FnMut(T) -> Result<(), AppError>,
) -> Result<(), AppError> {
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
