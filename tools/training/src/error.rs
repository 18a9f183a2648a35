//! Why a command of `training` fails. Each message names the file and says what to do about it.

use cli::FileError;
use evaluation::checkers::endgame::TableError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum TrainingError {
    #[error("cannot {verb} {}: {source}", path.display())]
    File { verb: &'static str, path: PathBuf, source: io::Error },
    #[error(transparent)]
    Format(#[from] FileError),
    #[error("standard output: {0}")]
    Output(io::Error),
    #[error(
        "{} is damaged, of another version, or made under another limit of quiet turns: \
         choose another --folder, or remove it and it will be made again",
        path.display()
    )]
    Damaged { path: PathBuf },
    #[error(
        "{} is not a file of examples: remove it, and training selfplay makes it again",
        path.display()
    )]
    NotExamples { path: PathBuf },
    #[error(
        "{} is not a file of studies: remove it and those with higher numbers, and training \
         book makes them again",
        path.display()
    )]
    NotStudies { path: PathBuf },
    #[error(
        "{} says that the folder was made with {found}, not with {asked}: choose another \
         --folder",
        path.display()
    )]
    OtherOptions { path: PathBuf, found: String, asked: String },
    #[error(
        "{} is not a network of this version: give a file that training fit has written, or \
         the word network or hand-crafted",
        path.display()
    )]
    NotNetwork { path: PathBuf },
    #[error(
        "{} is not the state of this tuning: line `{line}` is unexpected. Use the same \
         --nodes and --seed, remove it, or choose another --state",
        path.display()
    )]
    NotTuning { path: PathBuf, line: String },
    #[error("{} has too few examples: run training selfplay first", folder.display())]
    TooFewExamples { folder: PathBuf },
    #[error("{}, line {number}: {reason}", path.display())]
    Line { path: PathBuf, number: usize, reason: String },
    #[error("--from hand-crafted: a fit can go on from a network only; give its file, or network")]
    NothingToGoOnFrom,
    #[error("{material} is solved wrongly, which is a bug in this program: {what}")]
    Wrong { material: String, what: String },
    #[error("{}: {source}", path.display())]
    NotTable { path: PathBuf, source: TableError },
    #[error(
        "{}: the results of {material} are not those of the solved endings: make the file again \
         with training pack",
        path.display()
    )]
    Differs { path: PathBuf, material: String },
    #[error(
        "only {found} of {tried} random openings are balanced: allow more with --within, or ask for \
         fewer with --count"
    )]
    TooFewOpenings { found: usize, tried: usize },
    #[error(
        "{} holds no solved endings: run training tables --quiet-turns 50, and give its --folder",
        folder.display()
    )]
    NothingSolved { folder: PathBuf },
    #[error(
        "{material} is not solved in {}: run training tables with this --folder first",
        folder.display()
    )]
    Unsolved { material: String, folder: PathBuf },
    #[error(
        "the distances of {material} were not kept: remove the file {material}.results and run \
         training tables with a larger --results-from"
    )]
    WithoutDistances { material: String },
}

impl TrainingError {
    /// For `map_err`: what was tried, and with what.
    pub fn file(verb: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_path_buf();
        move |source| TrainingError::File { verb, path, source }
    }

    /// The error of a file to read that does not exist.
    pub fn missing(path: &Path) -> Self {
        Self::file("read", path)(io::ErrorKind::NotFound.into())
    }
}
