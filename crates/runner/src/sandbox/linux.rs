//! The sandbox of Linux: three layers, one behind the other.
//!
//! | layer | file | against |
//! |---|---|---|
//! | namespaces | `mount_plan.rs`, or `bubblewrap.rs` | everything that the agent has no need to see |
//! | Landlock | `landlock.rs` | files outside of its directory |
//! | system call filter | `filter.rs` | what the two do not cover |
//!
//! Which of them the system grants decides the [`SandboxLevel`].

use crate::error::RunnerError;
use crate::sandbox::bubblewrap::Bubblewrap;
use crate::sandbox::filter::{Filter, Strictness};
use crate::sandbox::landlock::{Right, Rules, SandboxRuleset, folders_of, signal_scope};
use crate::sandbox::level::{NamespaceMaker, SandboxLevel};
use crate::sandbox::mount_plan::{IN_MEMORY, MountPlan, Writing};
use crate::sandbox::namespaces::{FoundMaker, maker, seen_folders, want, why_not};
use crate::sandbox::system_folders::{is_of_system, system_folders, without_private};
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The sandbox of one agent in one game, or of one build. Clones share it.
#[derive(Clone, Debug)]
pub struct Sandbox {
    rules: Arc<Rules>,
    filter: Arc<Filter>,
    namespaces: SandboxNamespaces,
}

/// What becomes of the launcher of one sandbox.
#[derive(Clone, Debug)]
enum SandboxNamespaces {
    /// It has none.
    Refused,
    /// It enters them itself.
    Own(Arc<MountPlan>),
    /// It is started in them.
    Bwrap(Arc<Bubblewrap>, SandboxParts),
    /// This process is it, and has been started in them.
    Entered,
}

/// What a sandbox is made from, for the launcher that `bwrap` starts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SandboxParts {
    own: Vec<OsString>,
    right: Right,
    readable: Vec<OsString>,
}

impl Sandbox {
    pub fn level() -> SandboxLevel {
        match (Self::has_maker(), Rules::available()) {
            (true, true) => SandboxLevel::Full,
            (false, false) => SandboxLevel::None,
            _ => SandboxLevel::Partial,
        }
    }

    /// From now on, and before anything has been asked here, only this one makes namespaces.
    pub fn want_namespaces(by: NamespaceMaker) {
        want(by);
    }

    pub fn is_by_bwrap() -> bool {
        matches!(maker(), FoundMaker::Bwrap(_))
    }

    /// What the system refuses, as a part of a sentence; `None` at the level `full`.
    pub fn refused() -> Option<String> {
        let namespaces = match maker() {
            FoundMaker::Nobody(fault) => Some(format!("namespaces ({})", why_not(fault.as_ref()))),
            FoundMaker::Own | FoundMaker::Bwrap(_) => None,
        };
        let landlock = (!Rules::available()).then(|| "Landlock (Linux 5.13)".to_string());
        let refused: Vec<_> = namespaces.into_iter().chain(landlock).collect();
        (!refused.is_empty()).then(|| refused.join(" and "))
    }

    fn has_maker() -> bool {
        !matches!(maker(), FoundMaker::Nobody(_))
    }

    pub fn available() -> bool {
        Self::level() != SandboxLevel::None
    }

    /// Whether the system, by namespaces or Linux 6.12, keeps the signals of an agent within its
    /// sandbox.
    pub fn limits_signals() -> bool {
        Self::has_maker() || signal_scope().is_some()
    }

    /// For an agent that works in `dir` and is started as `program`: all rights within `dir`;
    /// reading and executing the folder of its program, the system, the folders among `also` and
    /// the folders of the files among `also`.
    ///
    /// # Errors
    /// `dir` is missing, or the kernel refuses.
    pub fn new(dir: &Path, program: &Path, also: &[PathBuf]) -> Result<Self, RunnerError> {
        Self::for_game(dir, Right::All, program, also)
    }

    /// The same, but within `dir` the agent can only read and execute, even as root.
    ///
    /// # Errors
    /// `dir` is missing, or the kernel refuses.
    pub fn read_only(dir: &Path, program: &Path, also: &[PathBuf]) -> Result<Self, RunnerError> {
        Self::for_game(dir, Right::Read, program, also)
    }

    /// For a build: all rights within each of `dirs`; reading and executing the system and what is
    /// in the folders `also`.
    ///
    /// # Errors
    /// One of `dirs` is missing, or the kernel refuses.
    pub fn for_build(dirs: &[&Path], also: &[PathBuf]) -> Result<Self, RunnerError> {
        Self::of_parts(dirs, Right::All, also, Strictness::Build)
    }

    /// What every sandbox may read, without what is private.
    pub fn of_system() -> Vec<PathBuf> {
        system_folders()
    }

    /// Whether every sandbox may read what is there: a folder of programs and libraries.
    pub fn is_of_system(path: &Path) -> bool {
        is_of_system(path)
    }

    fn for_game(
        dir: &Path,
        right: Right,
        program: &Path,
        also: &[PathBuf],
    ) -> Result<Self, RunnerError> {
        let given = std::iter::once(program).chain(also.iter().map(PathBuf::as_path));
        let mut readable: Vec<_> = given.clone().flat_map(|path| folders_of(dir, path)).collect();
        // Each file itself, should its folder hold the files of others.
        readable.extend(given.filter(|path| path.is_file()).map(Path::to_path_buf));
        Self::of_parts(&[dir], right, &readable, Strictness::Game)
    }

