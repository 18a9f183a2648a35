//! Why a command could not be carried out, and the exit code that says so, in all programs.

use crate::visible;
use std::fmt::Display;
use std::io::{Write, stderr};
use std::process::ExitCode;
use thiserror::Error;

/// A sentence that says what to do, and the variant that decides the exit code.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum ProgramError {
    /// The user can correct it in the command or in what it names.
    #[error("{0}")]
    Usage(String),
    /// There is nothing to begin with: an agent that does not play, a game that is over.
    #[error("{0}")]
    NotReady(String),
    /// A file or the machine is in the way.
    #[error("{0}")]
    Failed(String),
    /// A file or a part of it was left out, and the command has named it.
    #[error("a part was left out")]
    Told,
    /// The user has stopped the command before there was a result.
    #[error("{0}")]
    Stopped(String),
    /// The reader of standard output has what it wants, as `head`.
    #[error("standard output is closed")]
    Closed,
}

impl ProgramError {
    /// The exit code after Ctrl-C, as in shells: 128 and the number of the signal.
    pub const STOPPED: u8 = 130;

    /// For `map_err`, and for the parser of a value, whose sentence says what to write.
    pub fn usage(error: impl Display) -> Self {
        ProgramError::Usage(error.to_string())
    }

    /// For `map_err`.
    pub fn failed(error: impl Display) -> Self {
        ProgramError::Failed(error.to_string())
    }

    /// Prints it as a message of `program`, unless it was told or the reader has closed the
    /// output.
    pub fn report(&self, program: &str) -> ExitCode {
        if !matches!(self, ProgramError::Closed | ProgramError::Told) {
            // A standard error that is closed or full must not change the exit code.
            let _ = writeln!(stderr(), "{program}: {}", visible::lines(&self.to_string()));
        }
        ExitCode::from(match self {
            ProgramError::Closed => 0,
            ProgramError::Usage(_) => 2,
            ProgramError::NotReady(_) => 3,
            ProgramError::Failed(_) | ProgramError::Told => 4,
            ProgramError::Stopped(_) => ProgramError::STOPPED,
        })
    }
}
