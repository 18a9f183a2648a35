//! The end of a command: its output, its exit code, and common errors.

use cli::{ProgramError, visible};
use referee::rules::EndingKind;
use std::fmt::Display;
use std::io::{self, Write, stderr, stdout};
use std::path::Path;
use std::process::ExitCode;

/// The exit status of a command that could be carried out, the most severe first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CommandExit {
    Stopped,
    /// The referee itself failed in at least one game.
    RefereeFault,
    /// An agent has forfeited a game or failed a check.
    Misbehaved,
    GateMissed,
    Success,
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
            CommandExit::Stopped => ProgramError::STOPPED,
        })
    }
}

/// For `map_err`: a folder cannot be made or used.
pub fn unusable_folder(path: &Path) -> impl Fn(io::Error) -> ProgramError {
    move |source| {
        let shown = visible::path(path);
        ProgramError::Usage(if path.is_file() {
            format!("{shown} is a file; name a folder with --out")
        } else {
            format!("cannot use the folder {shown}: {source}")
        })
    }
}

/// For `map_err`: a file that the command names cannot be read.
pub fn unreadable(path: &Path) -> impl Fn(io::Error) -> ProgramError {
    move |source| {
        let path = visible::path(path);
        ProgramError::Usage(match source.kind() {
            io::ErrorKind::NotFound => {
                format!("{path}: there is no such file or folder; look at its spelling")
            }
            _ => format!("{path}: {source}"),
        })
    }
}

/// Prints a result; what is hidden in it is shown.
pub fn say(text: impl Display) -> Result<(), ProgramError> {
    let mut out = stdout().lock();
    let text = text.to_string();
    out.write_all(visible::lines(&text).as_bytes()).and_then(|()| out.flush()).map_err(|error| {
        match error.kind() {
            io::ErrorKind::BrokenPipe => ProgramError::Closed,
            _ => ProgramError::Failed(format!("standard output: {error}")),
        }
    })
}

/// Prints a warning, or a note on what takes long. A standard error that is closed or full is no
/// reason to fail.
pub fn warn(text: impl Display) {
    let _ = writeln!(stderr(), "referee: {}", visible::lines(&text.to_string()));
}
