//! Why a command could not be carried out.

use crate::agent::AgentError;
use crate::ballots::BallotError;
use crate::contestant::Fault;
use crate::ending::Ending;
use crate::estate::EstateError;
use crate::journal::JournalError;
use crate::positions::PositionsError;
use crate::record::ReplayError;
use crate::report::ReportError;
use crate::reproducer::ReproducerError;
use crate::series::SeriesError;
use statistics::SprtError;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use thiserror::Error;

/// Why nothing, or not everything, was done.
#[derive(Debug, Error)]
pub enum RefereeError {
    /// An agent that is not there.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// An agent that does not play.
    #[error(
        "{agent} is not ready to play: {ending}; look again with: referee replay {}",
        shell_words::quote(&evidence.to_string_lossy())
    )]
    NotReady {
        /// Its name.
        agent: String,
        /// What it did.
        ending: Ending,
        /// The description of the move.
        evidence: PathBuf,
    },
    /// A file of openings.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// The built-in openings.
    #[error(transparent)]
    Ballots(#[from] BallotError),
    /// Standard output.
    #[error("standard output: {0}")]
    Output(io::Error),
    /// A folder for what is made.
    #[error("cannot use the folder {}: {source}", path.display())]
    Folder {
        /// Which.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A file that the command names.
    #[error("{}: {source}", path.display())]
    Given {
        /// Which.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A clock that is no time.
    #[error("--seconds {0} is no time; write seconds from above 0 to 1000000")]
    Seconds(f64),
    /// Clocks for other players than there are.
    #[error("--seconds has {given} numbers for {players} players; write one, or one for each")]
    Clocks {
        /// Numbers given.
        given: usize,
        /// Players.
        players: usize,
    },
    /// A percentage beyond its range.
    #[error("{0} is no percentage; write a number from 0 to 100")]
    Percent(f64),
    /// A sequential test that cannot be.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// A match is in the folder already.
    #[error("{} holds a match; go on with --resume, or choose another folder with --out", path.display())]
    Used {
        /// The journal.
        path: PathBuf,
    },
    /// The folder for homes.
    #[error(transparent)]
    Estate(#[from] EstateError),
    /// A game that could not be played.
    #[error(transparent)]
    Series(#[from] SeriesError),
    /// The referee's own trouble.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// What is made from the journal.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A bad move that cannot be kept or asked for again.
    #[error(transparent)]
    Reproducer(#[from] ReproducerError),
    /// A record that breaks the rules.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// No such game in the journal.
    #[error("{} holds no game {game}; it holds {}", path.display(), held)]
    NoSuchGame {
        /// The journal.
        path: PathBuf,
        /// What was asked for.
        game: u32,
        /// What there is.
        held: String,
    },
}

impl RefereeError {
    /// 2 for what the user can mend in the command, 3 for an agent that does not play, 4 for our
    /// own trouble.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            RefereeError::Agent(_)
            | RefereeError::Positions(_)
            | RefereeError::Seconds(_)
            | RefereeError::Clocks { .. }
            | RefereeError::Percent(_)
            | RefereeError::Sprt(_)
            | RefereeError::NoSuchGame { .. }
            | RefereeError::Folder { .. }
            | RefereeError::Given { .. }
            | RefereeError::Series(SeriesError::OtherMatch { .. })
            | RefereeError::Used { .. } => 2,
            RefereeError::Journal(
                JournalError::InUse { .. }
                | JournalError::Missing { .. }
                | JournalError::Line { .. }
                | JournalError::Version { .. },
            ) => 2,
            RefereeError::Reproducer(
                ReproducerError::System { .. }
                | ReproducerError::Description { .. }
                | ReproducerError::Version { .. }
                | ReproducerError::Request { .. }
                | ReproducerError::Agent(_),
            ) => 2,
            RefereeError::NotReady { .. } => 3,
            // Whoever reads no further, as `head` does, has what he wants.
            RefereeError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            _ => 4,
        })
    }

    /// Is there nobody to tell it to?
    pub fn is_silent(&self) -> bool {
        matches!(self, RefereeError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
