//! Why a file that the agent keeps, or one that it looks for, cannot be used.

use thiserror::Error;

/// A sentence that names the file. The agent plays without it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct AgentFileError(String);

impl AgentFileError {
    pub fn new(sentence: impl Into<String>) -> Self {
        AgentFileError(sentence.into())
    }
}
