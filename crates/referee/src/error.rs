//! Why records cannot be read, and why a match cannot be planned or played: a sentence that says
//! what to do, and a variant where a caller decides something.

use cli::{FileError, ProgramError, visible};
use games::NotationError;
use runner::RunnerError;
use runner::folder::listing::FolderError;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a journal, or another file of records, cannot be read or written.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The machine, not what the file holds.
    #[error("{}: {source}", visible::path(path))]
    System { path: PathBuf, source: io::Error },
    #[error(
        "there is no journal {}; name the folder of a match, or its journal.jsonl",
        visible::path(path)
    )]
    Missing { path: PathBuf },
    #[error(
        "{} is in use by another referee; wait for it, or choose another --out",
        visible::path(path)
    )]
    InUse { path: PathBuf },
    /// What the file holds.
    #[error("{0}")]
    Text(String),
}

impl JournalError {
    pub(crate) fn system(path: &Path, source: io::Error) -> Self {
        JournalError::System { path: path.to_path_buf(), source }
    }

    pub(crate) fn in_file(path: &Path, problem: impl Display) -> Self {
        JournalError::Text(format!("{}: {problem}", visible::path(path)))
    }

    /// Lines count from 1.
    pub(crate) fn no_game(path: &Path, line: usize, problem: impl Display) -> Self {
        let problem = problem.to_string().replace(" at line 1 column ", ", column ");
        JournalError::Text(format!(
            "{}, line {line}: no game of a journal ({problem}); remove the line, or name another \
             file",
            visible::path(path)
        ))
    }
}

impl From<FileError> for JournalError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Refused { path, source } | FileError::System { path, source, .. } => {
                JournalError::System { path, source }
            }
            FileError::InUse { path } => JournalError::InUse { path },
            FileError::OtherKind { path, line } => {
                JournalError::no_game(&path, line, "it begins otherwise")
            }
            FileError::Line { .. } | FileError::NotAFile { .. } | FileError::TooLarge { .. } => {
                JournalError::Text(error.to_string())
            }
        }
    }
}

#[derive(Debug, Error)]
pub enum MatchError {
    /// The user can correct it in the command, or in a file or an agent that it names.
    #[error("{0}")]
    Correctable(String),
    /// An agent is not the one with which the contest began.
    #[error("{0}")]
    Changed(String),
    /// The referee cannot go on.
    #[error("{0}")]
    Failed(String),
}

impl MatchError {
    pub(crate) fn in_file(path: &Path, problem: impl Display) -> Self {
        MatchError::Correctable(format!("{}: {problem}", visible::path(path)))
    }

    /// For `map_err`: the machine refuses to `verb` a file or folder.
    pub fn system(verb: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = visible::path(path).to_string();
        move |source| MatchError::Failed(format!("cannot {verb} {path}: {source}"))
    }
}

impl From<JournalError> for ProgramError {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::System { .. } => ProgramError::failed(error),
            JournalError::Missing { .. } | JournalError::InUse { .. } | JournalError::Text(_) => {
                ProgramError::usage(error)
            }
        }
    }
}

impl From<MatchError> for ProgramError {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Correctable(_) | MatchError::Changed(_) => ProgramError::usage(error),
            MatchError::Failed(_) => ProgramError::failed(error),
        }
    }
}

macro_rules! from_errors {
    ($variant:ident: $($error:ty),+) => {$(
        impl From<$error> for MatchError {
            fn from(error: $error) -> Self {
                MatchError::$variant(error.to_string())
            }
        }
    )+};
}

from_errors!(Correctable: NotationError, FileError, FolderError);
from_errors!(Failed: JournalError, RunnerError);
