//! Why a run could not go on. A broken promise is a result, not an error.

use cli::FileError;
use referee::MatchError;
use runner::RunnerError;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum SoakError {
    #[error("{0}")]
    Failed(String),
    /// The rules differ. The text names the game and the command that plays it again.
    #[error("{0}")]
    Difference(String),
}

impl SoakError {
    /// For `map_err`: what was tried, and with what.
    pub(crate) fn system(verb: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| SoakError::Failed(format!("cannot {verb} {}: {source}", path.display()))
    }

    /// Prints it. A difference of the rules is a broken promise, 1; with all else, 2, the run could
    /// not be carried out.
    pub(crate) fn report(self) -> ExitCode {
        // A standard error that is closed or full must not change the exit code.
        let _ = writeln!(io::stderr(), "soak: {self}");
        ExitCode::from(if matches!(self, SoakError::Difference(_)) { 1 } else { 2 })
    }
}

impl From<FileError> for SoakError {
    fn from(error: FileError) -> Self {
        let hint = "Name another --folder, or remove a damaged line: its unit is run again";
        SoakError::Failed(format!("{error}. {hint}"))
    }
}

impl From<MatchError> for SoakError {
    fn from(error: MatchError) -> Self {
        SoakError::Failed(error.to_string())
    }
}

impl From<RunnerError> for SoakError {
    fn from(error: RunnerError) -> Self {
        SoakError::Failed(error.to_string())
    }
}
