//! Why a program cannot be run, or its directory not be used: a sentence, and a variant where a
//! caller finds out who is to blame. What is wrong with a folder that a user or an agent has made
//! is a [`FolderError`]: it is nobody's failure until a caller says so.

use crate::folder::listing::FolderError;
use cli::visible;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum RunnerError {
    /// The program is missing or not executable, or the limit of processes is reached.
    #[error("cannot start {}: {source}", visible::path(program))]
    Start { program: PathBuf, source: io::Error },
    /// A file for what the program prints cannot be made.
    #[error("cannot write {}: {source}", visible::path(path))]
    Capture { path: PathBuf, source: io::Error },
    /// The agent has put something in the place of a file that cannot be removed.
    #[error("cannot remove {}: {source}", visible::path(path))]
    Obstructed { path: PathBuf, source: io::Error },
    #[error("{} is not the directory it was: the agent has replaced it", visible::path(path))]
    Replaced { path: PathBuf },
    /// The machine or the caller's options; no agent is to blame.
    #[error("{0}")]
    Failed(String),
}

impl RunnerError {
    /// For `map_err`: the system refuses to do this.
    pub(crate) fn system(what: &'static str) -> impl Fn(io::Error) -> Self {
        move |source| RunnerError::Failed(format!("cannot {what}: {source}"))
    }

    /// For `map_err`: the system refuses to `verb` a file or folder.
    pub(crate) fn of_path(verb: &str, path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let what = format!("{verb} {}", visible::path(path));
        move |source| RunnerError::Failed(format!("cannot {what}: {source}"))
    }
}

/// The directory of a run cannot be filled.
impl From<FolderError> for RunnerError {
    fn from(error: FolderError) -> Self {
        RunnerError::Failed(error.to_string())
    }
}
