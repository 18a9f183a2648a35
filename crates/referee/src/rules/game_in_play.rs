//! A game that is being played, turn by turn: whose turn it is, and what an answer leads to. The
//! [loop](crate::rules::GameLoop) drives it between two players; where a person answers at any
//! time and takes moves back, a session does.

use crate::rules::asking::AskingMode;
use crate::rules::ending::{EndFault, Ending, TurnSide};
use crate::rules::game_player::{CheckedReply, TurnQuestion};
use crate::rules::profile::{Clocks, Timing};
use crate::rules::refereed::Refereed;
use crate::rules::state::GameState;
use games::Game;
use games::board::Side;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextTurn<M> {
    Ended(Ending),
    /// Nobody is asked for a pass.
    Pass(M),
    /// The side to move has no time left.
    FlagFallen,
    Asked(Side),
}

#[derive(Clone, Debug)]
pub struct GameInPlay<G: Game> {
    state: GameState<G>,
    asking: AskingMode,
    left: Clocks,
}

impl<G: Refereed> GameInPlay<G> {
    pub const fn new(state: GameState<G>, asking: AskingMode, clocks: Clocks) -> Self {
        GameInPlay { state, asking, left: clocks }
    }

    pub const fn state(&self) -> &GameState<G> {
        &self.state
    }

    /// The time left for each side, not counting the turn that has begun.
    pub const fn left(&self) -> &Clocks {
        &self.left
    }

    pub const fn timing(&self) -> Timing {
        self.asking.timing
    }

    pub fn next_turn(&self) -> NextTurn<G::Move> {
        let position = self.state.position();
        let side = position.side_to_move();
        if let Some(ending) = self.state.ended() {
            NextTurn::Ended(ending)
        } else if let Some(pass) = position.forced_pass() {
            NextTurn::Pass(pass)
        } else if self.left[side.index()].is_zero() {
            NextTurn::FlagFallen
        } else {
            NextTurn::Asked(side)
        }
    }

    pub const fn question(&self) -> TurnQuestion<'_, G> {
        TurnQuestion { state: &self.state, left: self.left, asking: self.asking }
    }

    /// Charges the side to move for its answer; returns its move, or the ending of the game.
    pub fn charge(&mut self, checked: &CheckedReply<G::Move>) -> Result<G::Move, Ending> {
        if self.timing() == Timing::Clocks {
            self.left[self.state.position().side_to_move().index()] = checked.left;
        }
        let mv = checked.mv?;
        self.state.ended_before_playing().map_or(Ok(mv), Err)
    }

    pub fn play(&mut self, mv: G::Move) {
        self.state.play(mv);
    }

    /// Takes moves back; the clocks stay.
    pub fn undo(&mut self, moves: usize) {
        self.state.undo(moves);
    }
}

/// The ending of a game whose end one side has told wrongly.
pub const fn ending_of_fault(fault: EndFault, who: TurnSide) -> Ending {
    match fault {
        EndFault::Result => Ending::WrongResult(who),
        EndFault::Dump => Ending::WrongLastDump(who),
        EndFault::Referee => Ending::RefereeFault,
    }
}
