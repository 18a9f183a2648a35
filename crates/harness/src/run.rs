//! The command: collects the tests, runs some at a time, prints each result in order, counts.

use crate::cases::collect::test_cases;
use crate::cases::summary::{RunSummary, describe};
use crate::cases::test_case::{CommandLauncher, RunOptions, TestCase, TestReport};
use crate::cli::Cli;
use crate::interrupt::SignalFlag;
use crate::limits::{Limits, ScriptTimes};
use crate::scripts::expected::ExpectedMode;
use crate::scripts::verbose::Verbosity;
use cli::ProgressLine;
use cli::visible;
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
    /// The command line or a script is wrong.
    #[error("{0}")]
    Usage(String),
    /// A `.std` file cannot be read or written.
    #[error("{0}")]
    File(String),
}

impl HarnessError {
    /// 2 for an error in the command line or a script, 4 for a file that cannot be used.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            HarnessError::Usage(_) => 2,
            HarnessError::File(_) => 4,
        })
    }
}

/// Exit code after a test that failed.
const FAILED: u8 = 1;

/// Runs the command. The exit code is 0 if all tests passed, 1 if not, 128 and the signal's number
/// after an interruption.
pub fn run(cli: &Cli) -> Result<ExitCode, HarnessError> {
    if cli.program.len() > 2 {
        return Err(HarnessError::Usage(format!(
            "--program is given {} times; give one for all scripts, or one for each of two",
            cli.program.len()
        )));
    }
    let test_cases = test_cases(&cli.scripts)
        .map_err(|errors| HarnessError::Usage(errors.join("\nharness: ")))?;
    let interrupt = SignalFlag::on_signals();
    let verbosity = if cli.verbose { Verbosity::Verbose } else { Verbosity::Quiet };
    let launcher = CommandLauncher { programs: cli.program.clone(), verbosity };
    let options = options(cli, &launcher, &interrupt);
    let summary =
        run_all(&test_cases, &options, usize::from(cli.jobs)).map_err(HarnessError::File)?;
    print(&format!("{summary}\n"));
    let signal = interrupt.signal().and_then(|signal| u8::try_from(128 + signal).ok());
    let failed = if summary.failed > 0 { FAILED } else { 0 };
    Ok(ExitCode::from(signal.unwrap_or(failed)))
}

fn options<'a>(cli: &Cli, launcher: &'a CommandLauncher, interrupt: &SignalFlag) -> RunOptions<'a> {
    let time = ScriptTimes { per_move: cli.move_time, per_game: cli.game_time };
    RunOptions {
        limits: Limits { time, patience: cli.patience, ..Limits::default() },
        launcher,
        expected: if cli.update { ExpectedMode::Update } else { ExpectedMode::Check },
        interrupt: interrupt.clone(),
    }
}

type Finished = (usize, Result<TestReport, String>);

/// Each worker takes the next test until there is none.
fn run_all(
    test_cases: &[TestCase],
    options: &RunOptions<'_>,
    jobs: usize,
) -> Result<RunSummary, String> {
    let next = AtomicUsize::new(0);
    let (sender, finished) = channel();
    thread::scope(|scope| {
        for _ in 0..jobs.min(test_cases.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !options.interrupt.is_set() {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(case) = test_cases.get(at) else { break };
                    if sender.send((at, case.run(options))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        print_all(&finished, test_cases.len())
    })
}

/// Prints the results in the order of the tests, with a progress line on standard error.
fn print_all(finished: &Receiver<Finished>, count: usize) -> Result<RunSummary, String> {
    let progress = ProgressLine::new(count as u64, "tests");
    let mut summary = RunSummary::default();
    let mut waiting = BTreeMap::new();
    let mut printed = 0;
    let mut show = |report: &TestReport| {
        summary.add(report);
        progress.suspend(|| print(&describe(report)));
        progress.note(format!("{} failed", summary.failed));
    };
    for (at, report) in finished {
        waiting.insert(at, report?);
        progress.add(1);
        while let Some(report) = waiting.remove(&printed) {
            show(&report);
            printed += 1;
        }
    }
    // Only an interruption leaves gaps.
    waiting.values().for_each(&mut show);
    progress.finish();
    summary.not_run = count - summary.passed - summary.failed;
    Ok(summary)
}

/// Prints a text, in which everything is shown that a program has hidden there. If standard output
/// is closed, nobody wants to see more of it.
fn print(text: &str) {
    let _ = io::stdout().write_all(visible::lines(text).as_bytes());
}
