//! An agent at the board: a process in a home of its own, asked once for each move.

use crate::referee::agent::Agent;
use crate::referee::duel::{Contestant, Reply};
use crate::referee::ending::Ending;
use crate::referee::estate::Estate;
use crate::referee::home::{Home, HomeError, MEMORY_BEFORE, Output};
use crate::referee::process::{self, End, LaunchError, Order, Run};
use crate::referee::profile::Cost;
use crate::referee::sandbox::{Sandbox, SandboxError};
use crate::wire::{CALIBRATION_FILE, Request};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// What stops the referee itself from asking.
#[derive(Debug, Error)]
pub enum Fault {
    /// The home.
    #[error(transparent)]
    Home(#[from] HomeError),
    /// The sandbox.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// The process.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// A calibration or a piece of evidence cannot be kept.
    #[error("cannot write {}: {source}", path.display())]
    Copy {
        /// Where to.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The schedule was made for another book.
    #[error("the book has no opening number {0}")]
    NoSuchOpening(usize),
}

/// Whether agents are shut in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shutting {
    /// By Landlock.
    Sandboxed,
    /// They may do what the referee may.
    Open,
}

/// An agent with its home.
#[derive(Debug)]
pub struct Seat {
    agent: Agent,
    home: Home,
    order: Order,
    /// The agent's memory as it was before the last run.
    memory_before: Option<Vec<u8>>,
    fault: Option<Fault>,
}

/// Beyond the CPU time it has left, an agent may sleep or wait for a core so long.
const PATIENCE: Duration = Duration::from_secs(10);
/// On a busy machine time passes faster than it is used.
const SLOWNESS: u32 = 4;
/// What takes the right to write away and then becomes the agent: the program and its words follow.
const LOCKING: &str = "chmod a-w . && exec \"$0\" \"$@\"";
const SHELL: &str = "/bin/sh";

impl Seat {
    /// Gives an agent a fresh home, with its calibration if it has one.
    ///
    /// # Errors
    /// The home or the sandbox cannot be made.
    pub fn take(
        agent: &Agent,
        calibration: Option<&Path>,
        estate: &Estate,
        shutting: Shutting,
        cores: Option<Vec<usize>>,
    ) -> Result<Self, Fault> {
        let home = Home::new(estate, calibration)?;
        let sandbox = match shutting {
            Shutting::Sandboxed => Some(Sandbox::new(home.path(), &agent.program, &agent.files)?),
            Shutting::Open => None,
        };
        let order = Order {
            program: agent.program.clone(),
            args: agent.words.iter().map(Into::into).collect(),
            dir: home.path().to_path_buf(),
            cpu_limit: Duration::ZERO,
            wall_limit: Duration::ZERO,
            cores,
            sandbox,
        };
        Ok(Seat { agent: agent.clone(), home, order, memory_before: None, fault: None })
    }

    /// Who sits here.
    pub const fn agent(&self) -> &Agent {
        &self.agent
    }

    /// Whether the agent is shut in.
    pub const fn shutting(&self) -> Shutting {
        if self.order.sandbox.is_some() { Shutting::Sandboxed } else { Shutting::Open }
    }

    /// Puts a `playdata.txt` into the agent's home.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn give_memory(&self, memory: &[u8]) -> Result<(), Fault> {
        Ok(self.home.give_memory(memory)?)
    }

    /// Why the referee failed, if it did.
    pub const fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// Why the referee failed, if it did, taken out of the seat.
    pub const fn take_fault(&mut self) -> Option<Fault> {
        self.fault.take()
    }

    /// Copies what a bad answer was made of into `folder`.
    ///
    /// # Errors
    /// The files cannot be kept.
    pub fn keep_evidence(&self, folder: &Path) -> Result<(), Fault> {
        self.home.keep_evidence(folder)?;
        if let Some(memory) = &self.memory_before {
            let path = folder.join(MEMORY_BEFORE);
            fs::write(&path, memory).map_err(|source| Fault::Copy { path, source })?;
        }
        Ok(())
    }

