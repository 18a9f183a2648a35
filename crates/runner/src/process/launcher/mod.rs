//! Linux: the process between the referee and an agent, which lives as long as a game.
//!
//! The *launcher* is forked once for an agent and a game, enters the namespaces of the sandbox, and
//! then starts the agent for each move as its child (`process.rs`). So a move costs one fork, and
//! the price of the namespaces is paid once. In them the launcher is process 1: no signal of the
//! agent reaches it, it inherits every orphan, and with it the kernel ends all that is inside.
//! Without them it is a *subreaper*, and the kernel makes it and its tree die with the referee.
//!
//! Where the system refuses namespaces to the referee, `bwrap` starts the launcher in them
//! (`in_bwrap.rs`); the process of `bwrap` is then between the two and only waits.
//!
//! The two speak over a socket that nothing else can open. The launcher says first that it has
//! closed what it inherited (`fork.rs`), and then that it is in its namespaces. From then on one
//! byte asks for a run, and one report answers. The end of the socket is the end of the other.

#[allow(unsafe_code, reason = "exec with an environment, prepared before a fork")]
mod image;
pub(crate) mod in_bwrap;
#[allow(unsafe_code, reason = "it forks, and ends without the referee's clean-up")]
mod process;
mod request;

use crate::error::RunnerError;
use crate::fork::{clone_process, starting};
use crate::process::capture::Capture;
use crate::process::charge::cpu_counter::CpuCounter;
use crate::process::charge::process_tree::ProcessTree;
use crate::process::launcher::process::{CLOSED, LauncherProcess};
use crate::process::launcher::request::LaunchRequest;
use crate::process::process_facts::{children, start_time};
use crate::process::spec::RunSpec;
use crate::process::system::prepare_referee;
use crate::process::watch::{WatchResult, watch};
use crate::sandbox::{Bubblewrap, Sandbox, SandboxParts, printed_error};
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

/// The launchers that live. They are children of the referee in sessions of their own, as is what a
/// dead launcher has left. Held while a launcher is made or ended, so that no launcher is ever
/// unknown.
static LAUNCHERS: Mutex<BTreeSet<Pid>> = Mutex::new(BTreeSet::new());

fn launchers() -> MutexGuard<'static, BTreeSet<Pid>> {
    LAUNCHERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The process, until it is dropped.
#[derive(Debug)]
pub struct Launcher {
    process: Pid,
    /// The process of `bwrap`, whose child the launcher is.
    parent: Option<Pid>,
    channel: UnixStream,
    counter: Option<CpuCounter>,
    /// The kernel takes the end of this thread for that of the referee.
    thread: ThreadId,
    is_spent: bool,
    /// In ticks since the machine started; `None` once it has been waited for.
    started: Option<u64>,
}

impl Launcher {
    /// Starts it for the runs of `spec`. Blocks until it is in its namespaces.
    ///
    /// # Errors
    /// The system refuses.
    pub(crate) fn start(spec: &RunSpec) -> Result<Self, RunnerError> {
        prepare_referee()?;
        let home =
            File::open(&spec.dir).map_err(RunnerError::system("open the agent's directory"))?;
        let mut launcher = match spec.sandbox.as_ref().and_then(Sandbox::bubblewrap) {
            Some(by) => Self::by_bubblewrap(by, spec, home.into())
                .map_err(RunnerError::system("start bwrap"))?,
            None => Self::forked(spec, home.into())?,
        };
        if let Some(sandbox) = &spec.sandbox {
            let admitted = sandbox.admit_view_of(launcher.process);
            admitted.map_err(RunnerError::system("make rules for the sandbox's own folders"))?;
        }
        launcher.counter = CpuCounter::below(launcher.process, spec.cores.clone());
        Ok(launcher)
    }

