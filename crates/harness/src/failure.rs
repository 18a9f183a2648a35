//! Why a program failed its script: what happened, where in the script, and its last words.

use crate::channel::{Channel, Exit};
use crate::limits::Rule;
use crate::message::{Message, Verdict};
use crate::script::Step;
use crate::transcript::Breach;
use std::fmt;
use std::io;
use thiserror::Error;

/// What was waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// `move`, or the answer in a game with another program.
    Move,
    /// `move/win`.
    MoveOrResult,
    /// `win+`.
    Result,
    /// The end of a game that the other program has announced so.
    SameResult(Verdict),
    /// `remote`.
    OthersMove,
    /// The end of a game that this program has announced so.
    OthersResult(Verdict),
}

impl fmt::Display for Due {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Due::Move => write!(f, "a move"),
            Due::MoveOrResult => write!(f, "a move or a result"),
            Due::Result => write!(f, "a result"),
            Due::SameResult(verdict) => {
                let announced = Message::Result(*verdict);
                write!(f, "a result, which the other program has announced as `{announced}`,")
            }
            Due::OthersMove => write!(f, "a move or a result of the other program"),
            Due::OthersResult(verdict) => {
                let announced = Message::Result(*verdict);
                write!(f, "the other program's result, here announced as `{announced}`,")
            }
        }
    }
}

/// What happened.
#[derive(Debug, Error)]
pub enum Reason {
    /// There is no such program, or it is none.
    #[error("cannot start `{command}`: {source}; {remedy}")]
    Start {
        /// As it was to be started.
        command: String,
        /// What to do.
        remedy: &'static str,
        /// The cause.
        source: io::Error,
    },
    /// Time is up.
    #[error("{due} was due and did not come {rule}")]
    Late {
        /// What was waited for.
        due: Due,
        /// How long.
        rule: Rule,
    },
    /// The program has gone.
    #[error("{due} was due, but the program {}", gone(*exit))]
    Gone {
        /// What was waited for.
        due: Due,
        /// How it ended, if it has.
        exit: Option<Exit>,
    },
    /// The other program has gone. The reason is found there, or in its script.
    #[error("{due} was due, but the other program had ended; its script must let it play on")]
    OtherGone {
        /// What was waited for.
        due: Due,
    },
    /// Something else came.
    #[error("{due} was due, and `{got}` came")]
    Unexpected {
        /// What was waited for.
        due: Due,
        /// What came.
        got: Message,
    },
    /// The output breaks a rule.
    #[error(transparent)]
    Breach(#[from] Breach),
    /// The programs see different results.
    #[error("this program announced `{mine}`, and the other one `{other}`")]
    Disagree {
        /// This one.
        mine: Message,
        /// The other.
        other: Message,
    },
    /// The end of one game was announced more than once.
    #[error("the end of a game was announced again: `{}`; announce it once", Message::Result(*.0))]
    Twice(Verdict),
    /// It goes on after the end of its input.
    #[error("it did not end {0} after the end of its input; end of input means `quit`")]
    Hang(Rule),
    /// It has ended, and somebody it started has not.
    #[error("it ended, but left a process behind that holds its output open")]
    LeftBehind,
    /// A crash, or an exit code that is not 0.
    #[error("it {0}; it must end with exit code 0")]
    Exit(Exit),
    /// The other program has failed.
    #[error("stopped, because the other program failed")]
    Halted,
    /// The user wants an end.
    #[error("stopped by the user")]
    Interrupted,
}

fn gone(exit: Option<Exit>) -> String {
    exit.map_or_else(|| "had closed its output".to_string(), |exit| exit.to_string())
}

impl Reason {
    /// Whether it only follows from what happened to the other program.
    pub const fn is_second_hand(&self) -> bool {
        matches!(self, Reason::OtherGone { .. } | Reason::Halted)
    }
}

/// Where in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Before its first step.
    Start,
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

impl Place {
    /// At this step.
    pub fn of(step: &Step) -> Self {
        Place::Step { line: step.line, text: step.text.clone() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Start => write!(f, "at the start"),
            Place::Step { line, text } => write!(f, "line {line}, `{}`", text.trim()),
            Place::End => write!(f, "at the end"),
        }
    }
}

/// A failure.
#[derive(Debug)]
pub struct Failure {
    /// Where.
    pub place: Place,
    /// Why.
    pub reason: Reason,
    /// The last lines of the program, for people.
    pub last_words: Vec<String>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)?;
        self.last_words.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}

/// What a program has said last, each stream under its name.
pub fn last_words(channel: &Channel) -> Vec<String> {
    let streams = [(&channel.output, "output"), (&channel.errors, "standard error")];
    let told = streams.map(|(tail, stream)| {
        let lines = tail.lines().into_iter().map(|line| format!("  {line}"));
        [format!("the last lines of its {stream}:")].into_iter().chain(lines).collect::<Vec<_>>()
    });
    told.into_iter().filter(|lines| lines.len() > 1).flatten().collect()
}
