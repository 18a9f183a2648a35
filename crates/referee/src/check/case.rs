//! What one check is: what is asked, in which surroundings, and what must come of it.

use crate::check::question::Question;
use crate::check::scene::Prop;
use std::time::Duration;

/// One check: a question to an agent, and what is expected of it.
#[derive(Debug)]
pub struct Check {
    /// Its name, in lower case with hyphens.
    pub name: &'static str,
    /// What is asked and why, in a sentence.
    pub asks: &'static str,
    pub(super) task: Task,
}

/// What the agent has to do.
#[derive(Debug)]
pub(super) enum Task {
    /// Its `calibrate` measures the machine.
    Calibrate,
    /// It moves, in each of these turns; all of them have to go well.
    Move(&'static [Turn], Expect),
    /// It need not move, or cannot, but has to end by itself.
    End(Turn),
}

/// One run of the agent.
#[derive(Debug)]
pub(super) struct Turn {
    /// What is put into its home before.
    pub(super) scene: &'static [Prop],
    /// What it is asked.
    pub(super) asked: Asked,
}

/// What an agent is asked.
#[derive(Clone, Copy, Debug)]
pub(super) enum Asked {
    /// This.
    Question(Question),
    /// The same game goes on: its last move was played, and some move of the opponent.
    Next,
}

/// What is expected of a run, beside a legal move within the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expect {
    /// Nothing more.
    Move,
    /// It thinks no longer than [`QUICK`].
    QuickMove,
    /// That it leaves more than half of the clock is worth a word if it does not.
    ThriftyMove,
    /// The answer is the lines of the move and nothing else; the last may lack its end.
    ExactLines,
    /// No file is left but those the assignment names.
    NoOtherFile,
}

/// Where there is nothing to think about: room for a slow start, and not for a search.
pub(super) const QUICK: Duration = Duration::from_secs(1);

impl Check {
    /// One legal answer to one question in an ordinary home.
    pub(super) const fn asking(
        name: &'static str,
        asks: &'static str,
        turn: &'static [Turn; 1],
    ) -> Self {
        Check { name, asks, task: Task::Move(turn, Expect::Move) }
    }
}

impl Turn {
    /// A question in an ordinary home.
    pub(super) const fn asking(question: Question) -> Self {
        Turn { scene: &[], asked: Asked::Question(question) }
    }
}
