//! The agent as a player: a process for each move, which the thread of a
//! [`Thinker`](text::thinker::Thinker) waits for.

use crate::play::agent::turn_files::TurnFiles;
use formats::{PLAYDATA_FILE, Request};
use referee::agent::files::{self, Found};
use referee::agent::process::StopFlag;
use referee::agent::{AgentRun, AgentRunError, Entrant, SandboxMode, TempRoot};
use referee::game::{Ending, FileAgent, Profile, Reply};
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[derive(Debug)]
pub struct AgentPlayer {
    /// `None` if it could not be started.
    run: Option<AgentRun>,
    /// The program, its calibration and its clock.
    pub entrant: Entrant,
    pub sandbox_mode: SandboxMode,
    profile: Profile,
    stop: StopFlag,
    // The last field: the folder goes when no process works in it.
    temp_root: TempRoot,
}

/// The outcome of one run.
#[derive(Debug)]
pub struct AgentAnswer {
    /// As it came from the agent: no rule has been applied to it.
    pub reply: Reply,
    pub files: Option<TurnFiles>,
    /// Why the agent could not be run, which is not its fault.
    pub error: Option<String>,
}

impl AgentPlayer {
    /// A player that has not begun a game. `stop` ends its run while it is set.
    pub fn new(
        entrant: Entrant,
        sandbox_mode: SandboxMode,
        profile: Profile,
        temp_root: TempRoot,
        stop: Arc<AtomicBool>,
    ) -> Self {
        AgentPlayer { run: None, entrant, sandbox_mode, profile, stop: stop.into(), temp_root }
    }

    /// Gives the agent a new directory for a new game.
    pub fn begin_game(&mut self) -> Result<(), AgentRunError> {
        // The old directory goes before there is a new one.
        self.run = None;
        let run = self.entrant.start(&self.temp_root, self.sandbox_mode, None)?;
        let mut run = run.with_grace(self.profile.grace());
        run.stop_by(self.stop.clone());
        self.run = Some(run);
        Ok(())
    }

    pub fn answer(&mut self, request: &Request) -> AgentAnswer {
        let Some(run) = &mut self.run else {
            let reply = Reply::without_run(Ending::RefereeFault);
            return AgentAnswer { reply, files: None, error: None };
        };
        let reply = run.ask(request);
        let files = Some(TurnFiles::of(run, &reply, self.profile));
        let error = run.take_error().map(|error| error.to_string());
        AgentAnswer { reply, files, error }
    }

    /// The agent's directory and its last run, if it could be started.
    pub const fn run(&self) -> Option<&AgentRun> {
        self.run.as_ref()
    }

    /// Copies the agent's whole `playdata.txt` as it is before a turn.
    pub fn keep_playdata(&self, turn: usize) -> io::Result<()> {
        let Some(run) = &self.run else { return Ok(()) };
        let copy = self.copy_of(turn);
        match files::open(&run.dir().path().join(PLAYDATA_FILE)) {
            Found::Regular(mut file) => io::copy(&mut file, &mut files::create(&copy)?).map(drop),
            Found::Missing | Found::NotAFile(_) | Found::Unreadable(_) => files::remove(&copy),
        }
    }

    /// Makes the agent's `playdata.txt` what it was before a turn that was kept.
    pub fn restore_playdata(&self, turn: usize) -> Result<(), AgentRunError> {
        let Some(run) = &self.run else { return Ok(()) };
        run.restore_playdata(fs::read(self.copy_of(turn)).ok().as_deref())
    }

    fn copy_of(&self, turn: usize) -> PathBuf {
        self.temp_root.path().join(format!("playdata-{turn}"))
    }
}