    /// The folder the agent works in, for whoever lays something out there before a run.
    pub const fn home(&self) -> &Home {
        &self.home
    }

    /// From now on the agent may read its home and not write there: by the rules of its sandbox, or,
    /// where it has none, by the permissions of the folder, which do not bind root.
    ///
    /// # Errors
    /// The sandbox cannot be made.
    pub fn lock_home(&mut self) -> Result<(), Fault> {
        let Order { program, args, sandbox, .. } = &mut self.order;
        if let Some(sandbox) = sandbox {
            *sandbox = Sandbox::read_only(self.home.path(), program, &self.agent.files)?;
        } else {
            // What the agent prints needs two new files in that folder first; so it is a shell
            // behind these that closes the door.
            let agent = std::mem::replace(program, SHELL.into()).into_os_string();
            args.splice(..0, ["-c".into(), LOCKING.into(), agent]);
        }
        Ok(())
    }

    /// Runs the program once on what is in its home, until it has used `cpu`, or four times that and
    /// ten seconds have passed.
    ///
    /// # Errors
    /// The run cannot begin.
    pub fn run(&mut self, cpu: Duration) -> Result<Reply, Fault> {
        self.order.cpu_limit = cpu;
        self.order.wall_limit = PATIENCE + SLOWNESS * cpu;
        let run = process::run(&self.order)?;
        let answer = came_of(&run).map_or_else(|| text(self.home.output()), Err);
        let system = run.charge.saturating_sub(run.user);
        let cost = Cost { user: run.charge - system, system, wall: run.wall };
        Ok(Reply { cost, answer })
    }

    /// Runs the program once without a request, for at most `patience`, and copies the
    /// `calibration.txt` it leaves, if there is one, to `to`.
    ///
    /// # Errors
    /// The run cannot begin, or the file cannot be copied.
    pub fn run_once(mut self, patience: Duration, to: &Path) -> Result<Option<PathBuf>, Fault> {
        self.order.cpu_limit = patience;
        self.order.wall_limit = patience * SLOWNESS;
        process::run(&self.order)?;
        let made = self.home.path().join(CALIBRATION_FILE);
        if !fs::symlink_metadata(&made).is_ok_and(|about| about.is_file()) {
            return Ok(None);
        }
        fs::copy(&made, to).map_err(|source| Fault::Copy { path: to.to_path_buf(), source })?;
        Ok(Some(to.to_path_buf()))
    }

    fn answer(&mut self, request: &Request) -> Result<Reply, Fault> {
        match self.home.prepare(&request.text()) {
            Err(HomeError::Replaced { .. }) => return Ok(Reply::without_run(Ending::BrokeOut)),
            prepared => prepared?,
        }
        self.memory_before = self.home.memory();
        self.run(request.remaining)
    }
}

impl Contestant for Seat {
    fn ask(&mut self, request: &Request) -> Reply {
        self.answer(request).unwrap_or_else(|fault| {
            self.fault = Some(fault);
            Reply::without_run(Ending::RefereeFault)
        })
    }
}

/// The ending that a run makes by itself, whatever it wrote.
const fn came_of(run: &Run) -> Option<Ending> {
    match run.end {
        End::Exited(0) => None,
        End::Exited(code) => Some(Ending::ExitCode(code)),
        End::Signaled(signal) => Some(Ending::Signal(signal)),
        End::OverCpu => Some(Ending::KilledInMove),
        End::OverWall => Some(Ending::Hung),
        End::TooManyProcesses => Some(Ending::TooManyProcesses),
        End::KeeperLost => Some(Ending::BrokeOut),
    }
}

fn text(output: Output) -> Result<String, Ending> {
    match output {
        Output::Missing => Err(Ending::NoOutput),
        Output::Empty => Err(Ending::EmptyOutput),
        Output::NotAFile | Output::TooLarge | Output::Unreadable => Err(Ending::Malformed),
        Output::Text(text) => Ok(text),
    }
}
