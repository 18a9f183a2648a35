//! One program as a child process: three pipes, a thread for each, and no way to be blocked by it.
//!
//! It runs in a process group of its own, and the group dies with the channel, whatever the program
//! has started. A thread writes its input, so that a program which does not read holds up nobody; a
//! thread reads its output into the mailboxes; a third keeps the last words of its standard error.
//! The threads are not waited for: somebody who has left the group may hold a pipe open for ever.

use crate::command::CommandLine;
use crate::echo::Echo;
use crate::interrupt::with_usual_signals;
use crate::limits::{Deadline, Rule};
use crate::mailbox::{Ending, Mailbox};
use crate::tail::{Tail, each_line};
use crate::transcript::{Breach, Heard, Transcript};
use nix::errno::Errno;
use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;
use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How often a program that must leave is looked at.
const GLANCE: Duration = Duration::from_millis(2);
/// What the listeners get to hear the last words of a program that was killed.
const LISTEN_ON: Duration = Duration::from_millis(500);

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// With this code.
    Code(i32),
    /// By this signal.
    Signal(Signal),
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exit::Code(code) => write!(f, "ended with exit code {code}"),
            Exit::Signal(signal) => write!(f, "was killed by {signal}"),
        }
    }
}

/// Where what a program says goes.
#[derive(Clone, Debug)]
pub struct Ears {
    /// Its own mailbox.
    pub own: Arc<Mailbox>,
    /// That of the other program.
    pub other: Option<Arc<Mailbox>>,
}

/// A running program.
#[derive(Debug)]
pub struct Channel {
    child: Child,
    input: Option<Sender<String>>,
    listeners: Vec<JoinHandle<()>>,
    /// Shows what is said.
    pub echo: Echo,
    /// The last lines of its output.
    pub output: Tail,
    /// The last lines of its standard error.
    pub errors: Tail,
}

impl Channel {
    /// Starts a program and begins to listen to it.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn open(
        command: &CommandLine,
        transcript: Transcript,
        ears: Ears,
        echo: Echo,
    ) -> io::Result<Self> {
        let mut command = command.command();
        command.process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = with_usual_signals(|| command.spawn())?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (input, lines) = channel();
        let (output, errors) = (Tail::default(), Tail::default());
        // From here on a failure drops the channel, which ends the program.
        let (input, listeners) = (Some(input), Vec::new());
        let mut opened = Channel { child, input, listeners, echo, output, errors };
        if let (Some(stdin), Some(stdout), Some(stderr)) = pipes {
            opened.attach(stdin, lines, stdout, stderr, transcript, ears)?;
        }
        Ok(opened)
    }

    fn attach(
        &mut self,
        stdin: ChildStdin,
        lines: Receiver<String>,
        stdout: ChildStdout,
        stderr: ChildStderr,
        transcript: Transcript,
        ears: Ears,
    ) -> io::Result<()> {
        let thread = |name: &str| thread::Builder::new().name(name.to_string());
        let (echo, output, errors) = (self.echo, self.output.clone(), self.errors.clone());
        thread("input").spawn(move || write_lines(stdin, &lines))?;
        let hear = move || listen(stdout, transcript, &ears, &output, echo);
        self.listeners.push(thread("output").spawn(hear)?);
        let warn = move |line: &[u8]| {
            echo.warns(line);
            ControlFlow::Continue(())
        };
        let hear = move || each_line(stderr, 4 << 10, &errors, warn);
        self.listeners.push(thread("errors").spawn(hear)?);
        Ok(())
    }

    /// Tells the program a line. Returns at once; a program that is gone hears nothing.
    pub fn tell(&self, line: &str) {
        self.echo.told(line);
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Ends the program's input after what it has been told.
    pub fn end_input(&mut self) {
        self.input = None;
    }

    /// Waits for the process to end, without collecting it: its group can still be named. None if
    /// it lives on.
    pub fn wait_for_exit(&self, deadline: Deadline) -> Option<Exit> {
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        loop {
            match waitid(Id::Pid(self.pid()), flags) {
                Ok(WaitStatus::Exited(_, code)) => return Some(Exit::Code(code)),
                Ok(WaitStatus::Signaled(_, signal, _)) => return Some(Exit::Signal(signal)),
                Ok(_) | Err(Errno::EINTR) if !deadline.left().is_zero() => thread::sleep(GLANCE),
                _ => return None,
            }
        }
    }

    /// Kills the program and what it has started, and hears what they have said until then.
    pub fn silence(&mut self) {
        self.kill();
        let deadline = Deadline::from_now(Rule::Patience(LISTEN_ON));
        let is_deaf = |listener: &JoinHandle<()>| listener.is_finished();
        while !self.listeners.iter().all(is_deaf) && !deadline.left().is_zero() {
            thread::sleep(GLANCE);
        }
    }

    /// The group first, while the process, even a dead one, keeps its number from being used again.
    fn kill(&mut self) {
        let _ = killpg(self.pid(), Signal::SIGKILL);
        // It may have changed its group.
        let _ = self.child.kill();
    }

    fn pid(&self) -> Pid {
        Pid::from_raw(self.child.id().cast_signed())
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        self.kill();
        let _ = self.child.wait();
    }
}

/// Writes until there is nothing more to write, or nobody who reads. Then the pipe is closed.
fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).is_err() {
            return;
        }
    }
}

fn listen(stdout: ChildStdout, transcript: Transcript, ears: &Ears, tail: &Tail, echo: Echo) {
    let longest = transcript.longest_line();
    let mut transcript = transcript;
    let mut breach = None;
    each_line(stdout, longest, tail, |line| {
        echo.says(line);
        match hear(&mut transcript, line, ears) {
            Ok(()) => ControlFlow::Continue(()),
            Err(found) => {
                breach = Some(found);
                ControlFlow::Break(())
            }
        }
    });
    let breach = breach.or_else(|| transcript.end().err());
    ears.own.end(breach.map_or(Ending::Closed, Ending::Broken));
    if let Some(other) = &ears.other {
        other.end_of_other();
    }
}

fn hear(transcript: &mut Transcript, line: &[u8], ears: &Ears) -> Result<(), Breach> {
    let Some(heard) = transcript.line(line)? else { return Ok(()) };
    if let (Heard::Message(message), Some(other)) = (&heard, &ears.other) {
        other.put_of_other(message.clone());
    }
    ears.own.put(heard)
}
