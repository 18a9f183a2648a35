//! Between two stages nobody is trusted, nor between two builds: where the sandbox is less than
//! full, a build can change the modes of files that it can neither read nor write, and so take a
//! classmate's program away.
//!
//! There, builds are made one at a time, and after each the modes of all submissions, of all copies
//! that are finished and of the referee's own folders are restored; the log names the build. At
//! every level the same is done after each stage. A copy whose content has changed is not played.

use crate::error::ClassError;
use crate::stages::stage::{LOG_FILE, Stages};
use cli::visible;
use referee::players::Agent;
use runner::folder::{Seal, SealBreach};
use runner::sandbox::{SandboxLevel, SandboxMode};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What neither builds nor agents may change.
#[derive(Debug)]
pub struct ClassGuard<'a> {
    stages: &'a Stages<'a>,
    /// The folder of the copies.
    copies: PathBuf,
    seals: Mutex<Vec<Seal>>,
}

impl<'a> ClassGuard<'a> {
    /// Seals the submissions and the referee's folders.
    pub(crate) fn new<'p>(
        stages: &'a Stages<'a>,
        submissions: impl Iterator<Item = &'p PathBuf>,
        copies: &Path,
    ) -> Self {
        let (out, class) = (&stages.settings.out, &stages.settings.class);
        let own = [out, class].map(PathBuf::clone).into_iter().chain([out.join(LOG_FILE)]);
        let own = own.chain([copies, stages.temp_root.path()].map(Path::to_path_buf));
        let submitted = submissions.map(|folder| Seal::of_tree(folder));
        let seals = [Seal::of_modes(own)].into_iter().chain(submitted).collect();
        ClassGuard { stages, copies: copies.to_path_buf(), seals: Mutex::new(seals) }
    }

    /// The cores for builds: at less than the full level one at a time, so that none runs beside
    /// another that is not finished.
    pub(crate) fn cores(&self) -> &'a [Option<usize>] {
        let cores = &self.stages.settings.cores;
        if self.is_full() { cores } else { &cores[..cores.len().min(1)] }
    }

    /// After a build, before anything is written: restores what it has changed.
    pub(crate) fn check_build(&self, name: &str) {
        if !self.is_full() {
            for broken in self.broken() {
                self.stages.log.line(&format!("{name}: tampered: after its build {broken}"));
            }
        }
    }

    /// Seals what a build has made.
    pub(crate) fn seal_build(&self, name: &str) {
        self.seals().push(Seal::of_tree(&self.copies.join(name)));
    }

    /// After a stage. A program that is another now makes another player; one that was only touched
    /// does not.
    pub(crate) fn check_stage(&self, stage: &str, agents: &[&Agent]) -> Result<(), ClassError> {
        let is_another = |path: &Path| {
            let holds = |agent: &&&Agent| path.starts_with(self.copies.join(&agent.name));
            agents.iter().filter(holds).any(|agent| !agent.is_unchanged())
        };
        for broken in self.broken() {
            self.stages.log.line(&format!("tampered: after the {stage} {broken}"));
            // Without a sandbox an agent may keep files beside its program.
            let is_sandboxed = self.stages.settings.sandbox_mode == SandboxMode::On;
            if let SealBreach::Changed { path } = &broken
                && is_sandboxed
                && is_another(path)
            {
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

    fn broken(&self) -> Vec<SealBreach> {
        self.seals().iter_mut().flat_map(Seal::check).collect()
    }

    fn seals(&self) -> MutexGuard<'_, Vec<Seal>> {
        self.seals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_full(&self) -> bool {
        self.stages.settings.sandbox_mode.level() == SandboxLevel::Full
    }
}