    fn of_parts(
        own: &[&Path],
        right: Right,
        readable: &[PathBuf],
        alone: Strictness,
    ) -> Result<Self, RunnerError> {
        let readable: Vec<_> = readable.iter().flat_map(|path| without_private(path)).collect();
        let readable = readable.as_slice();
        let namespaces = SandboxNamespaces::around(own, right, readable);
        let namespaces = namespaces.map_err(RunnerError::system("prepare the sandbox"))?;
        let strictness = match namespaces {
            SandboxNamespaces::Refused => alone,
            _ => Strictness::Namespaces,
        };
        Self::of_walls(rules_for(own, right, readable)?, strictness, namespaces)
    }

    fn of_walls(
        rules: Rules,
        strictness: Strictness,
        namespaces: SandboxNamespaces,
    ) -> Result<Self, RunnerError> {
        let filter = Filter::new(strictness).map_err(RunnerError::system("prepare the sandbox"))?;
        Ok(Sandbox { rules: Arc::new(rules), filter: Arc::new(filter), namespaces })
    }

    /// In a launcher that was started in its namespaces: the other layers, made from the same
    /// parts.
    pub(crate) fn entered(parts: SandboxParts) -> Result<Self, RunnerError> {
        let (own, readable) = (paths(parts.own), paths(parts.readable));
        let own: Vec<_> = own.iter().map(PathBuf::as_path).collect();
        let rules = rules_for(&own, parts.right, &readable)?;
        let rules = IN_MEMORY
            .into_iter()
            .try_fold(rules, |rules, folder| rules.with_folder(Path::new(folder), Right::All))?;
        Self::of_walls(rules, Strictness::Namespaces, SandboxNamespaces::Entered)
    }

    /// Whether its launcher is the first process of a namespace, and its processes and threads
    /// count apart from those of others.
    pub(crate) fn has_namespaces(&self) -> bool {
        !matches!(self.namespaces, SandboxNamespaces::Refused)
    }

    /// The namespaces that its launcher enters.
    pub(crate) fn mount_plan(&self) -> Option<Arc<MountPlan>> {
        match &self.namespaces {
            SandboxNamespaces::Own(plan) => Some(Arc::clone(plan)),
            _ => None,
        }
    }

    /// What starts its launcher in namespaces, and what that one makes the other layers from.
    pub(crate) fn bubblewrap(&self) -> Option<(&Bubblewrap, &SandboxParts)> {
        match &self.namespaces {
            SandboxNamespaces::Bwrap(bubblewrap, parts) => Some((bubblewrap, parts)),
            _ => None,
        }
    }

    /// What a process needs to enter the other two layers.
    pub(crate) fn entry(&self) -> io::Result<SandboxRules> {
        Ok(SandboxRules { rules: self.rules.entry()?, filter: Arc::clone(&self.filter) })
    }

    /// Lets the rules know the folders of the namespaces' own, which a process in them sees.
    pub(crate) fn admit_view_of(&self, process: Pid) -> io::Result<()> {
        if self.mount_plan().is_none() {
            return Ok(());
        }
        let rules = self.rules.shared()?;
        let rules =
            rules.with_folder(&seen_by(process, "/proc"), Right::Read).map_err(io::Error::other)?;
        IN_MEMORY
            .into_iter()
            .try_fold(rules, |rules, folder| {
                rules.with_folder(&seen_by(process, folder), Right::All)
            })
            .map(drop)
            .map_err(io::Error::other)
    }
}

fn seen_by(process: Pid, folder: &str) -> PathBuf {
    PathBuf::from(format!("/proc/{process}/root{folder}"))
}

fn paths(texts: Vec<OsString>) -> Vec<PathBuf> {
    texts.into_iter().map(PathBuf::from).collect::<Vec<_>>()
}

impl SandboxNamespaces {
    fn around(own: &[&Path], right: Right, readable: &[PathBuf]) -> io::Result<Self> {
        let writing = if right == Right::All { Writing::Allowed } else { Writing::Forbidden };
        let dirs: Vec<_> = own.iter().map(|&dir| (dir, writing)).collect();
        Ok(match maker() {
            FoundMaker::Nobody(_) => SandboxNamespaces::Refused,
            FoundMaker::Own => {
                SandboxNamespaces::Own(Arc::new(MountPlan::new(&seen_folders(), readable, &dirs)?))
            }
            FoundMaker::Bwrap(program) => {
                let plan = MountPlan::new(&seen_folders(), readable, &dirs)?;
                let own = own.iter().map(OsString::from).collect();
                let readable = readable.iter().map(OsString::from).collect();
                let bubblewrap = Arc::new(Bubblewrap::new(program, &plan)?);
                SandboxNamespaces::Bwrap(bubblewrap, SandboxParts { own, right, readable })
            }
        })
    }
}

fn rules_for(own: &[&Path], right: Right, readable: &[PathBuf]) -> Result<Rules, RunnerError> {
    let rules = Rules::of_system()?.with_readable(readable)?;
    own.iter().try_fold(rules, |rules, dir| rules.with_folder(dir, right))
}

#[derive(Debug)]
pub(crate) struct SandboxRules {
    rules: SandboxRuleset,
    filter: Arc<Filter>,
}

impl SandboxRules {
    /// The file that must stay open until then.
    pub(crate) fn file(&self) -> Option<i32> {
        self.rules.file()
    }

    /// Puts the calling thread and all that it starts behind the filter, irrevocably. The kernel
    /// compiles it each time, which costs 0.3 ms, so that a launcher does it once for a game. Takes
    /// no lock and allocates no memory.
    pub(crate) fn enter_filter(&self) -> io::Result<()> {
        self.filter.enter()
    }

    /// The same for Landlock, in the agent's own process, so that its signals do not reach the
    /// launcher.
    pub(crate) fn enter_rules(&self) -> io::Result<()> {
        self.rules.enter()
    }
}
