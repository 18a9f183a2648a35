//! The agent as a player, whose answers the thread of a
//! [`SearchThread`](text::players::search_thread::SearchThread) waits for.

use crate::play::agent::game::GameSettings;
use crate::play::agent::opponent::{Opponent as _, PersonsGame, UndoOutcome};
use crate::play::agent::turn_files::TurnFiles;
use referee::MatchError;
use referee::journal::GameConditions;
use referee::play::{PlayerSetup, ProcessPlayer as _};
use referee::players::Participant;
use referee::rules::{
    CheckedReply, Conclusion, EndFault, Ending, GameInPlay, GamePlayer as _, OpeningMode,
    TimeControl,
};
use referee::schedule::{OpeningOrder, Seed};
use runner::TempRoot;
use runner::sandbox::SandboxMode;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug)]
pub struct AgentPlayer<G: PersonsGame> {
    /// `None` if it could not be started.
    run: Option<G::Player>,
    pub participant: Participant,
    pub sandbox_mode: SandboxMode,
    /// The clock of a program that lives.
    pub time: Option<TimeControl>,
    // The last field: the folder goes when no process works in it.
    temp_root: TempRoot,
}

#[derive(Debug)]
pub enum AgentAnswer<M> {
    Move {
        checked: CheckedReply<M>,
        files: Option<TurnFiles>,
        /// Why the agent could not be run, which is not its fault.
        error: Option<MatchError>,
    },
    /// What it has said of the end of the game.
    EndAnnouncement(Result<(), EndFault>, Option<MatchError>),
}

impl<G: PersonsGame> AgentPlayer<G> {
    /// A player that has not begun a game. The flag of `temp_root` ends its run while it is set.
    pub const fn new(
        participant: Participant,
        sandbox_mode: SandboxMode,
        temp_root: TempRoot,
    ) -> Self {
        AgentPlayer { run: None, participant, sandbox_mode, time: None, temp_root }
    }

    pub fn conditions(&self, settings: GameSettings) -> GameConditions {
        GameConditions {
            game: G::NAME,
            limits: settings.limits(),
            timing: settings.timing,
            opening_mode: OpeningMode::Game,
            time: self.time,
            sandbox_mode: self.sandbox_mode,
            seed: Seed::default(),
            opening_order: OpeningOrder::USUAL,
            adjudication: None,
        }
    }

    /// Gives the agent a new directory for a game by these settings, which has come to a position
    /// by `moves`.
    pub fn begin_game(
        &mut self,
        settings: GameSettings,
        moves: &[G::Move],
    ) -> Result<(), MatchError> {
        // The old directory goes before there is a new one.
        self.run = None;
        self.run = Some(G::Player::from_setup(&PlayerSetup {
            side: !settings.person,
            participant: &self.participant,
            opening: moves,
            conditions: self.conditions(settings),
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

    pub fn answer(&mut self, game: &GameInPlay<G>) -> AgentAnswer<G::Move> {
        let question = game.question();
        let Some(run) = &mut self.run else {
            let mv = Err(Ending::RefereeFault);
            let (charge, left) = (Duration::ZERO, question.remaining());
            let checked = CheckedReply { charge, left, mv, remark: None, flaw: None };
            return AgentAnswer::Move { checked, files: None, error: None };
        };
        let (checked, files) = run.answer(&question);
        AgentAnswer::Move { checked, files: Some(files), error: run.take_failure() }
    }

    /// What it says of a game that has ended by its rules.
    pub fn conclude(&mut self, position: &G, ending: Ending) -> AgentAnswer<G::Move> {
        let Some(run) = &mut self.run else { return AgentAnswer::EndAnnouncement(Ok(()), None) };
        let winner = ending.winner(position.side_to_move());
        let said = run.conclude(&Conclusion { position, winner });
        AgentAnswer::EndAnnouncement(said, run.take_failure())
    }

    /// The agent's directory and its last run, if it could be started.
    pub const fn run(&self) -> Option<&G::Player> {
        self.run.as_ref()
    }

    /// Keeps what a takeback needs, as it is before a turn.
    pub fn save_turn(&self, turn: usize) -> io::Result<()> {
        self.run.as_ref().map_or(Ok(()), |run| run.save_turn(&self.copy_of(turn)))
    }

    /// Makes the agent what it was before a turn that was kept, if it has had a turn since; `moves`
    /// are those that are left.
    pub fn come_back(
        &mut self,
        turn: Option<usize>,
        settings: GameSettings,
        moves: &[G::Move],
    ) -> Result<(), MatchError> {
        let copy = turn.map(|turn| self.copy_of(turn));
        let Some(run) = &mut self.run else { return Ok(()) };
        match run.come_back(copy.as_deref())? {
            UndoOutcome::Done => Ok(()),
            UndoOutcome::StartAgain => self.begin_game(settings, moves),
        }
    }

    fn copy_of(&self, turn: usize) -> PathBuf {
        self.temp_root.path().join(format!("playdata-{turn}"))
    }
}
