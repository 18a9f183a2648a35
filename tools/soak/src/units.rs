//! Runs the units that a journal lacks, several at a time, and sums up what was broken.

use crate::cases::Common;
use crate::error::SoakError;
use crate::journal::{UnitJournal, UnitResult};
use cli::{ProgressLine, pool};
use std::collections::BTreeMap;
use std::process::ExitCode;

/// Broken promises that are printed; the others are in the journal.
const MOST_PRINTED: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunVerdict {
    Kept,
    Broken,
}

impl RunVerdict {
    /// Of all results; prints those that are broken on standard output.
    pub fn of<R: UnitResult>(done: &BTreeMap<u32, R>) -> Self {
        let mut verdict = RunVerdict::Kept;
        let broken = done.iter().filter_map(|(unit, record)| Some((unit, record.broken()?)));
        for (unit, what) in broken.take(MOST_PRINTED) {
            println!("broken: unit {unit}: {what}");
            verdict = RunVerdict::Broken;
        }
        verdict
    }

    /// 0 or 1.
    pub fn exit_code(self) -> ExitCode {
        match self {
            RunVerdict::Kept => ExitCode::SUCCESS,
            RunVerdict::Broken => ExitCode::FAILURE,
        }
    }
}

/// Runs those of `units` that the journal lacks, some at a time, in the order given. `work` gets
/// the unit and the number of its thread, from 0. Returns the journal with all of them.
pub fn run_missing<R: UnitResult + Send>(
    units: &[u32],
    common: &Common,
    journal: UnitJournal<R>,
    progress: &ProgressLine,
    work: impl Fn(u32, usize) -> Result<R, SoakError> + Sync,
) -> Result<UnitJournal<R>, SoakError> {
    let missing: Vec<u32> =
        units.iter().copied().filter(|unit| !journal.done.contains_key(unit)).collect();
    let mut journal = journal;
    let threads = pool::threads(Some(common.jobs as usize));
    pool::for_each(
        missing.len(),
        threads,
        |job, thread| work(missing[job], thread),
        |_, record| {
            journal.append(record?)?;
            progress.add(1);
            Ok::<(), SoakError>(())
        },
    )?;
    Ok(journal)
}
