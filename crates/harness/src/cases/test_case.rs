//! One test: a script with its program, or two scripts whose programs play each other.

use crate::command::CommandLine;
use crate::error::HarnessError;
use crate::interrupt::SignalFlag;
use crate::limits::Limits;
use crate::output::output_parser::OutputParser;
use crate::output::output_queue::OutputQueue;
use crate::remark::{Reading, Remark};
use crate::scripts::expected::{ExpectedMode, FileComparison, compare_or_write, path_for};
use crate::scripts::failure::{FailureReason, Location, ScriptFailure};
use crate::scripts::program::{
    OutputQueues, Program, ScriptLauncher, ScriptProgram, VerboseLog, Verbosity,
};
use crate::scripts::script::{NoProgram, ReadScript, Script};
use crate::scripts::script_format::ScriptFormat;
use crate::scripts::script_run::ScriptRun;
use cli::visible;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

pub struct RunOptions<'a> {
    pub limits: Limits,
    pub launcher: &'a dyn ScriptLauncher,
    pub expected: ExpectedMode,
    pub reading: Reading,
    pub interrupt: SignalFlag,
}

#[derive(Clone, Debug)]
pub struct CommandLauncher {
    /// Programs to be run in place of those that the scripts name: empty, one for all scripts, or
    /// one for the first and one for the second script of a pair.
    pub programs: Vec<CommandLine>,
    pub verbosity: Verbosity,
}

impl ScriptLauncher for CommandLauncher {
    fn launch(
        &self,
        script: &Script,
        number: usize,
        parser: OutputParser,
        queues: OutputQueues,
    ) -> Result<Box<dyn ScriptProgram + Send>, HarnessError> {
        let replacement = self.programs.get(number).or_else(|| self.programs.first());
        let command = replacement.unwrap_or(&script.command);
        let log = VerboseLog { verbosity: self.verbosity, number };
        log.show("run", &command.to_string());
        match Program::start(command, parser, queues, log) {
            Ok(program) => Ok(Box::new(program)),
            Err(source) => {
                let remedy = remedy(replacement.is_none().then_some(script.format));
                let sentence = format!("cannot start `{command}`: {source}; {remedy}");
                Err(HarnessError::Program(sentence))
            }
        }
    }
}

/// A test of one script, or of two whose programs play against each other.
#[derive(Debug)]
pub struct TestCase {
    pub scripts: Vec<ReadScript>,
}

#[derive(Debug)]
pub struct ScriptReport {
    pub path: PathBuf,
    pub result: Result<FileComparison, ScriptFailure>,
    /// One for each kind of thing that is nearly in its form.
    pub remarks: Vec<Remark>,
}

#[derive(Debug)]
pub struct TestReport {
    pub scripts: Vec<ScriptReport>,
    pub time: Duration,
}

impl TestReport {
    /// True if nothing failed and nothing differs.
    pub fn passed(&self) -> bool {
        !self
            .scripts
            .iter()
            .any(|script| matches!(script.result, Err(_) | Ok(FileComparison::Different(_))))
    }
}

impl TestCase {
    /// Runs it. When this returns, the programs have ended, and what they have started is killed.
    /// An error is about a `.std` file that cannot be read or written.
    pub fn run(&self, options: &RunOptions<'_>) -> Result<TestReport, HarnessError> {
        let begun = Instant::now();
        let queues = [queue(options), queue(options)];
        let mut results = match self.scripts.as_slice() {
            [Ok(first), Ok(second)] => run_pair([first, second], &queues, options).into(),
            [Ok(script)] => vec![run_one(script, &queues[0], options)],
            scripts => scripts.iter().map(not_run).collect(),
        };
        let time = begun.elapsed();
        hide_consequences(&mut results);
        let all_ran = results.iter().all(Result::is_ok);
        // The output of a test that failed is not to be expected from now on.
        let mode = if all_ran { options.expected } else { ExpectedMode::Check };
        let mut scripts = Vec::new();
        for ((script, result), queue) in self.scripts.iter().zip(results).zip(&queues) {
            let of_script = script.iter().flat_map(|script| script.remarks.clone());
            let remarks = of_script.chain(queue.take_remarks()).collect();
            let script = path_of(script);
            let path = path_for(script);
            let result = match result {
                Ok(seen) => Ok(compare_or_write(&path, &seen, mode).map_err(|error| {
                    HarnessError::File(format!("{}: {error}", visible::path(path)))
                })?),
                Err(failure) => Err(failure),
            };
            scripts.push(ScriptReport { path: script.to_path_buf(), result, remarks });
        }
        Ok(TestReport { scripts, time })
    }
}

