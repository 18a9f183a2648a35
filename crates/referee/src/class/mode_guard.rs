//! Between two builds nobody is trusted: where the sandbox is less than full, a build can change
//! the modes of files that it can neither read nor write, and so take a classmate's program away.
//!
//! After each build the modes of all submissions, of all copies that are finished and of the
//! referee's own folders are restored, and the log names the build. With several at a time it is
//! that one or one beside it.

use crate::agent::{SandboxLevel, Seal, SealBreach};
use crate::class::stage::{LOG_FILE, Stages};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The seals of what builds must not change. Nothing, if the sandbox is full.
#[derive(Debug)]
pub(super) struct ModeGuard(Option<Mutex<Vec<Seal>>>);

impl ModeGuard {
    /// Seals the submissions and the referee's folders.
    pub(super) fn new<'a>(
        stages: &Stages<'_>,
        submissions: impl Iterator<Item = &'a PathBuf>,
        copies: &Path,
    ) -> Self {
        if stages.settings.sandbox_mode.level() == SandboxLevel::Full {
            return ModeGuard(None);
        }
        let (out, class) = (&stages.settings.out, &stages.settings.class);
        let own = [out, class].map(PathBuf::clone).into_iter().chain([out.join(LOG_FILE)]);
        let own = own.chain([copies, stages.temp_root.path()].map(Path::to_path_buf));
        let submitted = submissions.map(|folder| Seal::of_tree(folder));
        ModeGuard(Some(Mutex::new([Seal::of_modes(own)].into_iter().chain(submitted).collect())))
    }

    /// After a build: restores what it has changed, and seals what it has made.
    pub(super) fn check(&self, stages: &Stages<'_>, name: &str, copies: &Path) {
        let Some(seals) = &self.0 else { return };
        let mut seals = seals.lock().unwrap_or_else(PoisonError::into_inner);
        let several = stages.settings.cores.len() > 1;
        let who = if several { "its build, or one beside it," } else { "its build" };
        for broken in seals.iter_mut().flat_map(Seal::check) {
            let text = match broken {
                SealBreach::Restored { path, mode } => {
                    format!("{who} set the mode {mode:o} on {}; restored", visible::path(path))
                }
                SealBreach::Changed { path } => format!("{who} changed {}", visible::path(path)),
            };
            stages.log.line(&format!("{name}: tampered: {text}"));
        }
        seals.push(Seal::of_tree(&copies.join(name)));
    }
}
