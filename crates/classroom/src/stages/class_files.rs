//! Between two stages nobody is trusted, nor between two builds: where the sandbox is less than
//! full, a build can change the modes and times of files that it can neither read nor write, and so
//! take a classmate's program away.
//!
//! There, builds are made one at a time, and after each the modes of all submissions, of all copies
//! that are finished, of the referee's own folders and of all tools are restored, and the times of
//! the files in the first two; the log names the build. At every level the same is done after each
//! stage. A copy whose content has changed is not played.

use crate::error::ClassError;
use crate::stages::equal_files::EqualFiles;
use crate::stages::stage::{ClassRun, LOG_FILE};
use cli::visible;
use referee::players::Agent;
use runner::folder::{FileChange, FileSnapshot};
use runner::sandbox::{SandboxLevel, SandboxMode};
use std::collections::BTreeSet;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{env, fs};

/// What neither builds nor agents may change.
#[derive(Debug)]
pub struct ClassFiles<'a> {
    run: &'a ClassRun<'a>,
    copies: PathBuf,
    snapshots: Mutex<Vec<FileSnapshot>>,
    equal: EqualFiles,
}

impl<'a> ClassFiles<'a> {
    pub(crate) fn new<'p>(
        run: &'a ClassRun<'a>,
        submissions: impl Iterator<Item = &'p PathBuf>,
        copies: &Path,
    ) -> Self {
        let (out, class) = (&run.settings.out, &run.settings.class);
        let own = [out, class].map(PathBuf::clone).into_iter().chain([out.join(LOG_FILE)]);
        let own = own.chain([copies, run.temp_root.path()].map(Path::to_path_buf));
        let own = own.chain(deciding(run));
        let submitted = submissions.map(|folder| FileSnapshot::of_tree(folder));
        let snapshots = [FileSnapshot::of_modes(own)].into_iter().chain(submitted).collect();
        let (copies, equal) = (copies.to_path_buf(), EqualFiles::default());
        ClassFiles { run, copies, snapshots: Mutex::new(snapshots), equal }
    }

    /// The cores for builds: at less than the full level one at a time, so that none runs beside
    /// another that is not finished.
    pub(crate) fn cores(&self) -> &'a [Option<usize>] {
        let cores = &self.run.settings.cores;
        if self.is_full() { cores } else { &cores[..cores.len().min(1)] }
    }

    /// After a build, before anything is written: restores what it has changed.
    pub(crate) fn check_build(&self, name: &str) {
        if !self.is_full() {
            for change in self.changes() {
                self.run.log.line(&format!("{name}: changed files: after its build {change}"));
            }
        }
    }

    /// After a build whose result is kept.
    pub(crate) fn share_build(&self, name: &str) {
        if self.run.settings.sandbox_mode == SandboxMode::On {
            self.equal.share(&self.copies.join(name));
        }
    }

    pub(crate) fn snapshot_build(&self, name: &str) {
        self.snapshots().push(FileSnapshot::of_tree(&self.copies.join(name)));
    }

    /// After a stage. A program that is another now makes another player; one that was only touched
    /// does not.
    pub(crate) fn check_stage(&self, stage: &str, agents: &[&Agent]) -> Result<(), ClassError> {
        for change in self.changes() {
            self.run.log.line(&format!("changed files: after the {stage} {change}"));
            // Without a sandbox an agent may keep files beside its program.
            let is_sandboxed = self.run.settings.sandbox_mode == SandboxMode::On;
            let (FileChange::Changed { path } | FileChange::Restored { path, .. }) = &change;
            if is_sandboxed && self.is_of_changed_agent(path, agents) {
                return Err(ClassError::Correctable(format!(
                    "{} was changed during the {stage}, by nobody whom the referee has started; \
                     remove {} and run the same command again: it builds those agents anew",
                    visible::path(path),
                    visible::path(&self.copies)
                )));
            }
        }
        Ok(())
    }

    fn is_of_changed_agent(&self, path: &Path, agents: &[&Agent]) -> bool {
        let mut own = agents.iter().filter(|agent| path.starts_with(self.copies.join(&agent.name)));
        own.any(|agent| !agent.is_unchanged())
    }

    fn changes(&self) -> Vec<FileChange> {
        self.snapshots().iter_mut().flat_map(FileSnapshot::check).collect()
    }

    fn snapshots(&self) -> MutexGuard<'_, Vec<FileSnapshot>> {
        self.snapshots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_full(&self) -> bool {
        self.run.settings.sandbox_mode.level() == SandboxLevel::Full
    }
}

/// What else decides marks, with the folders around it: the programs beside the referee, its
/// opponent, the tools, the temporary folder and the home of the user. Only what belongs to the
/// user can be taken away.
fn deciding(run: &ClassRun<'_>) -> BTreeSet<PathBuf> {
    let settings = run.settings;
    let referee = env::current_exe().ok();
    let beside = referee.as_deref().and_then(Path::parent).map(fs::read_dir);
    let beside = beside.and_then(Result::ok).into_iter().flatten().flatten();
    let beside = beside.map(|entry| entry.path()).filter(|path| path.is_file());
    let temp = Some(run.temp_root.path().to_path_buf());
    let programs = [referee.clone(), settings.reference.clone(), env::home_dir(), temp];
    let tools = settings.toolchain.programs().map(Path::to_path_buf);
    let all =
        programs.into_iter().flatten().chain(tools).chain([settings.class.clone()]).chain(beside);
    let around = all.flat_map(|path| path.ancestors().map(Path::to_path_buf).collect::<Vec<_>>());
    let user = owner(&settings.out);
    around.filter(|path| owner(path) == user).collect()
}

fn owner(path: &Path) -> Option<u32> {
    path.metadata().map(|about| about.uid()).ok()
}
