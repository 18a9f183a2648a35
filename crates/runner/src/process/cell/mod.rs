//! Linux: the process between the referee and an agent, which lives as long as a game.
//!
//! The *cell* is forked once for an agent and a game, enters the namespaces of the sandbox, and
//! then starts the agent for each move as its child (`process.rs`). So a move costs one fork,
//! and the price of the namespaces is paid once. In them the cell is process 1: no signal of the
//! agent reaches it, it inherits every orphan, and with it the kernel ends all that is inside.
//! Without them it is a *subreaper*, and the kernel makes it and its tree die with the referee.
//!
//! Where the system refuses namespaces to the referee, `bwrap` starts the cell in them
//! (`given.rs`); the process of `bwrap` is then between the two and only waits.
//!
//! The two speak over a socket that nothing else can open. The cell says first that it has closed
//! what it inherited (`fork_lock.rs`), and then that it is in its namespaces. From then on one byte
//! asks for a run, and one report answers. The end of the socket is the end of the other.

pub(crate) mod given;
#[allow(unsafe_code, reason = "exec with an environment, prepared before a fork")]
mod image;
mod order;
#[allow(unsafe_code, reason = "it forks, and ends without the referee's clean-up")]
mod process;

use crate::fork::clone_process;
use crate::fork_lock::starting;
use crate::process::capture::Capture;
use crate::process::cell::order::CellOrder;
use crate::process::cell::process::{CLOSED, CellProcess};
use crate::process::charge::cpu_counter::CpuCounter;
use crate::process::charge::process_tree::ProcessTree;
use crate::process::spec::{RunSpec, StartError};
use crate::process::system::{children, prepare_referee, start_time};
use crate::process::watch::{WatchResult, watch};
use crate::sandbox::{Bubblewrap, printed_error};
use crate::sandbox::{Sandbox, SandboxParts};
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::waitpid;
use nix::unistd::{Pid, getsid};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// The byte that asks for a run.
const RUN: [u8; 1] = [b'r'];

/// The cells that live. They are children of the referee in sessions of their own, as is what a
/// dead cell has left. Held while a cell is made or ended, so that no cell is ever unknown.
static CELLS: Mutex<BTreeSet<Pid>> = Mutex::new(BTreeSet::new());

fn cells() -> MutexGuard<'static, BTreeSet<Pid>> {
    CELLS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The process, until it is dropped.
#[derive(Debug)]
pub struct AgentCell {
    process: Pid,
    /// The process of `bwrap`, whose child the cell is.
    keeper: Option<Pid>,
    channel: UnixStream,
    counter: Option<CpuCounter>,
    /// The kernel takes the end of this thread for that of the referee.
    thread: ThreadId,
    is_spent: bool,
    /// In ticks since the machine started; `None` once it has been waited for.
    started: Option<u64>,
}

impl AgentCell {
    /// Starts it for the runs of `spec`. Blocks until it is in its namespaces.
    ///
    /// # Errors
    /// The system refuses.
    pub(crate) fn start(spec: &RunSpec) -> Result<Self, StartError> {
        let system = |what| move |source| StartError::System { what, source };
        prepare_referee()?;
        let home = File::open(&spec.dir).map_err(system("open the agent's directory"))?;
        let mut cell = match spec.sandbox.as_ref().and_then(Sandbox::bubblewrap) {
            Some(by) => {
                Self::by_bubblewrap(by, spec, home.into()).map_err(system("start bwrap"))?
            }
            None => Self::forked(spec, home.into())?,
        };
        if let Some(sandbox) = &spec.sandbox {
            let admitted = sandbox.admit_view_of(cell.process);
            admitted.map_err(system("make rules for the sandbox's own folders"))?;
        }
        cell.counter = CpuCounter::below(cell.process, spec.cores.clone());
        Ok(cell)
    }

    fn forked(spec: &RunSpec, home: OwnedFd) -> Result<Self, StartError> {
        let system = |what| move |source| StartError::System { what, source };
        let (ours, theirs) = UnixStream::pair().map_err(system("make a socket"))?;
        let process = CellProcess::new(spec, theirs, home)?;
        let flags = process.clone_flags();
        let mut cell = starting(|| {
            let mut cells = cells();
            // SAFETY: the child only makes system calls on values prepared before, takes no lock
            // and allocates no memory, and never returns from `live`.
            let number = match unsafe { clone_process(flags) }.map_err(system("fork"))? {
                None => process.live(),
                Some(number) => number,
            };
            cells.insert(number);
            drop(cells);
            // Its end of the socket too: if the child dies, the socket must end.
            drop(process);
            let mut cell = AgentCell::of(number, None, ours);
            cell.await_closed().map_err(system("start the process of a cell"))?;
            Ok::<_, StartError>(cell)
        })?;
        cell.await_ready().map_err(system("enter the sandbox's namespaces"))?;
        Ok(cell)
    }

