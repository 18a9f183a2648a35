//! A program that lives as long as a game: its process, its pipes, and what it says.
//!
//! Two named pipes in its directory are its input and its output. A thread runs and watches it like
//! any agent (`runner::process`), another reads its output as `harness` does. All that is sent to
//! it and printed by it is kept.

use cli::visible;
use harness::{LastLines, OutputParser, OutputQueue, OutputQueues};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::stat::Mode;
use nix::unistd::mkfifo;
use runner::folder::files;
use runner::process::{RunReport, RunSpec, STDIN_PIPE, TurnClock};
use runner::{AgentDir, RunnerError, STDOUT_FILE, process};
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The most lines that are kept of a conversation.
const MOST_LINES: usize = 5_000;
/// Characters that are kept of a line.
const SHOWN: usize = 200;
/// A program that has received `quit` has this time to end.
const QUIT_TIME: Duration = Duration::from_secs(1);
/// Between two tries to send something to a program that does not read, and the most tries.
const PAUSE: Duration = Duration::from_millis(5);
const MOST_PAUSES: u32 = 6_000;
/// How long a run that was ended may take to end.
const END_TIME: Duration = Duration::from_secs(90);

/// The lines between the referee and a program. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Transcript(Arc<Mutex<Vec<String>>>);

impl Transcript {
    fn note(&self, arrow: &str, line: &str) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() < MOST_LINES {
            lines.push(format!("{arrow} {}", visible::cut(line, SHOWN)));
        }
    }

    /// The lines that were sent (`>`) or printed (`<`).
    pub fn lines(&self, arrow: char) -> Vec<String> {
        let text = self.text();
        let own = text.lines().filter_map(|line| line.strip_prefix(arrow)?.strip_prefix(' '));
        own.map(str::to_string).collect()
    }

    /// As text: `>` before what was sent, `<` before what was printed.
    pub fn text(&self) -> String {
        let lines: MutexGuard<'_, Vec<String>> =
            self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

/// The program, until it is dropped.
#[derive(Debug)]
pub struct TextProcess {
    /// `None` once it has ended.
    run: Option<JoinHandle<Result<RunReport, RunnerError>>>,
    /// `None` after its end.
    input: Option<File>,
    /// Whether something was sent: then the program had opened its input.
    has_heard: bool,
    pub begun: Instant,
    pub clock: Arc<TurnClock>,
    pub output: Arc<OutputQueue>,
    pub conversation: Transcript,
}

impl TextProcess {
    /// Starts the program of `spec` in its directory.
    ///
    /// # Errors
    /// The pipes or a thread cannot be made. A program that cannot be started is one that has
    /// ended: see [`TextProcess::report`].
    pub fn start(
        mut spec: RunSpec,
        dir: &AgentDir,
        (parser, queues): (OutputParser, OutputQueues),
    ) -> io::Result<Self> {
        let (stdin, stdout) = (pipe(dir, STDIN_PIPE)?, pipe(dir, STDOUT_FILE)?);
        // With a writer from the beginning, the program does not wait for one. A writer can be
        // opened only where there is a reader, and none may be left: a process that is started now
        // would have it for a moment, and what is sent in that moment, and then ended, would be
        // lost.
        let both = File::options().read(true).write(true).open(&stdin)?;
        let input = File::options().write(true).custom_flags(libc::O_NONBLOCK).open(&stdin)?;
        drop(both);
        let (input, has_heard, begun) = (Some(input), false, Instant::now());
        let output = Arc::clone(&queues.own);
        let (clock, conversation) = (Arc::new(TurnClock::default()), Transcript::default());
        spec.turn_clock = Some(Arc::clone(&clock));
        let (heard, from) = (conversation.clone(), stdout.clone());
        thread_named("output").spawn(move || read(&from, parser, &queues, &heard))?;
        let shared = Arc::clone(&clock);
        let run = move || {
            let report = process::run(&spec);
            shared.ended(Duration::ZERO);
            wake_reader(&stdout);
            report
        };
        let run = Some(thread_named("agent").spawn(run)?);
        Ok(TextProcess { run, input, has_heard, begun, clock, output, conversation })
    }

    /// Sends it a line, unless its input has ended. One that does not read is given up after half
    /// a minute.
    pub fn send(&mut self, line: &str) {
        self.conversation.note(">", line);
        let Some(input) = &mut self.input else { return };
        let text = format!("{line}\n");
        let mut rest = text.as_bytes();
        for _ in 0..MOST_PAUSES {
            match input.write(rest) {
                Ok(written) => {
                    self.has_heard = true;
                    rest = &rest[written..];
                }
                // It has not opened its input yet, or does not read.
                Err(error) if error.kind() == ErrorKind::WouldBlock || !self.has_heard => {
                    if self.clock.has_ended_within(PAUSE) {
                        return;
                    }
                }
                Err(_) => return,
            }
            if rest.is_empty() {
                return;
            }
        }
    }

    /// Ends its input after what has been sent. What is in a pipe that nobody has opened would be
    /// lost: so this waits until the program has done so.
    pub fn end_input(&mut self) {
        let Some(end) = self.input.take() else { return };
        for _ in 0..MOST_PAUSES {
            // Where nobody has it open for reading, the writer's end is in error.
            let mut ends = [PollFd::new(end.as_fd(), PollFlags::POLLOUT)];
            let _ = poll(&mut ends, PollTimeout::ZERO);
            let events = ends[0].revents().unwrap_or(PollFlags::POLLERR);
            if !events.contains(PollFlags::POLLERR) || self.clock.has_ended_within(PAUSE) {
                return;
            }
        }
    }

    /// Ends the program, unless it ends within this time, and returns how it has ended; `None` if
    /// that was told already.
    ///
    /// # Errors
    /// It could not be started.
    pub fn report(&mut self, patience: Duration) -> Option<Result<RunReport, RunnerError>> {
        let run = self.run.take()?;
        self.clock.wake();
        if !self.clock.has_ended_within(patience) {
            self.clock.stop();
            self.clock.has_ended_within(END_TIME);
        }
        Some(run.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    }
}

fn thread_named(name: &str) -> thread::Builder {
    thread::Builder::new().name(name.to_string())
}

fn pipe(dir: &AgentDir, name: &str) -> io::Result<PathBuf> {
    let path = dir.path().join(name);
    files::remove(&path)?;
    mkfifo(&path, Mode::S_IRUSR | Mode::S_IWUSR)?;
    Ok(path)
}

impl Drop for TextProcess {
    fn drop(&mut self) {
        self.clock.wake();
        self.send("quit");
        let _ = self.report(QUIT_TIME);
    }
}

fn read(from: &Path, parser: OutputParser, queues: &OutputQueues, heard: &Transcript) {
    match File::open(from) {
        Ok(pipe) => harness::read_output(pipe, parser, queues, &LastLines::default(), |line| {
            heard.note("<", &String::from_utf8_lossy(line))
        }),
        Err(error) => queues.own.end(harness::OutputEnd::Invalid(error.to_string())),
    }
}

/// Opens the pipe and closes it: who waits for a program that was never started then goes on.
fn wake_reader(stdout: &Path) {
    let _ = OpenOptions::new().write(true).custom_flags(libc::O_NONBLOCK).open(stdout);
}
