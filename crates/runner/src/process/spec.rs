//! What to run, and the report of it afterward.

use crate::folder::DiskUse;
use crate::folder::dir_fd::Lock;
use crate::idle_sum::IdleSum;
use crate::process::turn_clock::TurnClock;
use crate::sandbox::Sandbox;
use crate::search_path::{USUAL_PATH, search_path};
use crate::stop_flag::StopFlag;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use std::{env, slice};

#[derive(Clone, Debug)]
pub struct RunSpec {
    /// An absolute path, or the name of a command.
    pub program: PathBuf,
    pub args: Vec<OsString>,
    /// The working directory; `stdout.txt` and `stderr.txt` are made there.
    pub dir: PathBuf,
    /// The CPU time left. When the process tree has used it up, it is killed.
    pub cpu_limit: Duration,
    /// The wall time limit; far above the CPU limit, for a busy machine may let an agent wait.
    pub wall_limit: Duration,
    /// The wall time for which it may be idle without a break before it counts as hung: it uses
    /// less than a hundredth of a core, and none of its processes waits for a core or a disk.
    pub idle_limit: Duration,
    /// The same, all breaks together.
    pub idle_total: Duration,
    /// The file of its answer: when that is not empty, it may be idle for
    /// `IDLE_AFTER_ANSWER` only. `None` for a program that does not answer in a file.
    pub answer: Option<PathBuf>,
    /// The cores it may run on; `None` means all that the referee may use.
    pub cores: Option<Vec<usize>>,
    /// The most that its directory may hold, during the run and after it; `None` means no limit.
    pub disk_limit: Option<DiskUse>,
    /// The most memory of all its processes together, in bytes; `None` means no limit.
    pub memory_limit: Option<u64>,
    /// Variables of its environment besides those of every program.
    pub variables: Vec<(OsString, OsString)>,
    /// What it may touch; `None` means what the referee may.
    pub sandbox: Option<Sandbox>,
    /// With this the run can be ended from another thread; `None` means it cannot.
    pub stop: Option<StopFlag>,
    /// Gets the idle time of the run when it ends.
    pub idle_sum: IdleSum,
    /// For a program that lives as long as a game: its input and its output are pipes in its
    /// directory, [`STDIN_PIPE`] and `stdout.txt`, which somebody else has made, and in its turns
    /// this clock takes the place of `cpu_limit`.
    pub turn_clock: Option<Arc<TurnClock>>,
}

/// The pipe that is the input of a program with a [`TurnClock`].
pub const STDIN_PIPE: &str = "stdin.pipe";

impl RunSpec {
    /// The variables that the program finds: where programs are, its directory as home and for
    /// temporary files, and the language. The referee's own may hold secrets.
    pub(crate) fn environment(&self) -> Vec<(OsString, OsString)> {
        let path = search_path();
        // A folder that the sandbox hides would hide a program of the same name behind it, too.
        let seen: Vec<_> = env::split_paths(&path)
            .filter(|folder| self.sandbox.is_none() || Sandbox::is_of_system(folder))
            .collect();
        let path = env::join_paths(&seen).ok().filter(|_| !seen.is_empty());
        let path = path.unwrap_or_else(|| USUAL_PATH.into());
        let language = env::var_os("LANG").unwrap_or_else(|| "C.UTF-8".into());
        let variables = [
            ("PATH", path),
            ("HOME", self.dir.clone().into_os_string()),
            ("LANG", language),
            ("TMPDIR", self.dir.clone().into_os_string()),
        ];
        let variables = variables.map(|(name, value)| (name.into(), value));
        variables.into_iter().chain(self.variables.clone()).collect()
    }

    /// Whether the run is to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(StopFlag::is_set)
    }

    pub(crate) fn has_filled_disk(&self, lock: Lock) -> bool {
        self.disk_limit
            .is_some_and(|most| DiskUse::of(slice::from_ref(&self.dir), most, lock).exceeds(most))
    }
}

/// How a run went. No process of it is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunReport {
    /// User and system time of the whole process tree by `wait4`, exact to the microsecond. If
    /// processes were hidden from `wait4` (see [`crate::process`]), it is what was seen of
    /// them while they lived.
    pub charge: Duration,
    /// The part of it in user mode. The kernel splits by timer ticks, so this is approximate.
    pub user: Duration,
    /// Wall time until no process of the tree was left.
    pub wall: Duration,
    /// The part of it in which the agent was idle: see [`RunSpec::idle_limit`].
    pub idle: Duration,
    pub end: RunEnd,
}

/// How a run ended. The program that was started decides; processes that it leaves behind are
/// killed and charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    Exited(i32),
    /// A signal that the referee did not send ended it: a crash.
    Signaled(i32),
    /// Killed by the referee: the CPU time was used up, or the wall time of a turn.
    OverCpu,
    /// Killed by the referee: it slept, hung or stopped itself beyond a limit of wall time.
    OverWall,
    /// Killed by the referee: more processes at once than [`MOST_PROCESSES`], or more threads than
    /// any agent needs.
    TooManyProcesses,
    /// More in its directory than [`RunSpec::disk_limit`]: killed by the referee, or found when it
    /// had ended.
    TooMuchDisk,
    /// Killed by the referee: more than [`RunSpec::memory_limit`].
    TooMuchMemory,
    /// Killed by the referee, because somebody asked for it by [`RunSpec::stop`].
    Stopped,
    /// The agent killed or stopped its supervisor, or forged its report. The charge is what was
    /// seen until then.
    SupervisorLost,
}

/// The usual [`RunSpec::idle_limit`]. Nothing is worth so long a wait: an agent has
/// no connection, and a file is read in far less.
pub const IDLE_LIMIT: Duration = Duration::from_secs(30);

/// How long a program may be idle when its answer is there: one that waits for a thread or a key
/// after its answer is done with its turn.
pub const IDLE_AFTER_ANSWER: Duration = Duration::from_secs(1);

/// The most processes that one run may have at once.
pub const MOST_PROCESSES: usize = 128;

/// The most threads of all processes of a run together. A Java machine has some dozens on a large
/// computer.
pub(crate) const MOST_THREADS: u64 = 1024;

/// What a run may add to its directory. A game's agent keeps some kilobytes there; one that fills
/// the disk takes it from its opponent.
pub const MOST_DISK: DiskUse = DiskUse { bytes: 512 << 20, entries: 10_000 };
