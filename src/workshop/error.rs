//! Why work on data cannot go on.
//!
//! Each message names the file and says what to do about it.

use crate::wire::FileError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The reason.
#[derive(Debug, Error)]
pub enum WorkshopError {
    /// A file or a folder.
    #[error("cannot {verb} {}: {source}", path.display())]
    File {
        /// What was tried.
        verb: &'static str,
        /// Its name.
        path: PathBuf,
        /// The system's own words.
        source: io::Error,
    },
    /// A file that was to be written.
    #[error(transparent)]
    Unwritable(#[from] FileError),
    /// Standard output.
    #[error("standard output: {0}")]
    Output(io::Error),
    /// A file that nobody here has written.
    #[error("{} is not a whole file of this version and limit of quiet turns; choose another folder, or remove it and it will be made again", path.display())]
    Damaged {
        /// Its name.
        path: PathBuf,
    },
    /// A solved ending that does not obey the rules.
    #[error("{material} is solved wrongly, which is a fault of this program: {what}")]
    Wrong {
        /// Its name.
        material: String,
        /// What does not agree.
        what: String,
    },
    /// An ending that has to be solved first.
    #[error("{material} is not solved yet; run workshop tables first")]
    Unsolved {
        /// Its name.
        material: String,
    },
}

impl WorkshopError {
    /// Makes the error of a file out of the system's.
    pub fn file(verb: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_path_buf();
        move |source| WorkshopError::File { verb, path, source }
    }
}
