//! The sandbox of Linux: three walls, one behind the other.
//!
//! | wall | file | against |
//! |---|---|---|
//! | namespaces | `view.rs` | everything that the agent has no need to see |
//! | Landlock | `landlock.rs` | files outside of its directory |
//! | system call filter | `filter.rs` | what the two do not cover |
//!
//! Which of them the system grants decides the [`SandboxLevel`].

use crate::agent::sandbox::filter::{Filter, Strictness};
use crate::agent::sandbox::landlock::{Right, Rules, RulesError, SYSTEM, SandboxEntry};
use crate::agent::sandbox::landlock::{folders_of, signal_scope};
use crate::agent::sandbox::level::SandboxLevel;
use crate::agent::sandbox::view::{IN_MEMORY, SandboxView, Writing};
use nix::unistd::Pid;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// Why there is no sandbox.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// Landlock.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The filter, or a path that is none.
    #[error("cannot prepare the sandbox: {0}")]
    Prepare(io::Error),
}

/// The sandbox of one agent in one game, or of one build. Clones share it.
#[derive(Clone, Debug)]
pub struct Sandbox {
    rules: Arc<Rules>,
    filter: Arc<Filter>,
    view: Option<Arc<SandboxView>>,
}

impl Sandbox {
    /// What the system grants to this user.
    pub fn level() -> SandboxLevel {
        match (SandboxView::is_possible(), Rules::available()) {
            (true, true) => SandboxLevel::Full,
            (false, false) => SandboxLevel::None,
            _ => SandboxLevel::Partial,
        }
    }

    /// What the system refuses, as a part of a sentence; `None` at the level `full`.
    pub fn refused() -> Option<String> {
        let namespaces =
            (!SandboxView::is_possible()).then(|| format!("namespaces ({})", why_not()));
        let landlock = (!Rules::available()).then(|| "Landlock (Linux 5.13)".to_string());
        let refused: Vec<_> = namespaces.into_iter().chain(landlock).collect();
        (!refused.is_empty()).then(|| refused.join(" and "))
    }

    /// Whether there is a sandbox at all.
    pub fn available() -> bool {
        Self::level() != SandboxLevel::None
    }

    /// Whether the system, by namespaces or Linux 6.12, keeps the signals of an agent within its
    /// sandbox.
    pub fn limits_signals() -> bool {
        SandboxView::is_possible() || signal_scope().is_some()
    }

    /// For an agent that works in `dir` and is started as `program`: all rights within `dir`;
    /// reading and executing the folder of its program, the system, the folders among `also` and
    /// the folders of the files among `also`.
    ///
    /// # Errors
    /// `dir` is missing, or the kernel refuses.
    pub fn new(dir: &Path, program: &Path, also: &[PathBuf]) -> Result<Self, SandboxError> {
        Self::for_game(dir, Right::All, program, also)
    }

    /// The same, but within `dir` the agent can only read and execute, even as root.
    ///
    /// # Errors
    /// `dir` is missing, or the kernel refuses.
    pub fn read_only(dir: &Path, program: &Path, also: &[PathBuf]) -> Result<Self, SandboxError> {
        Self::for_game(dir, Right::Read, program, also)
    }

    /// For a build: all rights within each of `dirs`; reading and executing the system and what is
    /// in the folders `also`.
    ///
    /// # Errors
    /// One of `dirs` is missing, or the kernel refuses.
    pub fn for_build(dirs: &[&Path], also: &[PathBuf]) -> Result<Self, SandboxError> {
        Self::of_parts(dirs, Right::All, also, Strictness::Build)
    }

    /// Whether every sandbox may read what is there: a folder of programs and libraries.
    pub fn is_of_system(path: &Path) -> bool {
        SYSTEM.iter().any(|folder| path.starts_with(folder))
    }

    fn for_game(
        dir: &Path,
        right: Right,
        program: &Path,
        also: &[PathBuf],
    ) -> Result<Self, SandboxError> {
        let mut readable = folders_of(dir, program);
        readable.extend(also.iter().flat_map(|path| folders_of(dir, path)));
        Self::of_parts(&[dir], right, &readable, Strictness::Game)
    }

