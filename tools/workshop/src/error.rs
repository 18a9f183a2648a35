//! Why a command of `workshop` fails. Each message names the file and says what to do about it.

use evaluation::checkers::endgame::TableError;
use formats::FileError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum WorkshopError {
    /// The system refused to read or make a file or a folder.
    #[error("cannot {verb} {}: {source}", path.display())]
    File { verb: &'static str, path: PathBuf, source: io::Error },
    /// A file cannot be read whole, or written.
    #[error(transparent)]
    Format(#[from] FileError),
    #[error("standard output: {0}")]
    Output(io::Error),
    /// A file of solved endings is damaged, or was made under another limit of quiet turns.
    #[error(
        "{} is damaged, of another version, or made under another limit of quiet turns: \
         choose another --folder, or remove it and it will be made again",
        path.display()
    )]
    Damaged { path: PathBuf },
    /// A file of examples is damaged.
    #[error(
        "{} is not a file of examples: remove it, and workshop selfplay makes it again",
        path.display()
    )]
    NotExamples { path: PathBuf },
    /// A file of opening studies is damaged.
    #[error(
        "{} is not a file of studies: remove it and those with higher numbers, and workshop \
         book makes them again",
        path.display()
    )]
    NotStudies { path: PathBuf },
    /// The contents of a folder were made with other options.
    #[error(
        "{} says that the folder was made with {found}, not with {asked}: choose another \
         --folder",
        path.display()
    )]
    OtherOptions { path: PathBuf, found: String, asked: String },
    /// A file is not a network.
    #[error(
        "{} is not a network of this version: give a file that workshop fit has written, or \
         the word network or hand-crafted",
        path.display()
    )]
    NotNetwork { path: PathBuf },
    /// A file is not the state of a tuning with these options.
    #[error(
        "{} is not the state of this tuning: line `{line}` is unexpected. Use the same \
         --nodes and --seed, remove it, or choose another --state",
        path.display()
    )]
    NotTuning { path: PathBuf, line: String },
    /// A folder has too few examples to learn from.
    #[error("{} has too few examples: run workshop selfplay first", folder.display())]
    TooFewExamples { folder: PathBuf },
    /// A line of a text file cannot be understood.
    #[error("{}, line {number}: {reason}", path.display())]
    Line {
        path: PathBuf,
        /// The number of the line, from 1.
        number: usize,
        reason: String,
    },
    /// The hand-crafted evaluation has no parameters that a fit could go on from.
    #[error("--from hand-crafted: a fit can go on from a network only; give its file, or network")]
    NothingToGoOnFrom,
    /// A picture cannot be drawn.
    #[error("the picture cannot be drawn: {reason}")]
    Plot { reason: String },
    /// A solved ending does not pass its checks.
    #[error("{material} is solved wrongly, which is a bug in this program: {what}")]
    Wrong { material: String, what: String },
    /// A file is not a WDL table.
    #[error("{}: {source}", path.display())]
    NotTable { path: PathBuf, source: TableError },
    /// A WDL table says something else than the solved endings it should have been made from.
    #[error(
        "{}: the results of {material} are not those of the solved endings: make the file again \
         with workshop pack",
        path.display()
    )]
    Differs { path: PathBuf, material: String },
    /// An ending is needed that is not solved yet.
    #[error("{material} is not solved yet: run workshop tables first")]
    Unsolved { material: String },
}

impl WorkshopError {
    /// Makes the error of a file or folder from the error of the system.
    pub fn file(verb: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_path_buf();
        move |source| WorkshopError::File { verb, path, source }
    }

    /// The error of a file to read that does not exist.
    pub fn missing(path: &Path) -> Self {
        Self::file("read", path)(io::ErrorKind::NotFound.into())
    }
}
