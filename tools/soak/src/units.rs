//! Runs the units that a journal lacks, several at a time, and sums up what was broken.

use crate::error::SoakError;
use crate::journal::{UnitJournal, UnitResult};
use cli::ProgressLine;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Broken promises that are printed; the others are in the journal.
const MOST_PRINTED: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promises {
    Kept,
    Broken,
}

impl Promises {
    /// Of all results; prints those that are broken on standard output.
    pub fn of<R: UnitResult>(done: &BTreeMap<u32, R>) -> Self {
        let broken = || done.iter().filter_map(|(unit, record)| Some((unit, record.broken()?)));
        for (unit, what) in broken().take(MOST_PRINTED) {
            println!("broken: unit {unit}: {what}");
        }
        if broken().next().is_some() { Promises::Broken } else { Promises::Kept }
    }

    /// 0 or 1.
    pub fn exit_code(self) -> ExitCode {
        match self {
            Promises::Kept => ExitCode::SUCCESS,
            Promises::Broken => ExitCode::FAILURE,
        }
    }
}

/// Runs those of `units` that the journal lacks, on `jobs` threads in the order given. `work` gets
/// the unit and the number of its thread, from 0. Returns the journal with all of them.
pub fn run_missing<R: UnitResult + Send>(
    units: &[u32],
    jobs: u32,
    journal: UnitJournal<R>,
    progress: &ProgressLine,
    work: impl Fn(u32, usize) -> Result<R, SoakError> + Sync,
) -> Result<UnitJournal<R>, SoakError> {
    let missing: Vec<u32> =
        units.iter().copied().filter(|unit| !journal.done.contains_key(unit)).collect();
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let journal = Mutex::new(journal);
    let worker = |thread| -> Result<(), SoakError> {
        while !failed.load(Ordering::Relaxed) {
            let Some(&unit) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            let record = work(unit, thread)?;
            journal.lock().unwrap_or_else(PoisonError::into_inner).append(record)?;
            progress.add(1);
        }
        Ok(())
    };
    thread::scope(|scope| {
        let run = |thread| worker(thread).inspect_err(|_| failed.store(true, Ordering::Relaxed));
        let threads: Vec<_> =
            (0..jobs as usize).map(|thread| scope.spawn(move || run(thread))).collect();
        let ends = threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        ends.collect::<Result<Vec<()>, _>>()
    })?;
    Ok(journal.into_inner().unwrap_or_else(PoisonError::into_inner))
}
