//! What cannot be done, and who has to change something: the user, the machine, or the author of
//! the program under test.

use std::process::ExitCode;
use thiserror::Error;

/// A sentence that says what is wrong, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HarnessError {
    /// The command line or a script is wrong.
    #[error("{0}")]
    Usage(String),
    /// A file cannot be used.
    #[error("{0}")]
    File(String),
    /// The program cannot be started or breaks a rule: its test fails.
    #[error("{0}")]
    Program(String),
}

impl HarnessError {
    /// As after a test that failed: 1. Of the command line or a script: 2. Of a file: 4.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            HarnessError::Program(_) => 1,
            HarnessError::Usage(_) => 2,
            HarnessError::File(_) => 4,
        })
    }
}
