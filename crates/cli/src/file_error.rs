//! Why a file could not be read or written: one that is read and replaced whole, or one of lines,
//! which grows. Callers tell the variants apart, since each of them knows what helps with its file.

use crate::visible;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// The reason that a file could not be read or written.
#[expect(missing_docs, reason = "the messages speak for the fields")]
#[derive(Debug, Error)]
pub enum FileError {
    /// The name is that of a directory, a pipe or the like.
    #[error("{} is not a regular file; remove it", visible::path(path))]
    NotAFile { path: PathBuf },
    /// The file is larger than its format ever needs.
    #[error("{} is larger than {limit} bytes; remove it", visible::path(path))]
    TooLarge {
        path: PathBuf,
        /// In bytes.
        limit: u64,
    },
    /// The operating system reports an error.
    #[error("cannot {verb} {}: {source}", visible::path(path))]
    System {
        /// `read` or `write`.
        verb: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    /// The operating system does not open, read or write a file of lines.
    #[error("{}: {source}", visible::path(path))]
    Refused { path: PathBuf, source: io::Error },
    /// Another process has the file of lines open for writing.
    #[error("{} is in use by another process; wait for it", visible::path(path))]
    InUse { path: PathBuf },
    /// This line, from 1, is neither a whole nor a torn line of this program's. The file was not
    /// changed.
    #[error("{}, line {line}: this is a file of another kind; name another", visible::path(path))]
    OtherKind { path: PathBuf, line: usize },
    /// This line, from 1, is not the JSON of a record, or is too long. The file was not changed.
    #[error("{}, line {line}: {sentence}", visible::path(path))]
    Line { path: PathBuf, line: usize, sentence: String },
}

impl FileError {
    /// What is wrong, for a message that names the file itself.
    pub fn reason(&self) -> String {
        match self {
            FileError::NotAFile { .. } => "is not a regular file; name another one".to_string(),
            FileError::TooLarge { limit, .. } => {
                format!("is larger than {limit} bytes; name another file")
            }
            FileError::System { source, .. } | FileError::Refused { source, .. } => {
                source.to_string()
            }
            // Of files of lines, which no such message is about.
            FileError::InUse { .. } | FileError::OtherKind { .. } | FileError::Line { .. } => {
                self.to_string()
            }
        }
    }
}
