//! Anything that plays a game under the eyes of the referee: the contract of how it is asked.
//!
//! An agent that answers by files is one kind of player (`file_protocol.rs`), a program that
//! lives as long as the game another, a scripted one in a test a third.

use crate::rules::answer_form::FormFlaw;
use crate::rules::asking::AskingMode;
use crate::rules::ending::{EndFault, Ending};
use crate::rules::profile::{Clocks, ReplyRules};
use crate::rules::refereed::Refereed;
use crate::rules::run_remark::RunRemark;
use crate::rules::state::GameState;
use games::Game;
use games::board::Side;
use std::time::Duration;

#[derive(Debug)]
pub struct TurnQuestion<'a, G: Game> {
    pub state: &'a GameState<G>,
    pub left: Clocks,
    pub asking: AskingMode,
}

impl<G: Refereed> TurnQuestion<'_, G> {
    /// The time left on the clock of the side to move.
    pub fn remaining(&self) -> Duration {
        self.left[self.state.position().side_to_move().index()]
    }

    /// The time for this move.
    pub fn time(&self) -> Duration {
        self.asking.time_of_move(self.remaining())
    }

    pub const fn replies(&self) -> ReplyRules {
        self.state.limits().replies
    }
}

/// The end of a game by its rules.
#[derive(Debug)]
pub struct Conclusion<'a, G> {
    pub position: &'a G,
    /// `None` after a tie.
    pub winner: Option<Side>,
}

/// A reply after the check of clock and rules, with the time charged for it and left after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckedReply<M> {
    pub charge: Duration,
    pub left: Duration,
    pub mv: Result<M, Ending>,
    /// On a run whose move counts.
    pub remark: Option<RunRemark>,
    /// Of an answer that counts.
    pub flaw: Option<FormFlaw>,
}

pub trait GamePlayer<G: Refereed> {
    fn play(&mut self, question: &TurnQuestion<'_, G>) -> CheckedReply<G::Move>;

    /// A move was played in `before`, by either side.
    fn see(&mut self, before: &G, mv: G::Move) {
        let _ = (before, mv);
    }

    /// The game is over. A player that has to say who has won may be wrong.
    fn conclude(&mut self, conclusion: &Conclusion<'_, G>) -> Result<(), EndFault> {
        let _ = conclusion;
        Ok(())
    }
}
