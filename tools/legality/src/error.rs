//! What can go wrong with a run.

use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a run ended early. All but a difference are about files and options.
#[derive(Debug, Error)]
pub enum LegalityError {
    /// The rules differ. The text names the game and the command that plays it again.
    #[error("{0}")]
    Difference(String),
    /// A file cannot be read or written.
    #[error("{path}: {source}; choose another --folder, or make room for it")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another run writes the same journal.
    #[error("{path}: another run is using it; wait for its end, or choose another --folder")]
    InUse {
        /// The journal.
        path: PathBuf,
    },
    /// The journal belongs to other games.
    #[error(
        "{path}, line {line}: seed {found}, not {asked}; choose another --folder for this seed"
    )]
    OtherSeed {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The seed in the journal.
        found: u64,
        /// The seed of this run.
        asked: u64,
    },
    /// A line that is not the last one is damaged.
    #[error("{path}, line {line}: {source}; remove the line, and its games are played again")]
    Line {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What the parser says.
        source: serde_json::Error,
    },
    /// Standard output is closed or full.
    #[error("cannot print: {0}")]
    Output(#[from] io::Error),
}
