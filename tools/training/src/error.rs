//! Why a command of `training` fails. Each message names the file and says what to do about it.

use cli::FileError;
use std::fmt::Display;
use std::io;
use std::path::Path;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum TrainingError {
    /// A closed one is no fault.
    #[error("standard output: {0}")]
    Output(io::Error),
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{0}")]
    Failed(String),
}

impl From<String> for TrainingError {
    fn from(sentence: String) -> Self {
        TrainingError::Failed(sentence)
    }
}

impl TrainingError {
    /// The name of a file or folder, and what is wrong with it.
    pub fn about(path: &Path, what: impl Display) -> Self {
        TrainingError::Failed(format!("{} {what}", path.display()))
    }

    /// For `map_err`: what was tried, and with what.
    pub fn file(verb: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let what = format!("cannot {verb} {}", path.display());
        move |source| TrainingError::Failed(format!("{what}: {source}"))
    }

    /// A folder was made with other options than those that are given.
    pub fn other_options(path: &Path, found: &str, asked: &str) -> Self {
        let what = format!(
            "says that the folder was made with {found}, not with {asked}: choose another --folder"
        );
        TrainingError::about(path, what)
    }
}
