//! Why a program failed its script: what happened, where in the script, and its last lines.

use crate::announcement::{Announcement, GameResult};
use crate::limits::TimeLimit;
use crate::output_parser::OutputError;
use crate::process::Exit;
use crate::program::Program;
use crate::script::Step;
use std::fmt;
use std::io;
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
    SameResult(GameResult),
    /// `remote`.
    OthersMove,
    /// The other program's announcement of the result that this one has announced already.
    OthersResult(GameResult),
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

/// What happened.
#[derive(Debug, Error)]
pub enum FailureReason {
    /// The script names no program.
    #[error("{0}")]
    NoProgram(String),
    /// The program cannot be started.
    #[error("cannot start `{command}`: {source}; {remedy}")]
    Start {
        /// The command.
        command: String,
        /// What the user can do.
        remedy: &'static str,
        /// The cause.
        source: io::Error,
    },
    /// Time is up.
    #[error("{due} was due and did not come {limit}")]
    Late {
        /// What the wait was for.
        due: Due,
        /// The limit that was reached.
        limit: TimeLimit,
    },
    /// The program has ended.
    #[error("{due} was due, but the program {}", ended(*exit))]
    Exited {
        /// What the wait was for.
        due: Due,
        /// How it ended; `None` if it has only closed its output.
        exit: Option<Exit>,
    },
    /// The other program has ended. The reason is found there, or in its script.
    #[error("{due} was due, but the other program had ended; its script must let it play on")]
    OtherExited {
        /// What the wait was for.
        due: Due,
    },
    /// Another announcement came.
    #[error("{due} was due, and `{got}` came")]
    Unexpected {
        /// What the wait was for.
        due: Due,
        /// What came.
        got: Announcement,
    },
    /// The output breaks a rule.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The programs see different results.
    #[error("this program announced `{mine}`, and the other one `{other}`")]
    ResultsDiffer {
        /// This one.
        mine: Announcement,
        /// The other.
        other: Announcement,
    },
    /// The end of one game was announced more than once.
    #[error("the end of a game was announced again: `{}`; announce it once", Announcement::Result(*.0))]
    ResultTwice(GameResult),
    /// It is still running after the end of its input.
    #[error("it did not end {0} after the end of its input; end of input means `quit`")]
    NoExit(TimeLimit),
    /// It has ended, and a process that it started has not.
    #[error("it ended, but left a process behind that holds its output open")]
    ProcessLeft,
    /// A crash, or an exit code that is not 0.
    #[error("it {0}; it must end with exit code 0")]
    Exit(Exit),
    /// The other program has failed.
    #[error("stopped, because the other program failed")]
    OtherFailed,
    /// The user has interrupted the test.
    #[error("stopped by the user")]
    Interrupted,
}

fn ended(exit: Option<Exit>) -> String {
    exit.map_or_else(|| "had closed its output".to_string(), |exit| exit.to_string())
}

impl FailureReason {
    /// Whether it only follows from a failure of the other program.
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
    /// At this step.
    pub fn of(step: &Step) -> Self {
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

/// A failure.
#[derive(Debug)]
pub struct Failure {
    /// Where in the script.
    pub location: Location,
    /// What happened.
    pub reason: FailureReason,
    /// The last lines that the program has printed.
    pub last_lines: Vec<String>,
}

impl fmt::Display for Failure {
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
