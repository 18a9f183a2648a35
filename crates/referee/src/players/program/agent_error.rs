//! Why there is no agent: sentences that say what is missing, and what to do.

use cli::visible;
use runner::folder::listing::FolderError;
use std::path::PathBuf;
use thiserror::Error;

/// Why no agent was found.
#[derive(Debug, Error)]
pub enum AgentError {
    /// Quotes that do not close.
    #[error("\"{text}\" is not a command: {source}")]
    Quotes {
        /// What was given.
        text: String,
        /// What is wrong with it.
        source: shell_words::ParseError,
    },
    /// Nothing was named.
    #[error("an agent is a directory that holds its program, or a command; \"{text}\" is neither")]
    Nothing {
        /// What was given.
        text: String,
    },
    /// The program is missing, or is not a regular file.
    #[error(
        "there is no program {}; build the agent first, or name its directory",
        visible::path(path)
    )]
    Missing {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// The program may not be run.
    #[error("{} is not executable; run chmod +x on it", visible::path(path))]
    NotExecutable {
        /// The program.
        path: PathBuf,
    },
    /// A script that asks for a program of another name than it seems.
    #[error(
        "{} has Windows line ends: its first line asks for a program named `{}`; save it with \
         Unix line ends",
        visible::path(path),
        visible::line(line)
    )]
    WindowsLineEnds {
        /// The script.
        path: PathBuf,
        /// Its first line.
        line: String,
    },
    /// A script of the machine that starts the program does not do so.
    #[error(
        "{} only starts another program, and does not say which: {said}; this is a fault of the \
         machine, not of the agent: choose a version, or name the program by its path",
        visible::path(path)
    )]
    Shim {
        /// The script.
        path: PathBuf,
        /// What it printed.
        said: String,
    },
    /// Its program, the files of its directory, or of a folder among its arguments.
    #[error(transparent)]
    Folder(#[from] FolderError),
}
