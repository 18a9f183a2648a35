//! One program under test: three pipes, a thread for each, so that no program can block the
//! harness.
//!
//! A thread writes its input, so that a program which does not read holds up no other; a thread
//! reads its output into the queues; a third keeps the last lines of its standard error. The
//! threads are not waited for: a process that has left the program's group may hold a pipe open for
//! ever.

use crate::ProcessExit;
use crate::command::CommandLine;
use crate::error::HarnessError;
use crate::limits::{WaitDeadline, WaitLimit};
use crate::output::output_parser::{OutputItem, OutputParser};
use crate::output::output_queue::{OutputEnd, OutputQueue};
use crate::output::output_reader::{LastLines, for_each_line};
use crate::process::{Pipes, ProcessGroup};
use crate::scripts::script::Script;
use cli::visible;
use std::fmt::Debug;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::process::ChildStdin;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Time between two looks at a program that is expected to end.
const POLL: Duration = Duration::from_millis(2);
/// The threads have this time to read the last output of a program that was killed.
const LAST_OUTPUT_TIME: Duration = Duration::from_millis(500);
/// Longer lines of standard error are cut; they are read only in a report.
const ERROR_LINE_BYTES: usize = 4 << 10;

#[derive(Clone, Debug)]
pub struct OutputQueues {
    pub own: Arc<OutputQueue>,
    pub other: Option<Arc<OutputQueue>>,
}

/// A program that a script drives, however it was started. It ends when this is dropped.
pub trait ScriptProgram: Debug {
    /// Sends the program a line. To one that has ended nothing is sent.
    fn send(&mut self, line: &str);

    /// Ends the program's input after what has been sent.
    fn end_input(&mut self);

    /// Waits for the program to end; `None` if it is still running at the deadline.
    fn wait_for_exit(&mut self, deadline: WaitDeadline) -> Option<ProcessExit>;

    /// Kills the program and what it has started, then reads what they have printed until then.
    fn kill(&mut self);

    /// Shows a directive, if the user wants to see everything.
    fn show_directive(&self, _text: &str) {}

    fn last_lines(&self) -> Vec<String>;
}

/// Starts the programs of scripts: the command of a script, or another one.
pub trait ScriptLauncher: Sync {
    /// Starts the program of a script, the `number`th of its test from 0. Its output goes through
    /// the parser into the queues.
    ///
    /// # Errors
    /// The program cannot be started: [`HarnessError::Program`].
    fn launch(
        &self,
        script: &Script,
        number: usize,
        parser: OutputParser,
        queues: OutputQueues,
    ) -> Result<Box<dyn ScriptProgram + Send>, HarnessError>;
}

/// A running program. It is killed, with what it has started, when this is dropped.
#[derive(Debug)]
pub struct Program {
    process: ProcessGroup,
    input: Option<Sender<String>>,
    readers: Vec<JoinHandle<()>>,
    log: VerboseLog,
    output: LastLines,
    errors: LastLines,
}

impl Program {
    pub fn start(
        command: &CommandLine,
        parser: OutputParser,
        queues: OutputQueues,
        log: VerboseLog,
    ) -> io::Result<Self> {
        let (process, pipes) = ProcessGroup::start(command.command())?;
        let (input, lines) = channel();
        let (output, errors) = (LastLines::default(), LastLines::default());
        // From here on a failure drops the program, which kills it.
        let (input, readers) = (Some(input), Vec::new());
        let mut program = Program { process, input, readers, log, output, errors };
        program.start_threads(pipes, lines, parser, queues)?;
        Ok(program)
    }

    fn start_threads(
        &mut self,
        pipes: Pipes,
        lines: Receiver<String>,
        parser: OutputParser,
        queues: OutputQueues,
    ) -> io::Result<()> {
        let Pipes { stdin, stdout, stderr } = pipes;
        let (log, output, errors) = (self.log, self.output.clone(), self.errors.clone());
        thread("input").spawn(move || write_lines(stdin, &lines))?;
        self.readers.push(thread("output").spawn(move || {
            read_output(stdout, parser, &queues, &output, |line| log.printed("output", line));
        })?);
        self.readers.push(thread("errors").spawn(move || {
            for_each_line(stderr, ERROR_LINE_BYTES, &errors, |line| {
                log.printed("stderr", line);
                ControlFlow::Continue(())
            });
        })?);
        Ok(())
    }

