//! Why a class, a submission or a file could not be worked with.

use cli::{FileError, ProgramError, visible};
use referee::{JournalError, MatchError};
use runner::RunnerError;
use runner::folder::files;
use std::io;
use std::path::Path;
use thiserror::Error;

/// A sentence, and the variant that decides the exit code. What is wrong with one submission is
/// correctable, and becomes the student's remark.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum ClassError {
    /// The user can correct it in the command or in the folders.
    #[error("{0}")]
    Correctable(String),
    #[error("stopped; what is finished stays")]
    Stopped,
    /// The referee cannot go on.
    #[error("{0}")]
    Failed(String),
}

macro_rules! failures {
    ($($error:ty),+) => {$(
        impl From<$error> for ClassError {
            fn from(error: $error) -> Self {
                ClassError::Failed(error.to_string())
            }
        }
    )+};
}

failures!(FileError, JournalError, MatchError, RunnerError, serde_json::Error);

impl From<String> for ClassError {
    fn from(sentence: String) -> Self {
        ClassError::Correctable(sentence)
    }
}

impl From<ClassError> for ProgramError {
    fn from(error: ClassError) -> Self {
        match error {
            ClassError::Correctable(sentence) => ProgramError::Usage(sentence),
            ClassError::Stopped | ClassError::Failed(_) => ProgramError::failed(error),
        }
    }
}

impl ClassError {
    /// A game could not be played; the user can mend all but an agent that has changed.
    pub(crate) fn of_games(error: &MatchError) -> Self {
        match error {
            MatchError::Changed(_) => ClassError::Failed(error.to_string()),
            _ => ClassError::Correctable(error.to_string()),
        }
    }

    pub(crate) fn of_journal(error: &JournalError) -> Self {
        match error {
            JournalError::System { .. } => ClassError::Failed(error.to_string()),
            _ => ClassError::Correctable(error.to_string()),
        }
    }

    /// The system refuses to `verb` a file or folder.
    pub fn system<'a>(verb: &'a str, path: &'a Path) -> impl Fn(io::Error) -> ClassError + 'a {
        move |source| ClassError::Failed(format!("cannot {verb} {}: {source}", visible::path(path)))
    }
}

/// With those around it, unless it is there; for the grader only.
pub fn make_folder(folder: &Path) -> Result<(), ClassError> {
    files::make_private(folder).map_err(ClassError::system("make", folder))
}
