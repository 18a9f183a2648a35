//! The end of a command: its output, its exit code, and the error if it could not be carried out.

use classroom::ClassError;
use classroom::diagnose::DiagnoseError;
use cli::visible;
use referee::journal::{BadMoveError, JournalError, RecordError, ReplayError};
use referee::pairing::FormatError;
use referee::plan::{MergeError, PlanError, PlanFileError};
use referee::play::SeriesError;
use referee::players::{AgentError, AgentRunError, GoneError};
use referee::results::ReportError;
use referee::rules::EndingKind;
use referee::schedule::OpeningsError;
use runner::TempRootError;
use statistics::SprtError;
use std::fmt::Display;
use std::io::{self, Write, stderr, stdout};
use std::path::Path;
use std::process::ExitCode;
use thiserror::Error;

/// The journal of a match, in its folder.
pub const JOURNAL: &str = "journal.jsonl";
/// The exit code after Ctrl-C, as in shells: 128 and the number of the signal.
const STOPPED: u8 = 130;

/// The exit status of a command that could be carried out, the most severe first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CommandExit {
    Stopped,
    /// The referee itself failed in at least one game.
    RefereeFault,
    /// An agent has forfeited a game or failed a check.
    Misbehaved,
    /// The demand on the first player was not met.
    GateMissed,
    Success,
}

/// Why a command could not be carried out, or not completely: a sentence, and the variant that
/// decides the exit code.
#[derive(Debug, Error)]
pub enum RefereeError {
    /// The user can correct it in the command or in a file that it names.
    #[error("{0}")]
    Correctable(String),
    /// Agents failed the test before the first game.
    #[error("{0}")]
    NotReady(String),
    /// The user has stopped the command before there was a result.
    #[error("{0}")]
    Stopped(String),
    #[error("standard output: {0}")]
    Output(io::Error),
    /// The referee cannot go on.
    #[error("{0}")]
    Failed(String),
}

impl From<EndingKind> for CommandExit {
    fn from(kind: EndingKind) -> Self {
        match kind {
            EndingKind::Decided | EndingKind::Drawn => CommandExit::Success,
            EndingKind::Forfeited => CommandExit::Misbehaved,
            EndingKind::Void => CommandExit::RefereeFault,
        }
    }
}

impl From<CommandExit> for ExitCode {
    fn from(exit: CommandExit) -> Self {
        ExitCode::from(match exit {
            CommandExit::Success => 0,
            CommandExit::GateMissed => 1,
            CommandExit::Misbehaved => 3,
            CommandExit::RefereeFault => 4,
            CommandExit::Stopped => STOPPED,
        })
    }
}

impl RefereeError {
    /// The folder at `path` cannot be used.
    pub fn folder(path: &Path) -> impl Fn(io::Error) -> RefereeError {
        move |source| {
            let path = visible::path(path);
            RefereeError::Correctable(format!("cannot use the folder {path}: {source}"))
        }
    }

    /// A file that the command names cannot be read.
    pub fn file(path: &Path) -> impl Fn(io::Error) -> RefereeError {
        move |source| {
            let path = visible::path(path);
            RefereeError::Correctable(match source.kind() {
                io::ErrorKind::NotFound => {
                    format!("{path}: there is no such file or folder; look at its spelling")
                }
                _ => format!("{path}: {source}"),
            })
        }
    }

    /// The user can correct it, unless it is a failure of the referee.
    fn unless(is_failure: bool, error: &impl Display) -> Self {
        let sentence = error.to_string();
        if is_failure {
            RefereeError::Failed(sentence)
        } else {
            RefereeError::Correctable(sentence)
        }
    }

    /// True if no message is wanted: a reader that stops early, like `head`, has what it wants.
    pub fn is_silent(&self) -> bool {
        matches!(self, RefereeError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// 2 for what the user can correct, 3 for an agent that does not play, 4 for an error of the
    /// referee.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            RefereeError::Output(_) if self.is_silent() => 0,
            RefereeError::Correctable(_) => 2,
            RefereeError::NotReady(_) => 3,
            RefereeError::Output(_) | RefereeError::Failed(_) => 4,
            RefereeError::Stopped(_) => STOPPED,
        })
    }
}

/// The errors of other folders that all have the same exit code.
macro_rules! from_errors {
    ($variant:ident: $($error:ty),+) => {$(
        impl From<$error> for RefereeError {
            fn from(error: $error) -> Self {
                RefereeError::$variant(error.to_string())
            }
        }
    )+};
}

from_errors!(Correctable: AgentError, GoneError, PlanError, PlanFileError);
from_errors!(Correctable: FormatError, OpeningsError, SprtError);
from_errors!(Failed: AgentRunError, RecordError, ReplayError);
from_errors!(Failed: ReportError, TempRootError);

impl From<SeriesError> for RefereeError {
    fn from(error: SeriesError) -> Self {
        RefereeError::unless(!matches!(error, SeriesError::Changed(_)), &error)
    }
}

impl From<JournalError> for RefereeError {
    fn from(error: JournalError) -> Self {
        RefereeError::unless(matches!(error, JournalError::System { .. }), &error)
    }
}

impl From<MergeError> for RefereeError {
    fn from(error: MergeError) -> Self {
        RefereeError::unless(!matches!(error, MergeError::Plan(_)), &error)
    }
}

impl From<BadMoveError> for RefereeError {
    fn from(error: BadMoveError) -> Self {
        RefereeError::unless(matches!(error, BadMoveError::Run(_)), &error)
    }
}

impl From<ClassError> for RefereeError {
    fn from(error: ClassError) -> Self {
        RefereeError::unless(!matches!(error, ClassError::Correctable(_)), &error)
    }
}

impl From<DiagnoseError> for RefereeError {
    fn from(error: DiagnoseError) -> Self {
        match error {
            DiagnoseError::Series(error) => error.into(),
            DiagnoseError::Journal(error) => error.into(),
            DiagnoseError::Correctable(_) => RefereeError::Correctable(error.to_string()),
            DiagnoseError::Stopped => RefereeError::Stopped(error.to_string()),
            _ => RefereeError::Failed(error.to_string()),
        }
    }
}

/// Prints a result; what is hidden in it is shown.
pub fn say(text: impl Display) -> Result<(), RefereeError> {
    let mut out = stdout().lock();
    let text = text.to_string();
    out.write_all(visible::lines(&text).as_bytes())
        .and_then(|()| out.flush())
        .map_err(RefereeError::Output)
}

/// Prints a warning, or a note on what takes long. A standard error that is closed or full is no
/// reason to fail.
pub fn warn(text: impl Display) {
    let _ = writeln!(stderr(), "referee: {}", visible::lines(&text.to_string()));
}
