//! Why a program failed its script: what happened, where in the script, and its last lines.

use crate::ProcessExit;
use crate::limits::WaitLimit;
use crate::output::announcement::{AnnouncedResult, Announcement};
use crate::scripts::script::ScriptStep;
use std::fmt;

/// The announcement that a wait was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// `move`, or the answer in a game with another program.
    Move,
    /// The directive is `move/win`.
    MoveOrResult,
    /// The directive is `win+`.
    Result,
    /// The result that the other program has announced already.
    SameResult(AnnouncedResult),
    /// The directive is `remote move/win`.
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

/// The event that ended a script. All variants but the last are matched on: of two failures one
/// often follows from the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FailureReason {
    /// What was due did not come.
    Late { due: Due, limit: WaitLimit },
    /// The other program has ended. The reason is found there, or in its script.
    OtherExited { due: Due },
    /// The programs see different results.
    ResultsDiffer { mine: Announcement, other: Announcement },
    /// It only had to stop.
    OtherFailed,
    /// A failure of this program alone, as a sentence.
    Own(String),
}

impl fmt::Display for FailureReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FailureReason::Late { due, limit } => {
                write!(f, "{due} was due and did not come {limit}")
            }
            FailureReason::OtherExited { due } => write!(
                f,
                "{due} was due, but the other program had ended; its script must let it play on"
            ),
            FailureReason::ResultsDiffer { mine, other } => {
                write!(f, "this program announced `{mine}`, and the other one `{other}`")
            }
            FailureReason::OtherFailed => {
                write!(f, "stopped, because the other program failed")
            }
            FailureReason::Own(sentence) => f.write_str(sentence),
        }
    }
}

impl FailureReason {
    /// The program has ended when something was due; `None` if it has only closed its output.
    pub fn exited(due: Due, exit: Option<ProcessExit>) -> Self {
        let ended = exit.map_or("had closed its output".to_string(), |exit| exit.to_string());
        FailureReason::Own(format!("{due} was due, but the program {ended}"))
    }

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

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// No step has begun.
    Start,
    /// A line, counted from 1, that is not a step.
    Line(usize),
    Step {
        /// The first line of the file is 1.
        line: usize,
        text: String,
    },
    /// All steps are done.
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
