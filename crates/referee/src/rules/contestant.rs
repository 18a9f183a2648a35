//! Anything that plays a game under the eyes of the referee: the contract of how it is asked.
//!
//! An agent that answers by files is one kind of contestant (`file_protocol.rs`), a program that
//! lives as long as the game another, a scripted one in a test a third.

use crate::rules::counts::Clocks;
use crate::rules::ending::{EndFault, Ending};
use crate::rules::profile::Profile;
use crate::rules::refereed::Refereed;
use crate::rules::state::GameState;
use games::board::Side;
use std::time::Duration;

/// A turn of a contestant.
#[derive(Debug)]
pub struct TurnQuestion<'a, G> {
    pub state: &'a GameState<G>,
    /// The time left on both clocks.
    pub left: Clocks,
    pub profile: Profile,
}

impl<G: Refereed> TurnQuestion<'_, G> {
    /// The time left on the clock of the side to move.
    pub fn remaining(&self) -> Duration {
        self.left[self.state.position().side_to_move().index()]
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
    /// The legal move, or the ending of the game.
    pub mv: Result<M, Ending>,
}

/// Anything that plays one side of a game.
pub trait Contestant<G: Refereed> {
    fn play(&mut self, question: &TurnQuestion<'_, G>) -> CheckedReply<G::Move>;

    /// A move was played in `before`, by either side.
    fn see(&mut self, before: &G, mv: G::Move) {
        let _ = (before, mv);
    }

    /// The game is over. A contestant that has to say who has won may be wrong.
    fn conclude(&mut self, conclusion: &Conclusion<'_, G>) -> Result<(), EndFault> {
        let _ = conclusion;
        Ok(())
    }
}
