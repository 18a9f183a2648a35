//! Why a class could not be graded. What is wrong with one submission is no such error: it is in
//! the student's remark.

use crate::agent::folder::FolderError;
use crate::agent::{AgentError, AgentRunError, TempRootError};
use crate::class::scheme::SchemeError;
use crate::contest::SeriesError;
use crate::plan::PlanError;
use crate::record::JournalError;
use crate::result::ReportError;
use crate::schedule::BallotError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;
use tournament::FormatError;

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
    /// A submission cannot be copied.
    #[error(transparent)]
    Copy(#[from] FolderError),
    /// Another referee grades into the same folder.
    #[error("{} is held by another referee; wait for it, or choose another --out", path.display())]
    InUse {
        /// The file that it holds locked.
        path: PathBuf,
    },
    /// The user has broken it off.
    #[error("stopped; what is finished stays")]
    Stopped,
    /// There is no temporary folder.
    #[error(transparent)]
    TempRoot(#[from] TempRootError),
    /// A build or an agent could not be run, and the submission is not to blame.
    #[error(transparent)]
    Run(#[from] AgentRunError),
    /// The scheme has levels, and there is no program for them.
    #[error(
        "the program reference is neither beside referee nor in PATH; build it with: cargo build \
         --release -p reference; or write levels = [] in the scheme"
    )]
    NoReference,
    /// The program `reference` cannot be used.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The built-in openings are wrong.
    #[error(transparent)]
    Ballots(#[from] BallotError),
    /// A tournament cannot be played.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A round of the tournament cannot be planned.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Games could not be played.
    #[error(transparent)]
    Series(#[from] SeriesError),
    /// A journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The files made from a journal cannot be written.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// The scheme is wrong.
    #[error(transparent)]
    Scheme(#[from] SchemeError),
}

impl ClassError {
    /// Whether the user can do something about it, in the command or in the folders.
    pub const fn can_be_corrected(&self) -> bool {
        matches!(
            self,
            ClassError::Empty { .. }
                | ClassError::Name { .. }
                | ClassError::Copy(_)
                | ClassError::InUse { .. }
                | ClassError::NoReference
                | ClassError::Scheme(_)
        )
    }

    /// The system refuses to do something to a file or folder.
    pub(super) fn system(verb: &'static str, path: &Path, source: io::Error) -> Self {
        ClassError::System { verb, path: path.to_path_buf(), source }
    }
}
