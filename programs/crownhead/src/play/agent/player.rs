//! The agent as a player, whose answers the thread of a
//! [`Thinker`](text::players::thinker::Thinker) waits for.

use crate::play::agent::game::Terms;
use crate::play::agent::opponent::{Opponent as _, PersonsGame, WayBack};
use crate::play::agent::turn_files::TurnFiles;
use referee::play::{GameConditions, PlayerProcess as _, Seat};
use referee::players::{AgentRunError, Entrant};
use referee::rules::{
    CheckedReply, Clocks, Conclusion, Contestant as _, EndFault, Ending, GameState, TimeControl,
    TurnQuestion,
};
use referee::schedule::Seed;
use runner::TempRoot;
use runner::sandbox::SandboxMode;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug)]
pub struct AgentPlayer<G: PersonsGame> {
    /// `None` if it could not be started.
    run: Option<G::Player>,
    /// The program, its calibration and its clock.
    pub entrant: Entrant,
    pub sandbox_mode: SandboxMode,
    /// The clock of a program that lives.
    pub time: Option<TimeControl>,
    // The last field: the folder goes when no process works in it.
    temp_root: TempRoot,
}

/// The outcome of one task.
#[derive(Debug)]
pub enum AgentAnswer<M> {
    Move {
        checked: CheckedReply<M>,
        files: Option<TurnFiles>,
        /// Why the agent could not be run, which is not its fault.
        error: Option<String>,
    },
    /// What it has said of the end of the game.
    LastWord(Result<(), EndFault>, Option<String>),
}

impl<G: PersonsGame> AgentPlayer<G> {
    /// A player that has not begun a game. The flag of `temp_root` ends its run while it is set.
    pub const fn new(entrant: Entrant, sandbox_mode: SandboxMode, temp_root: TempRoot) -> Self {
        AgentPlayer { run: None, entrant, sandbox_mode, time: None, temp_root }
    }

    /// Gives the agent a new directory for a game by these terms, which has come to a position by
    /// `moves`.
    pub fn begin_game(&mut self, terms: Terms, moves: &[G::Move]) -> Result<(), AgentRunError> {
        // The old directory goes before there is a new one.
        self.run = None;
        let conditions = GameConditions {
            game: G::NAME,
            limits: terms.limits(),
            timing: terms.timing,
            time: self.time,
            sandbox_mode: self.sandbox_mode,
            seed: Seed::default(),
        };
        self.run = Some(G::Player::seated(&Seat {
            side: !terms.person,
            entrant: &self.entrant,
            opening: moves,
            conditions,
            temp_root: &self.temp_root,
            cores: None,
        })?);
        Ok(())
    }

    /// Tells it of a move, by either side.
    pub fn see(&mut self, before: &G, mv: G::Move) {
        if let Some(run) = &mut self.run {
            run.see(before, mv);
        }
    }

    pub fn answer(
        &mut self,
        state: &GameState<G>,
        left: Clocks,
        terms: Terms,
    ) -> AgentAnswer<G::Move> {
        let Some(run) = &mut self.run else {
            let mv = Err(Ending::RefereeFault);
            let remaining = left[(!terms.person).index()];
            let checked = CheckedReply { charge: Duration::ZERO, left: remaining, mv };
            return AgentAnswer::Move { checked, files: None, error: None };
        };
        let question = TurnQuestion { state, left, profile: terms.profile };
        let (checked, files) = run.answer(&question);
        let error = run.take_failure().map(|error| error.to_string());
        AgentAnswer::Move { checked, files: Some(files), error }
    }

    /// What it says of a game that has ended by its rules.
    pub fn conclude(&mut self, position: &G, ending: Ending) -> AgentAnswer<G::Move> {
        let Some(run) = &mut self.run else { return AgentAnswer::LastWord(Ok(()), None) };
        let winner = ending.winner(position.side_to_move());
        let said = run.conclude(&Conclusion { position, winner });
        AgentAnswer::LastWord(said, run.take_failure().map(|error| error.to_string()))
    }

    /// The agent's directory and its last run, if it could be started.
    pub const fn run(&self) -> Option<&G::Player> {
        self.run.as_ref()
    }

    /// Keeps what a takeback needs, as it is before a turn.
    pub fn save_turn(&self, turn: usize) -> io::Result<()> {
        self.run.as_ref().map_or(Ok(()), |run| run.save_turn(&self.copy_of(turn)))
    }

    /// Makes the agent what it was before a turn that was kept, if it was asked since; `moves` are
    /// those that are left.
    pub fn come_back(
        &mut self,
        turn: Option<usize>,
        terms: Terms,
        moves: &[G::Move],
    ) -> Result<(), AgentRunError> {
        let copy = turn.map(|turn| self.copy_of(turn));
        let Some(run) = &mut self.run else { return Ok(()) };
        match run.come_back(copy.as_deref())? {
            WayBack::Done => Ok(()),
            WayBack::StartAgain => self.begin_game(terms, moves),
        }
    }

    fn copy_of(&self, turn: usize) -> PathBuf {
        self.temp_root.path().join(format!("playdata-{turn}"))
    }
}
