//! Why work on data cannot go on.
//!
//! Each message names the file and says what to do about it.

use formats::FileError;
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
    /// A file that should hold examples.
    #[error("{} is no file of examples; remove it, and workshop selfplay makes it again", path.display())]
    NoExamples {
        /// Its name.
        path: PathBuf,
    },
    /// A file that should hold studies of openings.
    #[error("{} is no file of studies; remove it and those with higher numbers, and workshop book makes them again", path.display())]
    NoStudies {
        /// Its name.
        path: PathBuf,
    },
    /// A folder of what was made otherwise than is asked now.
    #[error("{} tells of work with {known}; asked for is work with {asked}: choose another --folder", path.display())]
    MadeOtherwise {
        /// The file that tells.
        path: PathBuf,
        /// How it was made.
        known: String,
        /// How it shall be made now.
        asked: String,
    },
    /// A file that should hold a network.
    #[error("{} is no network of this version; give a file that workshop fit has written, or the word learned or by-hand", path.display())]
    NoNet {
        /// Its name.
        path: PathBuf,
    },
    /// A file that should tell how far a tuning has come.
    #[error("{} is no state of such a tuning: `{line}` is not expected there; ask with the same --nodes and --seed, remove it, or choose another --state", path.display())]
    NoTuning {
        /// Its name.
        path: PathBuf,
        /// The line.
        line: String,
    },
    /// Too little to learn from.
    #[error("{} has no examples; run workshop selfplay first", folder.display())]
    NothingToLearn {
        /// The folder.
        folder: PathBuf,
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
