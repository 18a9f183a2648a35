//! Why a program failed its script: what happened, where in the script, and its last lines.

use crate::announcement::{AnnouncedResult, Announcement};
use crate::limits::WaitLimit;
use crate::process::ProcessExit;
use crate::program::Program;
use crate::script::ScriptStep;
use std::fmt;
use thiserror::Error;

/// What a wait was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// `move`, or the answer in a game with another program.
    Move,
    /// `move/win`.
    MoveOrResult,
    /// `win+`.
    Result,
    /// The result that the other program has announced already.
    SameResult(AnnouncedResult),
    /// `remote`.
    OthersMove,
    /// The other program's announcement of the result that this one has announced already.
    OthersResult(AnnouncedResult),
}

impl fmt::Display for Due {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Due::Move => write!(f, "a move"),
            Due::MoveOrResult => write!(f, "a move or a result"),
            Due::Result => write!(f, "a result"),
            Due::SameResult(result) => {
                let announced = Announcement::Result(*result);
                write!(f, "a result, which the other program has announced as `{announced}`,")
            }
            Due::OthersMove => write!(f, "a move or a result of the other program"),
            Due::OthersResult(result) => {
                let announced = Announcement::Result(*result);
                write!(f, "the other program's result, here announced as `{announced}`,")
            }
        }
    }
}

/// What happened. All but the last are looked at: of two failures one often follows from the other.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FailureReason {
    /// Time is up.
    #[error("{due} was due and did not come {limit}")]
    Late { due: Due, limit: WaitLimit },
    /// The other program has ended. The reason is found there, or in its script.
    #[error("{due} was due, but the other program had ended; its script must let it play on")]
    OtherExited { due: Due },
    /// The programs see different results.
    #[error("this program announced `{mine}`, and the other one `{other}`")]
    ResultsDiffer { mine: Announcement, other: Announcement },
    /// The other program has failed.
    #[error("stopped, because the other program failed")]
    OtherFailed,
    /// A failure of this program alone, as a sentence.
    #[error("{0}")]
    Own(String),
}

impl FailureReason {
    /// The program has ended when something was due; `None` if it has only closed its output.
    pub fn exited(due: Due, exit: Option<ProcessExit>) -> Self {
        let ended = exit.map_or("had closed its output".to_string(), |exit| exit.to_string());
        FailureReason::Own(format!("{due} was due, but the program {ended}"))
    }

    /// Another announcement came.
    pub fn unexpected(due: Due, came: &Announcement) -> Self {
        FailureReason::Own(format!("{due} was due, and `{came}` came"))
    }

    pub fn interrupted() -> Self {
        FailureReason::Own("stopped by the user".to_string())
    }

    /// Does it only follow from a failure of the other program?
    pub const fn is_consequence(&self) -> bool {
        matches!(self, FailureReason::OtherExited { .. } | FailureReason::OtherFailed)
    }
}

/// Where in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// Before its first step.
    Start,
    /// In this line, counted from 1, which is no step.
    Line(usize),
    /// At a step.
    Step {
        /// Counted from 1.
        line: usize,
        /// The line.
        text: String,
    },
    /// After its last step.
    End,
}

impl Location {
    pub fn of(step: &ScriptStep) -> Self {
        Location::Step { line: step.line, text: step.text.clone() }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Start => write!(f, "at the start"),
            Location::Line(line) => write!(f, "line {line}"),
            Location::Step { line, text } => write!(f, "line {line}, `{}`", text.trim()),
            Location::End => write!(f, "at the end"),
        }
    }
}

/// The failure of a program in its script.
#[derive(Debug)]
pub struct ScriptFailure {
    pub location: Location,
    pub reason: FailureReason,
    pub last_lines: Vec<String>,
}

impl fmt::Display for ScriptFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.location, self.reason)?;
        self.last_lines.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}

/// The last lines that a program has printed, each stream under its name.
pub fn last_lines(program: &Program) -> Vec<String> {
    let streams = [(&program.output, "output"), (&program.errors, "standard error")];
    let described = streams.map(|(lines, stream)| {
        let lines = lines.lines().into_iter().map(|line| format!("  {line}"));
        [format!("the last lines of its {stream}:")].into_iter().chain(lines).collect::<Vec<_>>()
    });
    described.into_iter().filter(|lines| lines.len() > 1).flatten().collect()
}