    fn by_bubblewrap(
        (bubblewrap, parts): (&Bubblewrap, &SandboxParts),
        spec: &RunSpec,
        home: OwnedFd,
    ) -> io::Result<Self> {
        let order = CellOrder::new(spec, parts);
        let (ours, theirs) = UnixStream::pair()?;
        let (child, keeper) = starting(|| {
            let mut cells = cells();
            let child = bubblewrap.start(theirs, home)?;
            let keeper = Pid::from_raw(child.id().cast_signed());
            cells.insert(keeper);
            Ok::<_, io::Error>((child, keeper))
        })?;
        // Until it is ready, the process of `bwrap` stands for the cell.
        let mut cell = AgentCell::of(keeper, Some(keeper), ours);
        let ready = order.send(&mut cell.channel).and_then(|()| {
            cell.await_closed()?;
            cell.await_ready()
        });
        match (ready, children(keeper).first()) {
            (Ok(()), Some(&process)) => {
                self::cells().insert(process);
                (cell.process, cell.started) =
                    (process, Some(start_time(process).unwrap_or(u64::MAX)));
                Ok(cell)
            }
            (Err(error), _) if !is_end(&error) => Err(error),
            _ => {
                cell.end();
                Err(printed_error(child.stderr))
            }
        }
    }

    fn of(process: Pid, keeper: Option<Pid>, channel: UnixStream) -> Self {
        AgentCell {
            process,
            keeper,
            channel,
            counter: None,
            thread: thread::current().id(),
            is_spent: false,
            started: Some(start_time(process).unwrap_or(u64::MAX)),
        }
    }

    /// Whether the next run can be in it: nothing has disturbed it, and the thread is the same.
    pub(crate) fn is_usable(&self) -> bool {
        !self.is_spent && self.thread == thread::current().id()
    }

    /// Has it start the program and watches that until nothing of it is left.
    ///
    /// # Errors
    /// The program cannot be started.
    pub(crate) fn watched(
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
            let since = self.started;
            self.end();
            sweep(&watched.tree, since);
        }
        match watched.report.and_then(|report| report.refusal()) {
            Some(source) => Err(StartError::Start { program: spec.program.clone(), source }),
            None => Ok(watched),
        }
    }

    /// What the last run has used, of which the supervisor and the watch know `charge`.
    pub(crate) fn settle(&mut self, charge: Duration) -> Duration {
        let Some(counter) = &mut self.counter else { return charge };
        let used = counter.used(charge);
        counter.settle(used);
        used
    }

    fn await_closed(&mut self) -> io::Result<()> {
        self.channel.read_exact(&mut CLOSED.clone())
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
        if self.started.take().is_some() {
            let mut cells = cells();
            // With `bwrap` the kernel ends its child, and makes it one of the referee.
            let _ = kill(self.keeper.unwrap_or(self.process), Signal::SIGKILL);
            for process in self.keeper.into_iter().chain([self.process]) {
                let _ = waitpid(process, None);
                cells.remove(&process);
            }
        }
    }
}

/// Whether the other end of a channel is gone.
fn is_end(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionReset, UnexpectedEof};
    matches!(error.kind(), BrokenPipe | ConnectionReset | UnexpectedEof)
}

/// Kills what a lost cell has left. The kernel has made these processes children of the referee.
/// They are recognized by having been seen in the tree, by their session, if its leader was, or by
/// being younger than the cell and in a session that is neither the referee's nor a living cell's:
/// so on a busy machine, too, where nothing of the tree was ever seen.
fn sweep(tree: &ProcessTree, since: Option<u64>) {
    let own = getsid(None).ok();
    let is_stray = |pid: Pid| {
        let session = getsid(Some(pid)).ok();
        let is_young = || start_time(pid).is_some_and(|began| since.is_some_and(|at| began >= at));
        tree.has_seen(pid)
            || session.is_some_and(|session| tree.has_seen(session))
            || session != own && is_young()
    };
    loop {
        let cells = cells();
        let ours = children(Pid::this()).into_iter().filter(|pid| !cells.contains(pid));
        let strays: Vec<_> = ours.filter(|&pid| is_stray(pid)).collect();
        drop(cells);
        if strays.is_empty() {
            break;
        }
        for pid in strays {
            // Both fail only if it is done already.
            let _ = kill(pid, Signal::SIGKILL);
            let _ = waitpid(pid, None);
        }
    }
}

impl Drop for AgentCell {
    fn drop(&mut self) {
        self.end();
    }
}
