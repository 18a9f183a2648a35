//! Elsewhere than on Linux: each run has a supervisor of its own, a process between the referee and
//! the agent.
//!
//! It is forked from a program with threads and never calls exec. Therefore it must not take a lock
//! or allocate memory, and only makes system calls.

use crate::agent::process::capture::Capture;
use crate::agent::process::setup::{ChildSetup, SignalScope};
use crate::agent::process::signals::wait_for;
use crate::agent::process::spec::{RunSpec, StartError};
use crate::agent::process::supervisor::{default_signals, wait_for_all};
use crate::agent::process::system::{
    become_supervisor, close_files, die_with_supervisor, forbid_inspection, prepare_referee,
};
use crate::agent::process::watch::{WatchResult, kill_all, watch};
use nix::sys::signal::{SigSet, Signal, kill};
use nix::unistd::{Pid, getpid, getppid, setsid};
use std::io::{self, PipeReader, PipeWriter, Write};
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// The signal that the agent's process waits for before it becomes the agent.
const START: Signal = Signal::SIGUSR1;

/// Nobody starts cells here.
pub const fn become_cell_if_asked() {}

/// What the runs of one agent in one game have in common: nothing here.
#[derive(Debug)]
pub struct AgentCell(());

impl AgentCell {
    /// Nothing to make.
    pub(super) fn start(_: &RunSpec) -> Result<Self, StartError> {
        prepare_referee()?;
        Ok(AgentCell(()))
    }

    /// Whether the next run can be in it.
    #[allow(clippy::unused_self, reason = "as on Linux")]
    pub(super) const fn is_usable(&self) -> bool {
        true
    }

    /// What the last run has used: what is known of it.
    #[allow(clippy::unused_self, reason = "as on Linux")]
    pub(super) const fn settle(&mut self, charge: Duration) -> Duration {
        charge
    }

    /// Starts the program and watches it until nothing of it is left.
    pub(super) fn watched(
        &mut self,
        spec: &RunSpec,
        capture: &Capture,
        begun: Instant,
    ) -> Result<WatchResult, StartError> {
        let (mut supervisor, mut pipe) = start(spec, capture)?;
        let pid = Pid::from_raw(supervisor.id().cast_signed());
        let watched = watch(pid, &mut pipe, None, spec, begun);
        // It has reported or died; its own exit code says nothing.
        let _ = supervisor.wait();
        if watched.report.is_none() {
            kill_all(watched.tree.living());
        }
        Ok(watched)
    }
}

fn start(spec: &RunSpec, capture: &Capture) -> Result<(Child, PipeReader), StartError> {
    let system = |what| move |source| StartError::System { what, source };
    let (reader, writer) = io::pipe().map_err(system("make a pipe"))?;
    let mut command = Command::new(&spec.program);
    command.args(&spec.args).current_dir(&spec.dir).env_clear().envs(spec.environment());
    capture.connect(&mut command, &spec.dir).map_err(system("share a file"))?;
    insert(&mut command, ChildSetup::new(spec)?, writer);
    // Dropping the command closes the writing end here, so that the supervisor's death ends the
    // pipe.
    let supervisor = command.spawn();
    let program = spec.program.clone();
    supervisor
        .map(|supervisor| (supervisor, reader))
        .map_err(|source| StartError::Start { program, source })
}

/// Makes the command start a supervisor whose child then becomes the agent. The process that the
/// caller gets from the command is the supervisor.
fn insert(command: &mut Command, mut setup: ChildSetup, report: PipeWriter) {
    let referee = getpid();
    let fork_agent = move || fork_agent(referee, &mut setup, &report);
    // SAFETY: between fork and exec, or for as long as the supervisor lives, `fork_agent` makes
    // system calls on values prepared before; it takes no lock and allocates no memory.
    unsafe {
        command.pre_exec(fork_agent);
    }
}

/// In the process that the referee has forked: becomes the supervisor and does not return, except
/// in its child, which goes on to become the agent.
fn fork_agent(referee: Pid, setup: &mut ChildSetup, report: &PipeWriter) -> io::Result<()> {
    setsid()?;
    default_signals();
    // In this order: if the referee has died before the first call, the second notices.
    become_supervisor()?;
    expect_parent(referee)?;
    SigSet::all().thread_set_mask()?;
    let scope = setup.limit_signals(referee);
    let supervisor = getpid();
    // SAFETY: this process has one thread, so that its child may do anything.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            die_with_supervisor()?;
            expect_parent(supervisor)?;
            setsid()?;
            wait_for(&[START])?;
            SigSet::empty().thread_set_mask()?;
            setup.apply()
        }
        agent => supervise(referee, Pid::from_raw(agent), scope, report),
    }
}

fn expect_parent(expected: Pid) -> io::Result<()> {
    if getppid() == expected { Ok(()) } else { Err(io::ErrorKind::NotConnected.into()) }
}

/// The life of the supervisor.
fn supervise(referee: Pid, agent: Pid, scope: SignalScope, report: &PipeWriter) -> ! {
    close_all_but(report);
    forbid_inspection();
    // Not earlier: an agent that stopped the supervisor before would leave the referee waiting for
    // the pipe.
    let _ = kill(agent, START);
    if let Some(result) = wait_for_all(referee, agent, scope) {
        // If the referee is dead, the report is not needed.
        let _ = (&mut &*report).write_all(&result.bytes());
    }
    // SAFETY: it ends the process without running what the referee wants done at its own end.
    unsafe { libc::_exit(0) }
}

/// Closes what was inherited from the referee: pipes would not end while they are open here, among
/// them the one by which `Command` learns that the agent runs.
fn close_all_but(kept: &PipeWriter) {
    let kept = kept.as_raw_fd().unsigned_abs();
    close_files(3, kept - 1);
    close_files(kept + 1, u32::MAX);
}