    /// Waits until what a program has printed before its end is read.
    fn read_last_output(&self) {
        let deadline = WaitDeadline::from_now(WaitLimit::Patience(LAST_OUTPUT_TIME));
        while !self.readers.iter().all(|reader| reader.is_finished()) && !deadline.left().is_zero()
        {
            thread::sleep(POLL);
        }
    }
}

fn thread(name: &str) -> thread::Builder {
    thread::Builder::new().name(name.to_string())
}

impl ScriptProgram for Program {
    /// Returns at once.
    fn send(&mut self, line: &str) {
        self.log.show("input", line);
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    fn end_input(&mut self) {
        self.input = None;
    }

    fn wait_for_exit(&mut self, deadline: WaitDeadline) -> Option<ProcessExit> {
        loop {
            if let Ok(Some(exit)) = self.process.exit() {
                self.read_last_output();
                return Some(exit);
            }
            if deadline.left().is_zero() {
                return None;
            }
            thread::sleep(POLL);
        }
    }

    fn kill(&mut self) {
        self.process.kill();
        self.read_last_output();
    }

    fn show_directive(&self, text: &str) {
        self.log.show("directive", text);
    }

    fn last_lines(&self) -> Vec<String> {
        let streams = [(&self.output, "output"), (&self.errors, "standard error")];
        let described = streams.map(|(lines, stream)| {
            let lines = lines.lines().into_iter().map(|line| format!("  {line}"));
            let title = [format!("the last lines of its {stream}:")];
            title.into_iter().chain(lines).collect::<Vec<_>>()
        });
        described.into_iter().filter(|lines| lines.len() > 1).flatten().collect()
    }
}

/// Writes until nothing more is sent, or until the reader is gone. Then the pipe is closed.
fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).is_err() {
            return;
        }
    }
}

/// Reads to the end of the output, or to the first line that breaks a rule. `show` is called with
/// every line.
pub fn read_output(
    stdout: impl Read,
    mut parser: OutputParser,
    queues: &OutputQueues,
    last_lines: &LastLines,
    mut show: impl FnMut(&[u8]),
) {
    let max_line_bytes = parser.max_line_bytes();
    let mut error = None;
    for_each_line(stdout, max_line_bytes, last_lines, |line| {
        show(line);
        match read_line(&mut parser, line, queues) {
            Ok(()) => ControlFlow::Continue(()),
            Err(found) => {
                error = Some(found);
                ControlFlow::Break(())
            }
        }
    });
    let error = error.or_else(|| parser.end().err());
    queues.own.end(error.map_or(OutputEnd::Closed, |error| OutputEnd::Invalid(error.to_string())));
    if let Some(other) = &queues.other {
        other.end_of_other();
    }
}

fn read_line(
    parser: &mut OutputParser,
    line: &[u8],
    queues: &OutputQueues,
) -> Result<(), HarnessError> {
    let item = parser.line(line)?;
    if let Some(remark) = parser.take_remark() {
        queues.own.put_remark(remark);
    }
    let Some(item) = item else { return Ok(()) };
    if let (OutputItem::Announcement(announcement), Some(other)) = (&item, &queues.other) {
        other.put_of_other(announcement.clone());
    }
    queues.own.put(item)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verbosity {
    Quiet,
    Verbose,
}

/// Shows what is sent to and printed by one program, on standard output.
#[derive(Clone, Copy, Debug)]
pub struct VerboseLog {
    pub verbosity: Verbosity,
    /// 0 for the only program of a test or that of `NAME-1.in`, 1 for that of `NAME-2.in`.
    pub number: usize,
}

impl VerboseLog {
    /// A line of the program, under the name of its stream.
    pub fn printed(self, stream: &str, line: &[u8]) {
        self.show(stream, String::from_utf8_lossy(line).trim_end());
    }

    pub fn show(self, what: &str, text: &str) {
        if self.verbosity == Verbosity::Verbose {
            let text = visible::lines(text);
            // If standard output is closed, its reader has seen enough.
            let _ = writeln!(io::stdout(), "[{}] {what:<9}  {text}", self.number + 1);
        }
    }
}