    fn forked(spec: &RunSpec, home: OwnedFd) -> Result<Self, RunnerError> {
        let (ours, theirs) = UnixStream::pair().map_err(RunnerError::system("make a socket"))?;
        let process = LauncherProcess::new(spec, theirs, home)?;
        let flags = process.clone_flags();
        let mut launcher = starting(|| {
            let mut launchers = launchers();
            // SAFETY: the child only makes system calls on values prepared before, takes no lock
            // and allocates no memory, and never returns from `live`.
            let number =
                match unsafe { clone_process(flags) }.map_err(RunnerError::system("fork"))? {
                    None => process.live(),
                    Some(number) => number,
                };
            launchers.insert(number);
            drop(launchers);
            // Its end of the socket too: if the child dies, the socket must end.
            drop(process);
            let mut launcher = Launcher::of(number, None, ours);
            launcher
                .await_closed()
                .map_err(RunnerError::system("start the process of a launcher"))?;
            Ok::<_, RunnerError>(launcher)
        })?;
        launcher.await_ready().map_err(RunnerError::system("enter the sandbox's namespaces"))?;
        Ok(launcher)
    }

    fn by_bubblewrap(
        (bubblewrap, parts): (&Bubblewrap, &SandboxParts),
        spec: &RunSpec,
        home: OwnedFd,
    ) -> io::Result<Self> {
        let request = LaunchRequest::new(spec, parts);
        let (ours, theirs) = UnixStream::pair()?;
        let (child, parent) = starting(|| {
            let mut launchers = launchers();
            let child = bubblewrap.start(theirs, home)?;
            let parent = Pid::from_raw(child.id().cast_signed());
            launchers.insert(parent);
            Ok::<_, io::Error>((child, parent))
        })?;
        // Until it is ready, the process of `bwrap` stands for the launcher.
        let mut launcher = Launcher::of(parent, Some(parent), ours);
        let ready = request.send(&mut launcher.channel).and_then(|()| {
            launcher.await_closed()?;
            launcher.await_ready()
        });
        match (ready, children(parent).first()) {
            (Ok(()), Some(&process)) => {
                self::launchers().insert(process);
                (launcher.process, launcher.started) =
                    (process, Some(start_time(process).unwrap_or(u64::MAX)));
                Ok(launcher)
            }
            (Err(error), _) if !is_end(&error) => Err(error),
            _ => {
                launcher.end();
                Err(printed_error(child.stderr))
            }
        }
    }

    fn of(process: Pid, parent: Option<Pid>, channel: UnixStream) -> Self {
        Launcher {
            process,
            parent,
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
    ) -> Result<WatchResult, RunnerError> {
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
            Some(source) => Err(RunnerError::Start { program: spec.program.clone(), source }),
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
            let mut launchers = launchers();
            // With `bwrap` the kernel ends its child, and makes it one of the referee.
            let _ = kill(self.parent.unwrap_or(self.process), Signal::SIGKILL);
            for process in self.parent.into_iter().chain([self.process]) {
                let _ = waitpid(process, None);
                launchers.remove(&process);
            }
        }
    }
}

/// Whether the other end of a channel is gone.
fn is_end(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionReset, UnexpectedEof};
    matches!(error.kind(), BrokenPipe | ConnectionReset | UnexpectedEof)
}

/// Kills what a lost launcher has left. The kernel has made these processes children of the
/// referee.
fn sweep(tree: &ProcessTree, since: Option<u64>) {
    loop {
        let launchers = launchers();
        let ours = children(Pid::this()).into_iter().filter(|pid| !launchers.contains(pid));
        let strays: Vec<_> = ours.filter(|&pid| is_stray(pid, tree, since)).collect();
        drop(launchers);
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

/// A stray is recognized by having been seen in the tree, by its session, if its leader was, or by
/// being younger than the launcher and in a session that is neither the referee's nor a living
/// launcher's: so on a busy machine, too, where nothing of the tree was ever seen.
fn is_stray(pid: Pid, tree: &ProcessTree, since: Option<u64>) -> bool {
    let session = getsid(Some(pid)).ok();
    tree.has_seen(pid)
        || session.is_some_and(|session| tree.has_seen(session))
        || session != getsid(None).ok()
            && start_time(pid).is_some_and(|began| since.is_some_and(|at| began >= at))
}

impl Drop for Launcher {
    fn drop(&mut self) {
        self.end();
    }
}
