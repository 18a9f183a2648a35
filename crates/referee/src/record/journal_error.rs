//! Why a journal cannot be used.

use crate::record::journal_line::LineError;
use formats::JsonLinesError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The system refuses.
    #[error("{}: {source}", path.display())]
    System {
        /// The journal.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// There is no such file.
    #[error("there is no journal {}; name the folder of a match, or its journal.jsonl", path.display())]
    Missing {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// Another referee is playing this match.
    #[error("{} is in use by another referee; wait for it, or choose another --out", path.display())]
    InUse {
        /// The journal.
        path: PathBuf,
    },
    /// A line is not a record.
    #[error("{}, line {line}: {source}; move the file away to start a new match", path.display())]
    Line {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        source: LineError,
    },
    /// Something else than a journal has its name.
    #[error("{}, line {line}: this is no journal of a match; name another, or move the file away", path.display())]
    OtherKind {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
}

impl From<JsonLinesError> for JournalError {
    fn from(error: JsonLinesError) -> Self {
        match error {
            JsonLinesError::System { path, source } => JournalError::System { path, source },
            JsonLinesError::InUse { path } => JournalError::InUse { path },
            JsonLinesError::OtherKind { path, line } => JournalError::OtherKind { path, line },
            JsonLinesError::Line { path, line, source } => {
                JournalError::Line { path, line, source: source.into() }
            }
        }
    }
}
