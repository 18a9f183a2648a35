//! Why a run could not go on. A broken promise is a result, not an error.

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a run could not go on.
#[derive(Debug, Error)]
pub enum SoakError {
    /// The system refuses.
    #[error("cannot {verb} {}: {source}", path.display())]
    System {
        /// What was tried.
        verb: &'static str,
        /// The file, folder or program.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A program to be tested is missing.
    #[error("there is no program {}; build it with cargo build --release, or name it", path.display())]
    NoProgram {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// The folder holds a run with other options.
    #[error("{} belongs to a run with other options: {found}; name another --folder", path.display())]
    OtherRun {
        /// The journal.
        path: PathBuf,
        /// Its options.
        found: String,
    },
    /// Two runs on one folder.
    #[error("another run has {} open; wait for it, or name another --folder", path.display())]
    InUse {
        /// The journal.
        path: PathBuf,
    },
    /// A line of the journal cannot be read.
    #[error("{}, line {line}: {source}; repair or remove it", path.display())]
    Line {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// The preloaded library does nothing.
    #[error(
        "{} did not load the library that stands between it and the system: is it linked \
         statically? Build it with cargo build --release", program.display()
    )]
    NotLoaded {
        /// The program.
        program: PathBuf,
    },
    /// The C compiler refuses.
    #[error("cannot build {source_name} with cc: {printed}")]
    Compiler {
        /// The source.
        source_name: &'static str,
        /// What the compiler says.
        printed: String,
    },
    /// Options that do not fit together.
    #[error("{0}")]
    Options(String),
    /// The referee cannot run an agent.
    #[error(transparent)]
    Agent(#[from] referee::agent::AgentRunError),
    /// An agent is missing.
    #[error(transparent)]
    NoAgent(#[from] referee::agent::AgentError),
    /// The folder of the agents.
    #[error(transparent)]
    TempRoot(#[from] referee::agent::TempRootError),
}

impl SoakError {
    /// For `map_err`: what was tried, and with what.
    pub(crate) fn system(verb: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| SoakError::System { verb, path, source }
    }
}
