//! What was wrong with a run whose answer counts: the assignment asks for a legal move in time and
//! says nothing of the end of the process, and a form that is a little different can be read. It
//! costs nothing, and its author is told.

use crate::rules::answer_form::FormFlaw;
use crate::rules::ending::Ending;
use games::board::Side;
use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunRemark {
    /// The code is not 0.
    ExitCode(i32),
    Signal(i32),
    /// The referee ended it: its answer was there, and it was idle.
    StillRunning,
    Form(FormFlaw),
}

impl RunRemark {
    /// The remark on a run of this ending, if an answer may count beside it.
    pub const fn of(ending: Ending) -> Option<Self> {
        match ending {
            Ending::ExitCode(code) => Some(RunRemark::ExitCode(code)),
            Ending::Signal(signal) => Some(RunRemark::Signal(signal)),
            Ending::Hung => Some(RunRemark::StillRunning),
            _ => None,
        }
    }

    /// How the game ends if the answer does not count; `None` if the remark is of the answer.
    pub const fn ending(self) -> Option<Ending> {
        match self {
            RunRemark::ExitCode(code) => Some(Ending::ExitCode(code)),
            RunRemark::Signal(signal) => Some(Ending::Signal(signal)),
            RunRemark::StillRunning => Some(Ending::Hung),
            RunRemark::Form(_) => None,
        }
    }
}

impl fmt::Display for RunRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunRemark::ExitCode(code) => write!(f, "exit code {code} after the answer"),
            RunRemark::Signal(signal) => write!(f, "signal {signal} after the answer"),
            RunRemark::StillRunning => f.write_str("still running after the answer"),
            RunRemark::Form(flaw) => write!(f, "{flaw}"),
        }
    }
}

/// The turns of one side in a game that have the same remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRemark {
    pub side: Side,
    pub remark: RunRemark,
    pub turns: u32,
}

impl GameRemark {
    pub fn count(remarks: &mut Vec<Self>, side: Side, remark: RunRemark) {
        match remarks.iter_mut().find(|found| (found.side, found.remark) == (side, remark)) {
            Some(found) => found.turns += 1,
            None => remarks.push(GameRemark { side, remark, turns: 1 }),
        }
    }
}
