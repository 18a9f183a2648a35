//! The command: collects the tests, runs some at a time, prints each result in order, counts.

use crate::cases::collect::test_cases;
use crate::cases::summary::{RunSummary, describe};
use crate::cases::test_case::{CommandLauncher, RunOptions, TestCase, path_of};
use crate::cli::Cli;
use crate::error::HarnessError;
use crate::interrupt::SignalFlag;
use crate::limits::{Limits, ScriptTimes};
use crate::remark::Reading;
use crate::scripts::expected::{ExpectedMode, path_for};
use crate::scripts::program::Verbosity;
use cli::{FileIdentity, ProgressLine, pool, visible};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;

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
    let reading = if cli.strict { Reading::Strict } else { Reading::Tolerant };
    let test_cases = test_cases(&cli.scripts, reading).map_err(|errors| {
        let sentences: Vec<_> = errors.iter().map(HarnessError::to_string).collect();
        HarnessError::Usage(sentences.join("\nharness: "))
    })?;
    if cli.update {
        check_targets(&test_cases)?;
    }
    let interrupt = SignalFlag::on_signals();
    let verbosity = if cli.verbose { Verbosity::Verbose } else { Verbosity::Quiet };
    let launcher = CommandLauncher { programs: cli.program.clone(), verbosity };
    let options = options(cli, reading, &launcher, &interrupt);
    let summary = run_all(&test_cases, &options, pool::threads(Some(cli.jobs)))?;
    print(&format!("{summary}\n"));
    let signal = interrupt.signal().and_then(|signal| u8::try_from(128 + signal).ok());
    let failed = if summary.failed > 0 { FAILED } else { 0 };
    Ok(ExitCode::from(signal.unwrap_or(failed)))
}

/// No `.std` file that may be written is a script by another name.
fn check_targets(test_cases: &[TestCase]) -> Result<(), HarnessError> {
    let scripts = || test_cases.iter().flat_map(|case| &case.scripts).map(path_of);
    let read: Vec<_> = scripts().filter_map(FileIdentity::of).collect();
    for path in scripts().map(path_for) {
        if FileIdentity::of(&path).is_some_and(|written| read.contains(&written)) {
            let path = visible::path(&path);
            let sentence = format!("{path} is a script by another name; remove this link");
            return Err(HarnessError::Usage(sentence));
        }
    }
    Ok(())
}

fn options<'a>(
    cli: &Cli,
    reading: Reading,
    launcher: &'a CommandLauncher,
    interrupt: &SignalFlag,
) -> RunOptions<'a> {
    let time = ScriptTimes { per_move: cli.move_time, per_game: cli.game_time };
    RunOptions {
        limits: Limits { time, patience: cli.timeout, ..Limits::default() },
        launcher,
        reading,
        expected: if cli.update { ExpectedMode::Update } else { ExpectedMode::Check },
        interrupt: interrupt.clone(),
    }
}

/// Runs the tests and prints each result in the order of the tests, with a progress line on
/// standard error. After an interruption the tests that have begun are the last.
fn run_all(
    test_cases: &[TestCase],
    options: &RunOptions<'_>,
    jobs: NonZeroUsize,
) -> Result<RunSummary, HarnessError> {
    let progress = ProgressLine::new(test_cases.len() as u64, "tests");
    let mut summary = RunSummary::default();
    pool::in_order(
        test_cases.len(),
        jobs,
        |at| {
            let report = (!options.interrupt.is_set()).then(|| test_cases[at].run(options));
            progress.add(1);
            report
        },
        |_, report| {
            if let Some(report) = report {
                let report = report?;
                summary.add(&report);
                progress.suspend(|| print(&describe(&report)));
                progress.note(format!("{} failed", summary.failed));
            }
            Ok::<(), HarnessError>(())
        },
    )?;
    progress.finish();
    summary.not_run = test_cases.len() - summary.passed - summary.failed;
    Ok(summary)
}

/// Prints a text, in which everything is shown that a program has hidden there. If standard output
/// is closed, its reader has seen enough.
fn print(text: &str) {
    let _ = io::stdout().write_all(visible::lines(text).as_bytes());
}
