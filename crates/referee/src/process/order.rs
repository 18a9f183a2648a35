//! What is ordered of a run, and what is told of it afterward.

use crate::sandbox::Sandbox;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// One run of one agent.
#[derive(Clone, Debug)]
pub struct Order {
    /// An absolute path, or the name of a command.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// The working directory, which also gets `stdout.txt` and `stderr.txt`.
    pub dir: PathBuf,
    /// The CPU time left; whoever is seen to have used it up is killed.
    pub cpu_limit: Duration,
    /// The time that may pass: the guard against sleepers, far above the CPU limit.
    pub wall_limit: Duration,
    /// The cores it may run on; none means all of ours.
    pub cores: Option<Vec<usize>>,
    /// What it may touch; none means what we may.
    pub sandbox: Option<Sandbox>,
}

/// How a run went. When it is told, no process of it is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// User and system time of the whole tree, as `wait4` says: exact to the microsecond. Only
    /// where processes were hidden from `wait4` (see [`crate::process`]) is it what was
    /// seen of them while they lived.
    pub charge: Duration,
    /// The part of it in user mode, as the kernel splits it: by timer ticks, so roughly.
    pub user: Duration,
    /// The time that passed until nothing of the tree was left.
    pub wall: Duration,
    /// How it ended.
    pub end: End,
}

/// How a run ended. The program that was started decides; what it leaves behind is killed, charged
/// and not mentioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with this exit code.
    Exited(i32),
    /// By a signal that was not ours, with this number: a crash.
    Signaled(i32),
    /// Killed by us: the CPU time was used up.
    OverCpu,
    /// Killed by us: it slept, hung or stopped itself past the wall guard.
    OverWall,
    /// Killed by us: more processes at once than [`MOST_PROCESSES`].
    TooManyProcesses,
    /// It has killed or stopped its keeper, or spoken for it. The charge is what was seen until
    /// then.
    KeeperLost,
}

/// How many processes one run may have at once. Threads are not counted.
pub const MOST_PROCESSES: usize = 128;

/// Why there was no run.
#[derive(Debug, Error)]
pub enum LaunchError {
    /// The program is not there, not executable, or the like; or the process limit is reached.
    #[error("cannot start {}: {source}", program.display())]
    Start {
        /// What was to be started.
        program: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A file for what it prints.
    #[error("cannot write {}: {source}", path.display())]
    Capture {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A core that is not there.
    #[error("core {0} does not exist or may not be used")]
    Core(usize),
    /// Anything else that the system refuses.
    #[error("cannot {what}: {source}")]
    System {
        /// What was tried.
        what: &'static str,
        /// The cause.
        source: io::Error,
    },
}
