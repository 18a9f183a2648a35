//! Why a run could not go on. A broken promise is a result, not an error.

use cli::JsonLinesError;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use thiserror::Error;

/// Why a run could not go on.
#[derive(Debug, Error)]
pub enum SoakError {
    #[error("cannot {verb} {}: {source}", path.display())]
    System { verb: &'static str, path: PathBuf, source: io::Error },
    #[error("there is no program {}; build it with cargo build --release, or name it", path.display())]
    NoProgram { path: PathBuf },
    /// `found` is the first line of the journal.
    #[error("{} belongs to a run with other options: {found}; name another --folder", path.display())]
    OtherRun { path: PathBuf, found: String },
    #[error("{0}. Name another --folder, or remove a damaged line: its unit is run again")]
    Journal(#[from] JsonLinesError),
    #[error(
        "{} did not load the library that stands between it and the system: is it linked \
         statically? Build it with cargo build --release", program.display()
    )]
    NotLoaded { program: PathBuf },
    #[error("cannot build {source_name} with cc: {printed}")]
    Compiler { source_name: &'static str, printed: String },
    #[error("{} ended with {ended}, though no call of it had failed", program.display())]
    EndedWithoutFault { program: PathBuf, ended: String },
    /// Options that do not fit together, or a file that they name.
    #[error("{0}")]
    Options(String),
    /// The rules differ. The text names the game and the command that plays it again.
    #[error("{0}")]
    Difference(String),
    #[error(transparent)]
    Agent(#[from] referee::players::AgentRunError),
    #[error(transparent)]
    NoAgent(#[from] referee::players::AgentError),
    #[error(transparent)]
    TempRoot(#[from] runner::TempRootError),
}

impl SoakError {
    /// For `map_err`: what was tried, and with what.
    pub(crate) fn system(verb: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| SoakError::System { verb, path, source }
    }

    /// Prints it. A difference of the rules is a broken promise, 1; with all else, 2, the run could
    /// not be carried out.
    pub(crate) fn report(self) -> ExitCode {
        // A standard error that is closed or full must not change the exit code.
        let _ = writeln!(io::stderr(), "soak: {self}");
        ExitCode::from(if matches!(self, SoakError::Difference(_)) { 1 } else { 2 })
    }
}
