//! One run of one agent: what it cost, exactly, and how it ended.
//!
//! Between the referee and an agent stands a keeper (`warden.rs`), a fork that no descendant of the
//! agent can leave. The referee watches the clocks of the tree (`census.rs`, `watch.rs`) and tells
//! the keeper to kill; the keeper waits for everybody, and the sum of what `wait4` says is the
//! charge. When [`run`] returns, nothing of the tree lives.
//!
//! **If the referee dies**, by whatever signal, the kernel tells each keeper, which kills its tree.
//! If a keeper dies, the kernel kills the agent itself, and hands what is left to the referee, a
//! subreaper too. Only who kills the keeper *and* the referee leaves grandchildren alone.
//!
//! **What cannot be had without a cgroup of one's own.** Children of a process that ignores SIGCHLD
//! are in nobody's `wait4`: they are charged as far as they were seen alive, so that many of a few
//! milliseconds each go free. Work done by somebody else on request (a daemon, `at`) is not seen.
//! Without a sandbox an agent of the same user can kill the referee, as it can kill anything.

mod capture;
mod census;
mod order;
mod provisions;
#[allow(unsafe_code, reason = "fork, wait4 and pre_exec have no safe form that tells CPU time")]
mod warden;
mod watch;

pub use crate::process::order::{End, LaunchError, MOST_PROCESSES, Order, Run};

use crate::process::capture::Capture;
use crate::process::provisions::Provisions;
use crate::process::watch::Sighting;
use nix::sys::prctl;
use nix::unistd::Pid;
use std::fs::File;
use std::io::{self, PipeReader};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// How much more CPU time must have been seen than `wait4` tells before we believe that some was
/// hidden from it, and not only rounded.
const HIDING: Duration = Duration::from_millis(1);

/// Runs an agent once. Blocks until nothing of it is left; several threads may do so at a time.
///
/// The thread that calls this must not end meanwhile: the kernel takes its death for the referee's.
///
/// # Errors
/// The run could not begin. However it then goes is told in the result.
pub fn run(order: &Order) -> Result<Run, LaunchError> {
    prepare_referee()?;
    let capture = Capture::open(&order.dir)?;
    let begun = Instant::now();
    let (mut keeper, pipe) = start(order, &capture)?;
    let pid = Pid::from_raw(keeper.id().cast_signed());
    let sighting = watch::watch(pid, pipe, order, begun);
    // It has reported or died; there is nothing to learn from its own exit code.
    let _ = keeper.wait();
    if sighting.report.is_none() {
        watch::sweep(&sighting.census);
    }
    let wall = begun.elapsed();
    capture.trim();
    let charge = charge(&sighting);
    let user = sighting.report.map_or(charge, |report| report.user);
    Ok(Run { charge, user, wall, end: end(&sighting) })
}

/// Once is enough, more often does no harm.
fn prepare_referee() -> Result<(), LaunchError> {
    let system = |what| move |source| LaunchError::System { what, source };
    let what = "read the list of children (the kernel's CONFIG_PROC_CHILDREN)";
    File::open(warden::CHILDREN).map_err(system(what))?;
    let subreaper = prctl::set_child_subreaper(true).map_err(io::Error::from);
    subreaper.map_err(system("become a subreaper"))
}

fn start(order: &Order, capture: &Capture) -> Result<(Child, PipeReader), LaunchError> {
    let system = |what| move |source| LaunchError::System { what, source };
    let (reader, writer) = io::pipe().map_err(system("make a pipe"))?;
    let mut command = Command::new(&order.program);
    // What it puts into temporary files then goes with its home.
    command.args(&order.args).current_dir(&order.dir).env("TMPDIR", &order.dir);
    capture.connect(&mut command).map_err(system("share a file"))?;
    warden::put_between(&mut command, Provisions::gather(order)?, writer);
    // Our end of the pipe goes with the command, so that the keeper's death is seen as its end.
    let keeper = command.spawn();
    let program = order.program.clone();
    keeper.map(|keeper| (keeper, reader)).map_err(|source| LaunchError::Start { program, source })
}

fn charge(sighting: &Sighting) -> Duration {
    let seen = sighting.census.cpu();
    let told = sighting.report.map_or(Duration::ZERO, |report| report.charge);
    if seen > told + HIDING { seen } else { told }
}

fn end(sighting: &Sighting) -> End {
    let Some(report) = sighting.report else { return End::KeeperLost };
    match (report.status.signal(), report.status.code()) {
        (Some(libc::SIGKILL), _) => sighting.verdict.unwrap_or(End::Signaled(libc::SIGKILL)),
        (Some(signal), _) => End::Signaled(signal),
        // Ended by itself, though perhaps a moment after we had decided to kill it.
        (None, code) => End::Exited(code.unwrap_or(0)),
    }
}
