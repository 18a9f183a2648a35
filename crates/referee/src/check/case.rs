//! One check: the question, the files around it, and what is expected.

use crate::check::question::CheckQuestion;
use crate::check::setup::SetupStep;
use std::time::Duration;

/// One check: a question to an agent, and what is expected of it.
#[derive(Debug)]
pub struct Check {
    /// Its name, in lower case with hyphens.
    pub name: &'static str,
    /// What is asked and why, in one sentence.
    pub asks: &'static str,
    pub(super) task: CheckTask,
}

/// What the agent has to do.
#[derive(Debug)]
pub(super) enum CheckTask {
    /// Its `calibrate` measures the machine.
    Calibrate,
    /// It moves in each of these turns; all of them must succeed.
    Move(&'static [CheckTurn], Expect),
    /// It need not or cannot move, but must end by itself.
    End(CheckTurn),
}

/// One run of the agent.
#[derive(Debug)]
pub(super) struct CheckTurn {
    /// What is changed in its directory before.
    pub(super) setup: &'static [SetupStep],
    /// What it is asked.
    pub(super) asked: Asked,
}

/// What an agent is asked.
#[derive(Clone, Copy, Debug)]
pub(super) enum Asked {
    /// This.
    Question(CheckQuestion),
    /// The next move of the same game, after its own last move and a move of the opponent.
    Next,
}

/// What is expected of a run, beside a legal move within the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expect {
    /// Nothing more.
    Move,
    /// It uses at most [`QUICK`].
    QuickMove,
    /// A remark is added if it uses more than half of its time; that is not a failure.
    ThriftyMove,
    /// The answer is the lines of the move and nothing else; the last line end may be missing.
    ExactLines,
    /// It leaves only files that the assignment names.
    NoOtherFile,
}

/// CPU time for a forced move: enough for a slow start, too little for a search.
pub(super) const QUICK: Duration = Duration::from_secs(1);

impl Check {
    /// A check for one legal answer, in a directory as usual.
    pub(super) const fn asking(
        name: &'static str,
        asks: &'static str,
        turn: &'static [CheckTurn; 1],
    ) -> Self {
        Check { name, asks, task: CheckTask::Move(turn, Expect::Move) }
    }
}

impl CheckTurn {
    /// A question in a directory as usual.
    pub(super) const fn asking(question: CheckQuestion) -> Self {
        CheckTurn { setup: &[], asked: Asked::Question(question) }
    }
}
