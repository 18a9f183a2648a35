//! The agent as an opponent: a process for each move, which runs on a thread of its own so that
//! the page is answered meanwhile.
//!
//! Dropping it ends the process and removes the agent's folder.

use crate::play::agent::turn_files::TurnFiles;
use formats::{PLAYDATA_FILE, Request};
use referee::agent::files::{self, Found};
use referee::agent::process::StopFlag;
use referee::agent::{AgentRun, AgentRunError, Entrant, SandboxMode, TempRoot};
use referee::game::{Contestant, Ending, Profile, Reply};
use std::fs;
use std::io;
use std::path::PathBuf;
use std::thread::{self, JoinHandle};

/// An agent that can be asked for moves.
#[derive(Debug)]
pub struct Opponent {
    standing: Standing,
    /// The program, its calibration and its clock.
    pub entrant: Entrant,
    /// Whether it runs in a sandbox.
    pub sandbox_mode: SandboxMode,
    profile: Profile,
    // The last field: the folder goes when no process works in it.
    temp_root: TempRoot,
}

#[derive(Debug)]
enum Standing {
    Idle(Box<AgentRun>),
    Thinking(Thinking),
    /// It could not be started, or its thread has failed.
    Absent,
}

#[derive(Debug)]
struct Thinking {
    stop: StopFlag,
    worker: JoinHandle<(AgentRun, Reply)>,
}

/// What has come of a request.
#[derive(Debug)]
pub struct Answer {
    /// The reply, not yet checked.
    pub reply: Reply,
    /// The files of the run.
    pub files: TurnFiles,
    /// Why the agent could not be run, which is not its fault.
    pub error: Option<String>,
}

impl Opponent {
    /// An opponent that has not begun a game.
    pub const fn new(
        entrant: Entrant,
        sandbox_mode: SandboxMode,
        profile: Profile,
        temp_root: TempRoot,
    ) -> Self {
        Opponent { standing: Standing::Absent, entrant, sandbox_mode, profile, temp_root }
    }

    /// Ends what it does, and gives it a new directory for a new game.
    ///
    /// # Errors
    /// The directory or the sandbox cannot be made.
    pub fn new_game(&mut self) -> Result<(), AgentRunError> {
        self.stop();
        self.standing = Standing::Absent;
        let run = self.entrant.start(&self.temp_root, self.sandbox_mode, None)?;
        self.standing = Standing::Idle(Box::new(run.with_grace(self.profile.grace())));
        Ok(())
    }

    /// Asks for a move. `done` is called, on another thread, when [`Opponent::answer`] has it.
    pub fn ask(&mut self, request: Request, done: impl FnOnce() + Send + 'static) {
        let Standing::Idle(run) = std::mem::replace(&mut self.standing, Standing::Absent) else {
            return done();
        };
        let mut run = *run;
        let stop = StopFlag::default();
        run.stop_by(stop.clone());
        let worker = thread::spawn(move || {
            let reply = run.ask(&request);
            done();
            (run, reply)
        });
        self.standing = Standing::Thinking(Thinking { stop, worker });
    }

    /// Whether it is choosing a move.
    pub const fn is_thinking(&self) -> bool {
        matches!(self.standing, Standing::Thinking(_))
    }

    /// The answer, which is waited for; `None` if nothing was asked.
    pub fn answer(&mut self) -> Option<Answer> {
        let (mut run, reply) = self.finish()?;
        let answer = Answer {
            files: TurnFiles::of(&run, &reply, self.profile),
            error: run.take_error().map(|error| error.to_string()),
            reply,
        };
        self.standing = Standing::Idle(Box::new(run));
        Some(answer)
    }

    /// Ends a run whose answer is not wanted any more; returns whether there was one.
    pub fn stop(&mut self) -> bool {
        if let Standing::Thinking(thinking) = &self.standing {
            thinking.stop.set();
        }
        let Some((run, _)) = self.finish() else { return false };
        self.standing = Standing::Idle(Box::new(run));
        true
    }

    /// Copies the agent's `playdata.txt`, whole, as it is before a turn.
    ///
    /// # Errors
    /// The copy cannot be written.
    pub fn keep_playdata(&self, turn: usize) -> io::Result<()> {
        let Some(run) = self.run() else { return Ok(()) };
        let copy = self.copy_of(turn);
        match files::open(&run.dir().path().join(PLAYDATA_FILE)) {
            Found::Regular(mut file) => io::copy(&mut file, &mut files::create(&copy)?).map(drop),
            Found::Missing | Found::NotAFile(_) | Found::Unreadable(_) => files::remove(&copy),
        }
    }

    /// Makes the agent's `playdata.txt` what it was before a turn that was kept.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn restore_playdata(&self, turn: usize) -> Result<(), AgentRunError> {
        let Some(run) = self.run() else { return Ok(()) };
        run.restore_playdata(fs::read(self.copy_of(turn)).ok().as_deref())
    }

    fn copy_of(&self, turn: usize) -> PathBuf {
        self.temp_root.path().join(format!("playdata-{turn}"))
    }

    /// Waits for the thread; then it is absent.
    fn finish(&mut self) -> Option<(AgentRun, Reply)> {
        match std::mem::replace(&mut self.standing, Standing::Absent) {
            Standing::Thinking(thinking) => thinking.worker.join().ok(),
            other => {
                self.standing = other;
                None
            }
        }
    }

    /// The agent between two runs; `None` while it is thinking or could not be started.
    pub fn run(&self) -> Option<&AgentRun> {
        match &self.standing {
            Standing::Idle(run) => Some(run),
            Standing::Thinking(_) | Standing::Absent => None,
        }
    }

    /// The reply of an opponent that is not there.
    pub const fn absent() -> Reply {
        Reply::without_run(Ending::RefereeFault)
    }
}

impl Drop for Opponent {
    fn drop(&mut self) {
        self.stop();
    }
}
