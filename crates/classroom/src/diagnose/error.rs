//! Why a diagnosis cannot go on. A fault of the agent is never such an error: it is counted.

use cli::{FileError, JsonLinesError};
use referee::journal::JournalError;
use referee::play::SeriesError;
use referee::players::AgentRunError;
use referee::schedule::OpeningsError;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum DiagnoseError {
    /// The user can correct it in the command.
    #[error("{0}")]
    Correctable(String),
    /// The user has broken it off; what is done stays.
    #[error("the diagnosis was broken off")]
    Stopped,
    /// The referee cannot go on.
    #[error("{0}")]
    Failed(String),
    #[error(transparent)]
    Run(#[from] AgentRunError),
    #[error(transparent)]
    Series(#[from] SeriesError),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error(transparent)]
    Answers(#[from] JsonLinesError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Openings(#[from] OpeningsError),
}
