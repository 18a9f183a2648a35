//! Why a command could not be carried out.

use super::exit::STOPPED;
use super::not_ready::not_ready_text;
use crate::agent::{AgentError, AgentRunError, GoneError, SandboxLevel, TempRootError};
use crate::class::ClassError;
use crate::contest::SeriesError;
use crate::contest::preflight::PreflightFailure;
use crate::plan::{MergeError, PlanError, PlanFileError};
use crate::record::{BadMoveError, JournalError, LineError, ReplayError};
use crate::result::ReportError;
use crate::schedule::{BallotError, PositionsError};
use statistics::SprtError;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use thiserror::Error;
use tournament::FormatError;

/// Why a command could not be carried out, or not completely.
#[derive(Debug, Error)]
pub enum RefereeError {
    /// An agent cannot be found.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// An agent was there when a plan was made, and is not now.
    #[error(transparent)]
    Gone(#[from] GoneError),
    /// Agents failed the test before the first game.
    #[error("{}", not_ready_text(failures))]
    NotReady {
        /// What they did.
        failures: Vec<PreflightFailure>,
    },
    /// The user has asked for an end before there was anything to show.
    #[error("stopped while {during}; no game is played")]
    Stopped {
        /// What was going on.
        during: String,
    },
    /// There is no such check.
    #[error("there is no check {0}; run the agent without --only to see the names of all checks")]
    NoSuchCheck(String),
    /// A file of openings is wrong.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// The built-in openings are wrong.
    #[error(transparent)]
    Ballots(#[from] BallotError),
    /// Standard output is closed or full.
    #[error("standard output: {0}")]
    Output(io::Error),
    /// The folder of `--out` cannot be used.
    #[error("cannot use the folder {}: {source}", path.display())]
    Folder {
        /// Which.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A file that the command names cannot be read.
    #[error("{}: {source}", path.display())]
    Given {
        /// Which.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A clock is out of range.
    #[error("--seconds {0} is not possible; write a number above 0, up to 1000000")]
    Seconds(f64),
    /// The number of clocks does not fit the number of players.
    #[error("--seconds has {given} numbers for {players} players; write one, or one for each")]
    Clocks {
        /// Numbers given.
        given: usize,
        /// Players.
        players: usize,
    },
    /// A percentage is out of range.
    #[error("{0} is not a percentage; write a number from 0 to 100")]
    Percent(f64),
    /// The options of the sequential test are wrong.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// A match is in the folder already.
    #[error("{} holds a match; resume it with --resume, or choose another folder with --out", path.display())]
    Used {
        /// The journal.
        path: PathBuf,
    },
    /// There is no temporary folder.
    #[error(transparent)]
    TempRoot(#[from] TempRootError),
    /// A match could not go on.
    #[error(transparent)]
    Series(#[from] SeriesError),
    /// An agent could not be run.
    #[error(transparent)]
    Run(#[from] AgentRunError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A record cannot be written.
    #[error(transparent)]
    Record(#[from] LineError),
    /// The files made from the journal cannot be written.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A bad move cannot be kept or asked for again.
    #[error(transparent)]
    BadMove(#[from] BadMoveError),
    /// A record does not follow the rules.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// No such game in the journal.
    #[error("{} holds no game {game}; it holds {}", path.display(), held)]
    NoSuchGame {
        /// The journal.
        path: PathBuf,
        /// The number asked for.
        game: u32,
        /// The numbers there are.
        held: String,
    },
    /// Rounds of a format that has no number of rounds.
    #[error("--rounds is for --kind swiss; in a round robin take --games for more games")]
    Rounds,
    /// The tournament cannot be played, or the journal is of another one.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The tournament cannot be played.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// There is no such folder or journal.
    #[error("there is no {}, so no result; a first round is planned with --round 1", path.display())]
    NoResults {
        /// The path of `--results`.
        path: PathBuf,
    },
    /// A plan cannot be read or written.
    #[error(transparent)]
    PlanFile(#[from] PlanFileError),
    /// Journals cannot be joined.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// A program is not the one that was planned.
    #[error("{agent} has changed since the plan was made; make the plan again with referee plan")]
    ChangedAgent {
        /// Its name.
        agent: String,
    },
    /// Slices lack games.
    #[error("{count} games of the plan are missing: {named}; play their slices again, then merge")]
    MissingGames {
        /// How many.
        count: usize,
        /// Some of them.
        named: String,
    },
    /// A class cannot be graded.
    #[error(transparent)]
    Class(#[from] ClassError),
    /// The program that shows pages is missing.
    #[error(
        "the program crownhead, which shows pages, is neither {}in PATH; build it with: cargo \
         build --release -p app",
        beside(own.as_deref())
    )]
    NoBoardProgram {
        /// The folder of this program, if it is known.
        own: Option<PathBuf>,
    },
    /// Less of a sandbox than the user demands.
    #[error("--require-sandbox {required}: there is only {level}, because {why}")]
    SandboxBelow {
        /// What is demanded.
        required: SandboxLevel,
        /// What there is.
        level: SandboxLevel,
        /// Why.
        why: String,
    },
    /// Agents would have rights of root.
    #[error(
        "as root agents would keep rights that the sandbox \"{level}\" does not take ({why}); run \
         referee as another user, or with --as-root if you trust every agent"
    )]
    AsRoot {
        /// What there is.
        level: SandboxLevel,
        /// Why it is not more.
        why: String,
    },
    /// The program that shows pages cannot be started.
    #[error("{} cannot be started: {source}; build it again, or do without the page", path.display())]
    BoardProgram {
        /// The program.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

impl RefereeError {
    /// 2 for what the user can correct in the command, 3 for an agent that does not play, 4 for an
    /// error of the referee.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            RefereeError::Agent(_)
            | RefereeError::Gone(_)
            | RefereeError::Positions(_)
            | RefereeError::NoSuchCheck(_)
            | RefereeError::Seconds(_)
            | RefereeError::Clocks { .. }
            | RefereeError::Percent(_)
            | RefereeError::Sprt(_)
            | RefereeError::NoSuchGame { .. }
            | RefereeError::Folder { .. }
            | RefereeError::Given { .. }
            | RefereeError::SandboxBelow { .. }
            | RefereeError::AsRoot { .. }
            | RefereeError::NoBoardProgram { .. }
            | RefereeError::BoardProgram { .. }
            | RefereeError::Plan(_)
            | RefereeError::Merge(MergeError::Plan(_))
            | RefereeError::Rounds
            | RefereeError::Format(_)
            | RefereeError::NoResults { .. }
            | RefereeError::PlanFile(_)
            | RefereeError::ChangedAgent { .. }
            | RefereeError::MissingGames { .. }
            | RefereeError::Used { .. } => 2,
            RefereeError::Journal(
                JournalError::InUse { .. }
                | JournalError::Missing { .. }
                | JournalError::Line { .. },
            ) => 2,
            RefereeError::BadMove(
                BadMoveError::System { .. }
                | BadMoveError::Description { .. }
                | BadMoveError::Version { .. }
                | BadMoveError::Request { .. }
                | BadMoveError::Gone(_)
                | BadMoveError::Agent(_),
            ) => 2,
            RefereeError::Class(error) if error.can_be_corrected() => 2,
            RefereeError::NotReady { .. } => 3,
            RefereeError::Stopped { .. } => STOPPED,
            // A reader that stops early, like `head`, has what it wants.
            RefereeError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            _ => 4,
        })
    }

    /// Whether no message is wanted.
    pub fn is_silent(&self) -> bool {
        matches!(self, RefereeError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Where the program was looked for first.
fn beside(own: Option<&Path>) -> String {
    own.map_or(String::new(), |own| format!("in {} nor ", own.display()))
}
