//! Linux: the process between the referee and an agent, which lives as long as a game.
//!
//! The *cell* is forked once for an agent and a game, enters the namespaces of the sandbox, and
//! then starts the agent for each move as its child (`cell_process.rs`). So a move costs one fork,
//! and the price of the namespaces is paid once. In them the cell is process 1: no signal of the
//! agent reaches it, it inherits every orphan, and with it the kernel ends all that is inside.
//! Without them it is a *subreaper*, and the kernel makes it and its tree die with the referee.
//!
//! The two speak over a socket that nothing else can open: one byte asks for a run, one report
//! answers. The end of the socket is the end of the other.

use crate::agent::process::capture::Capture;
use crate::agent::process::cell_process::CellProcess;
use crate::agent::process::cpu_counter::CpuCounter;
use crate::agent::process::spec::{RunSpec, StartError};
use crate::agent::process::system::{clone_process, prepare_referee};
use crate::agent::process::watch::{WatchResult, watch};
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::waitpid;
use nix::unistd::Pid;
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// The byte that asks for a run.
const RUN: [u8; 1] = [b'r'];

/// The process, until it is dropped.
#[derive(Debug)]
pub struct Cell {
    process: Pid,
    channel: UnixStream,
    counter: Option<CpuCounter>,
    /// The kernel takes the end of this thread for that of the referee.
    thread: ThreadId,
    is_spent: bool,
}

impl Cell {
    /// Starts it for the runs of `spec`. Blocks until it is in its namespaces.
    ///
    /// # Errors
    /// The system refuses.
    pub(super) fn start(spec: &RunSpec) -> Result<Self, StartError> {
        let system = |what| move |source| StartError::System { what, source };
        prepare_referee()?;
        let (ours, theirs) = UnixStream::pair().map_err(system("make a socket"))?;
        let process = CellProcess::new(spec, theirs)?;
        let flags = process.clone_flags();
        // SAFETY: the child only makes system calls on values prepared before, takes no lock and
        // allocates no memory, and never returns from `live`.
        let process = match unsafe { clone_process(flags) }.map_err(system("fork"))? {
            None => process.live(),
            Some(process) => process,
        };
        let mut cell = Cell {
            process,
            channel: ours,
            counter: None,
            thread: thread::current().id(),
            is_spent: false,
        };
        cell.await_ready().map_err(system("enter the sandbox's namespaces"))?;
        if let Some(sandbox) = &spec.sandbox {
            let admitted = sandbox.admit_view_of(process);
            admitted.map_err(system("make rules for the sandbox's own folders"))?;
        }
        cell.counter = CpuCounter::of(process, spec.cores.clone());
        Ok(cell)
    }

    /// Whether the next run can be in it: nothing has disturbed it, and the thread is the same.
    pub(super) fn is_usable(&self) -> bool {
        !self.is_spent && self.thread == thread::current().id()
    }

    /// Has it start the program and watches that until nothing of it is left.
    ///
    /// # Errors
    /// The program cannot be started.
    pub(super) fn watched(
        &mut self,
        spec: &RunSpec,
        _: &Capture,
        begun: Instant,
    ) -> Result<WatchResult, StartError> {
        // If it is dead, the watch finds that out.
        let _ = self.channel.write_all(&RUN);
        let counter = self.counter.as_ref();
        let watched = watch(self.process, &mut self.channel, counter, spec, begun);
        // An order to stop may have come after the report; the next run must not get it.
        self.is_spent = watched.report.is_none() || watched.kill_reason.is_some();
        if watched.report.is_none() {
            self.end();
        }
        match watched.report.and_then(|report| report.refusal()) {
            Some(source) => Err(StartError::Start { program: spec.program.clone(), source }),
            None => Ok(watched),
        }
    }

    /// What the last run has used, of which the supervisor and the watch know `charge`.
    pub(super) fn settle(&mut self, charge: Duration) -> Duration {
        let Some(counter) = &mut self.counter else { return charge };
        let used = counter.used(charge);
        counter.settle(used);
        used
    }

    fn await_ready(&mut self) -> io::Result<()> {
        let mut refused = [0; 4];
        self.channel.read_exact(&mut refused)?;
        match i32::from_le_bytes(refused) {
            0 => Ok(()),
            number => Err(io::Error::from_raw_os_error(number)),
        }
    }

    /// Ends the process, and in namespaces all that is in them.
    fn end(&mut self) {
        let _ = kill(self.process, Signal::SIGKILL);
        // It fails if it was waited for already.
        let _ = waitpid(self.process, None);
    }
}

impl Drop for Cell {
    fn drop(&mut self) {
        self.end();
    }
}