    fn of_parts(
        own: &[&Path],
        right: Right,
        readable: &[PathBuf],
        alone: Strictness,
    ) -> Result<Self, SandboxError> {
        let rules = Rules::of_system()?.with_readable(readable)?;
        let rules = own.iter().try_fold(rules, |rules, dir| rules.with_folder(dir, right))?;
        let has_view = SandboxView::is_possible();
        let strictness = if has_view { Strictness::Namespaces } else { alone };
        let filter = Filter::new(strictness).map_err(SandboxError::Prepare)?;
        let writing = if right == Right::All { Writing::Allowed } else { Writing::Forbidden };
        let own: Vec<_> = own.iter().map(|&dir| (dir, writing)).collect();
        let system: Vec<_> = SYSTEM.into_iter().filter(|folder| *folder != "/proc").collect();
        let view = has_view.then(|| SandboxView::new(&system, readable, &own)).transpose();
        Ok(Sandbox {
            rules: Arc::new(rules),
            filter: Arc::new(filter),
            view: view.map_err(SandboxError::Prepare)?.map(Arc::new),
        })
    }

    /// Whether the system counts the processes and threads in it apart from those of others.
    pub(crate) fn counts_alone(&self) -> bool {
        self.view.is_some()
    }

    /// The namespaces, at the level `full`.
    pub(crate) fn view(&self) -> Option<Arc<SandboxView>> {
        self.view.clone()
    }

    /// What a process needs to enter the other two walls.
    pub(crate) fn entry(&self) -> io::Result<SandboxWalls> {
        Ok(SandboxWalls { rules: self.rules.entry()?, filter: Arc::clone(&self.filter) })
    }

    /// Lets the rules know the folders of the namespaces' own, which a process in them sees.
    pub(crate) fn admit_view_of(&self, process: Pid) -> io::Result<()> {
        if self.view.is_none() {
            return Ok(());
        }
        let seen = |folder: &str| PathBuf::from(format!("/proc/{process}/root{folder}"));
        let rules = self.rules.shared()?;
        let rules = rules.with_folder(&seen("/proc"), Right::Read).map_err(io::Error::other)?;
        let admit = |rules: Rules, folder: &str| rules.with_folder(&seen(folder), Right::All);
        IN_MEMORY.into_iter().try_fold(rules, admit).map(drop).map_err(io::Error::other)
    }
}

/// Why an ordinary user cannot make namespaces here, and who can change it.
fn why_not() -> &'static str {
    let setting = |name: &str| fs::read_to_string(format!("/proc/sys/{name}")).unwrap_or_default();
    if setting("user/max_user_namespaces").trim() == "0" {
        "user.max_user_namespaces is 0"
    } else if setting("kernel/apparmor_restrict_unprivileged_userns").trim() == "1" {
        "AppArmor allows them to programs with a profile only; docs/REFEREE.md has one for referee"
    } else if setting("kernel/unprivileged_userns_clone").trim() == "0" {
        "kernel.unprivileged_userns_clone is 0"
    } else {
        "as in most containers"
    }
}

/// Landlock and the filter for one process.
#[derive(Debug)]
pub(crate) struct SandboxWalls {
    rules: SandboxEntry,
    filter: Arc<Filter>,
}

impl SandboxWalls {
    /// The file that must stay open until then.
    pub(crate) fn file(&self) -> Option<i32> {
        self.rules.file()
    }

    /// Puts the calling thread and all that it starts behind the filter, irrevocably. The kernel
    /// compiles it each time, which costs 0.3 ms, so that a cell does it once for a game. Takes no
    /// lock and allocates no memory.
    pub(crate) fn enter_filter(&self) -> io::Result<()> {
        self.filter.enter()
    }

    /// The same for Landlock, in the agent's own process, so that its signals do not reach the
    /// cell.
    pub(crate) fn enter_rules(&self) -> io::Result<()> {
        self.rules.enter()
    }
}
