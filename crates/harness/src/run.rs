//! What the command does: collect the tests, run some at a time, tell of each in order, count.

use crate::cli::Cli;
use crate::collect::{CollectError, trials};
use crate::echo::Volume;
use crate::interrupt::{Stop, watch};
use crate::limits::{Limits, Pace};
use crate::standard::Standard;
use crate::summary::{Summary, tell};
use crate::trial::{Conditions, Report, StandardError, Trial};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use thiserror::Error;

/// Why tests were not run, or not to the end.
#[derive(Debug, Error)]
pub enum HarnessError {
    /// Words or scripts that are no tests.
    #[error("{}", lines(.0))]
    Collect(Vec<CollectError>),
    /// More programs than seats.
    #[error("--program is given {0} times; give one for all scripts, or one for each of two")]
    Programs(usize),
    /// A `.std` file.
    #[error(transparent)]
    Standard(#[from] StandardError),
}

fn lines(errors: &[CollectError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\nharness: ")
}

impl HarnessError {
    /// 2 for what the user can mend in the command or a script, 4 for trouble with files.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            HarnessError::Collect(_) | HarnessError::Programs(_) => 2,
            HarnessError::Standard(_) => 4,
        })
    }
}

/// Some tests failed.
const FAILED: u8 = 1;

/// Does what was asked; 0 if all tests passed, 1 if not.
///
/// # Errors
/// [`HarnessError`] says what to do.
pub fn run(cli: &Cli) -> Result<ExitCode, HarnessError> {
    if cli.program.len() > 2 {
        return Err(HarnessError::Programs(cli.program.len()));
    }
    let trials = trials(&cli.scripts).map_err(HarnessError::Collect)?;
    let stop = watch();
    let summary = run_all(&trials, &conditions(cli, &stop), usize::from(cli.jobs))?;
    say(&format!("{summary}\n"));
    let signal = stop.signal().and_then(|signal| u8::try_from(128 + signal).ok());
    let failed = if summary.failed > 0 { FAILED } else { 0 };
    Ok(ExitCode::from(signal.unwrap_or(failed)))
}

fn conditions(cli: &Cli, stop: &Stop) -> Conditions {
    let pace = Pace { each_move: cli.move_time, game: cli.game_time };
    Conditions {
        limits: Limits { pace, patience: cli.patience, ..Limits::default() },
        programs: cli.program.clone(),
        volume: if cli.verbose { Volume::Verbose } else { Volume::Silent },
        standard: if cli.update { Standard::Updated } else { Standard::Checked },
        stop: stop.clone(),
    }
}

type Finished = (usize, Result<Report, StandardError>);

/// Each worker takes the next test until there is none.
fn run_all(
    trials: &[Trial],
    conditions: &Conditions,
    jobs: usize,
) -> Result<Summary, StandardError> {
    let next = AtomicUsize::new(0);
    let (sender, finished) = channel();
    thread::scope(|scope| {
        for _ in 0..jobs.min(trials.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !conditions.stop.is_set() {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(trial) = trials.get(at) else { break };
                    if sender.send((at, trial.run(conditions))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        tell_all(&finished, trials.len())
    })
}

/// Tells of the tests in their order, with a progress line on standard error if it is a terminal.
fn tell_all(finished: &Receiver<Finished>, count: usize) -> Result<Summary, StandardError> {
    let bar = ProgressBar::new(count as u64);
    let style = ProgressStyle::with_template("{pos}/{len} tests  {elapsed}  {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut summary = Summary::default();
    let mut waiting = BTreeMap::new();
    let mut told = 0;
    let mut show = |report: &Report| {
        summary.add(report);
        bar.suspend(|| say(&tell(report)));
        bar.set_message(format!("{} failed", summary.failed));
    };
    for (at, report) in finished {
        waiting.insert(at, report?);
        bar.inc(1);
        while let Some(report) = waiting.remove(&told) {
            show(&report);
            told += 1;
        }
    }
    // Only an interruption leaves gaps.
    waiting.values().for_each(&mut show);
    bar.finish_and_clear();
    summary.left_out = count - summary.passed - summary.failed;
    Ok(summary)
}

/// Whoever has stopped reading us wants no more of it.
fn say(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
}