type Collected = Result<Vec<String>, ScriptFailure>;

pub fn path_of(script: &ReadScript) -> &Path {
    match script {
        Ok(script) => &script.path,
        Err(no_program) => &no_program.path,
    }
}

/// The failure of a script in a test of which at least one names no program.
fn not_run(script: &ReadScript) -> Collected {
    let (location, reason) = match script {
        Ok(_) => (Location::Start, FailureReason::OtherFailed),
        Err(NoProgram { path, line: None, message }) => {
            let sentence = format!("{}: {message}", visible::path(path));
            (Location::Start, FailureReason::Own(sentence))
        }
        Err(NoProgram { line: Some(line), message, .. }) => {
            (Location::Line(*line), FailureReason::Own(message.clone()))
        }
    };
    Err(ScriptFailure { location, reason, last_lines: Vec::new() })
}

fn run_one(script: &Script, queue: &Arc<OutputQueue>, options: &RunOptions<'_>) -> Collected {
    start(script, 0, OutputQueues { own: Arc::clone(queue), other: None }, options)?.run()
}

fn queue(options: &RunOptions<'_>) -> Arc<OutputQueue> {
    Arc::new(OutputQueue::new(options.limits.max_unread, options.interrupt.clone()))
}

fn start<'a>(
    script: &'a Script,
    number: usize,
    queues: OutputQueues,
    options: &RunOptions<'_>,
) -> Result<ScriptRun<'a>, ScriptFailure> {
    let RunOptions { limits, launcher, .. } = options;
    let parser = OutputParser::new(script.game(), *limits, options.reading);
    let queue = Arc::clone(&queues.own);
    let program = launcher.launch(script, number, parser, queues).map_err(|error| {
        let (location, reason) = (Location::Start, FailureReason::Own(error.to_string()));
        ScriptFailure { location, reason, last_lines: Vec::new() }
    })?;
    Ok(ScriptRun::new(script, program, queue, *limits))
}

/// Advice about a program that cannot be started, named by a script of this format or by the
/// user. A first line that was not meant as a command is taken for one.
const fn remedy(format: Option<ScriptFormat>) -> &'static str {
    match format {
        None => "build it, or name another one with --program",
        Some(ScriptFormat::Hash) => "build it, or name another program with --program",
        Some(ScriptFormat::Star) => {
            "build it, name another program with --program, or, if the script's first line is no \
             command, write `#* COMMAND` above it"
        }
    }
}

/// Both are started before either is sent anything, so that none waits for one that cannot start.
fn run_pair(
    scripts: [&Script; 2],
    [first, second]: &[Arc<OutputQueue>; 2],
    options: &RunOptions<'_>,
) -> [Collected; 2] {
    let runs = [
        start(scripts[0], 0, queues(first, second), options),
        start(scripts[1], 1, queues(second, first), options),
    ];
    if runs.iter().any(Result::is_err) {
        first.set_other_failed();
        second.set_other_failed();
    }
    let [one, two] = runs;
    thread::scope(|scope| {
        let first_of_two = scope.spawn(|| run_against(one, second));
        let last = run_against(two, first);
        [first_of_two.join().unwrap_or_else(|panic| resume_unwind(panic)), last]
    })
}

fn queues(own: &Arc<OutputQueue>, other: &Arc<OutputQueue>) -> OutputQueues {
    OutputQueues { own: Arc::clone(own), other: Some(Arc::clone(other)) }
}

/// A failure that has its cause here ends the other program's script too.
fn run_against(run: Result<ScriptRun<'_>, ScriptFailure>, other: &OutputQueue) -> Collected {
    let collected = run.and_then(ScriptRun::run);
    if collected.as_ref().is_err_and(|failure| !failure.reason.is_consequence()) {
        other.set_other_failed();
    }
    collected
}

/// Of two failures, one often follows from the other. It is reported as that.
fn hide_consequences(results: &mut [Collected]) {
    let [Err(one), Err(two)] = results else { return };
    let both_differ = [&one, &two]
        .iter()
        .all(|failure| matches!(failure.reason, FailureReason::ResultsDiffer { .. }));
    let (cause, consequence) = if one.reason.is_consequence() { (two, one) } else { (one, two) };
    if both_differ {
        consequence.reason = FailureReason::OtherFailed;
    }
    if !cause.reason.is_consequence() && consequence.reason.is_consequence() {
        consequence.reason = FailureReason::OtherFailed;
        consequence.last_lines.clear();
    }
}
