//! One run of the agent must leave a legal move behind, in time, and end with exit code 0.

use crate::process::{Ended, FinishedProcess};
use cli::visible;
use formats::{OUTPUT_FILE, answer};
use games::Game;
use games::checkers::{Move, Position};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// The exit code of `homework` if `output.txt` cannot be written: the move is on standard output.
const UNWRITABLE: i32 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerPlace {
    InFile,
    /// On standard output if the exit code says that `output.txt` cannot be written.
    InFileOrPrinted,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Violation {
    /// It used as much CPU time as it was given, or more.
    Late,
    /// It was killed after a long wall time.
    Hung,
    /// A signal that the run has not sent.
    Signal(i32),
    /// An exit code that the situation does not allow.
    Exit(i32),
    NoAnswer,
    /// The answer is not in the form of a move, or is not legal.
    Illegal(String),
    /// Something else that was promised.
    Other(String),
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::Late => f.write_str("late"),
            Violation::Hung => f.write_str("hung"),
            Violation::Signal(signal) => write!(f, "ended by signal {signal}"),
            Violation::Exit(code) => write!(f, "exit code {code}"),
            Violation::NoAnswer => f.write_str("no answer"),
            Violation::Illegal(text) => write!(f, "illegal answer {text:?}"),
            Violation::Other(text) => f.write_str(text),
        }
    }
}

/// The move that a run in `dir` has answered, if all that was promised holds. `given` is the time
/// of `input.txt`; `None` means that time does not matter.
pub fn check(
    run: &FinishedProcess,
    dir: &Path,
    position: &Position,
    given: Option<Duration>,
    answer: AnswerPlace,
) -> Result<Move, Violation> {
    if given.is_some_and(|given| run.cpu >= given) {
        return Err(Violation::Late);
    }
    let file = match run.ended {
        Ended::Hung => return Err(Violation::Hung),
        Ended::Signal(signal) => return Err(Violation::Signal(signal)),
        Ended::Code(0) => dir.join(OUTPUT_FILE),
        Ended::Code(UNWRITABLE) if answer == AnswerPlace::InFileOrPrinted => run.stdout.clone(),
        Ended::Code(code) => return Err(Violation::Exit(code)),
    };
    let bytes = std::fs::read(file).map_err(|_| Violation::NoAnswer)?;
    let text = String::from_utf8_lossy(&bytes);
    if text.is_empty() {
        return Err(Violation::NoAnswer);
    }
    let legal = position.move_list();
    let found = answer::find(&text, &legal).ok().flatten();
    found.ok_or_else(|| Violation::Illegal(visible::cut(&text, 80)))
}
