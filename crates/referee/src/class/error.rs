//! Why a class could not be graded. What is wrong with one submission is no such error: it is in
//! the student's remark.

use crate::agent::{AgentRunError, TempRootError};
use crate::class::scheme::SchemeError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a class could not be graded.
#[derive(Debug, Error)]
pub enum ClassError {
    /// The system refuses.
    #[error("cannot {verb} {}: {source}", path.display())]
    System {
        /// What was tried.
        verb: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// There is nothing to grade.
    #[error("{} holds no folder; each submission must be a folder in it", path.display())]
    Empty {
        /// The folder of the class.
        path: PathBuf,
    },
    /// A submission's name cannot be used for an agent and its files.
    #[error("the folder {} must be renamed: {why}", path.display())]
    Name {
        /// The submission.
        path: PathBuf,
        /// What is wrong with its name.
        why: &'static str,
    },
    /// A submission was changed while it was copied.
    #[error("{} has changed while it was copied; start again when nobody writes there", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// There is no temporary folder.
    #[error(transparent)]
    TempRoot(#[from] TempRootError),
    /// A build or an agent could not be run, and the submission is not to blame.
    #[error(transparent)]
    Run(#[from] AgentRunError),
    /// The scheme is wrong.
    #[error(transparent)]
    Scheme(#[from] SchemeError),
}

impl ClassError {
    /// The system refuses to do something to a file or folder.
    pub(super) fn system(verb: &'static str, path: &Path, source: io::Error) -> Self {
        ClassError::System { verb, path: path.to_path_buf(), source }
    }
}
