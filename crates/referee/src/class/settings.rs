//! What a class is graded with, and what all stages share.

use crate::agent::process::StopFlag;
use crate::agent::{SandboxMode, TempRoot};
use crate::class::class_log::ClassLog;
use crate::class::error::ClassError;
use crate::class::scheme::Scheme;
use crate::class::toolchain::Toolchain;
use std::fs;
use std::path::{Path, PathBuf};

/// What a class is graded with.
#[derive(Debug)]
pub struct ClassSettings {
    /// The folder of the submissions.
    pub class: PathBuf,
    /// The folder of all results, by its absolute path.
    pub out: PathBuf,
    /// Limits and points.
    pub scheme: Scheme,
    /// The cores to use, `None` where the system chooses: one submission or game at a time on each.
    pub cores: Vec<Option<usize>>,
    /// The day, as records have it.
    pub date: String,
    /// Whether builds and agents run in a sandbox.
    pub sandbox_mode: SandboxMode,
    /// Compilers and interpreters.
    pub toolchain: Toolchain,
    /// Breaks everything off: what is finished stays.
    pub stop: StopFlag,
    /// The program `reference`; it is needed if the scheme has levels.
    pub reference: Option<PathBuf>,
}

/// What all stages share.
#[derive(Debug)]
pub(super) struct Stages<'a> {
    pub(super) settings: &'a ClassSettings,
    pub(super) log: &'a ClassLog,
    pub(super) temp_root: &'a TempRoot,
}

impl Stages<'_> {
    /// The scheme.
    pub(super) const fn scheme(&self) -> &Scheme {
        &self.settings.scheme
    }

    /// Whether the user wants the work to go on.
    ///
    /// # Errors
    /// [`ClassError::Stopped`]
    pub(super) fn go_on(&self) -> Result<(), ClassError> {
        if self.settings.stop.is_set() { Err(ClassError::Stopped) } else { Ok(()) }
    }

    /// A folder of the results, which is made if necessary.
    ///
    /// # Errors
    /// It cannot be made.
    pub(super) fn folder(&self, name: &str) -> Result<PathBuf, ClassError> {
        let folder = self.settings.out.join(name);
        made(&folder)?;
        Ok(folder)
    }
}

/// Makes a folder if necessary.
///
/// # Errors
/// It cannot be made.
pub(super) fn made(folder: &Path) -> Result<(), ClassError> {
    fs::create_dir_all(folder).map_err(|source| ClassError::system("make", folder, source))
}
