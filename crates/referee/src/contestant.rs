//! An agent at the board: a process in a home of its own, asked once for each move.

use crate::agent::Agent;
use crate::duel::{Contestant, Reply};
use crate::ending::Ending;
use crate::estate::Estate;
use crate::files;
use crate::home::{Home, HomeError, MEMORY_BEFORE, Output};
use crate::process;
use crate::process::{End, LaunchError, Order, Run};
use crate::profile::Cost;
use crate::sandbox::{Sandbox, SandboxError};
use formats::{CALIBRATION_FILE, INPUT_FILE, PLAYDATA_FILE, Request};
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
    /// The last `input.txt`.
    asked: String,
    /// The agent's memory as it was before the last run.
    memory_before: Option<Vec<u8>>,
    /// The calibration it was given.
    calibration: Option<Vec<u8>>,
    /// How far beyond its clock it may go before it is killed.
    grace: Duration,
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
        Ok(Seat {
            agent: agent.clone(),
            home,
            order,
            asked: String::new(),
            memory_before: None,
            calibration: calibration.and_then(|path| fs::read(path).ok()),
            grace: Duration::ZERO,
            fault: None,
        })
    }

    /// Lets the agent go on for so long beyond its clock before it is killed.
    #[must_use]
    pub const fn with_grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
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

    /// Puts what a bad answer was made of into `folder`, which then holds nothing else: what the
    /// agent was given, as the referee knows it, and what it left.
    ///
    /// # Errors
    /// The files cannot be kept.
    pub fn keep_evidence(&self, folder: &Path) -> Result<(), Fault> {
        let kept = |path: PathBuf| |source| Fault::Copy { path, source };
        files::remove(folder).map_err(kept(folder.to_path_buf()))?;
        self.home.keep_evidence(folder)?;
        let given = [
            (INPUT_FILE, Some(self.asked.as_bytes())),
            (MEMORY_BEFORE, self.memory_before.as_deref()),
            (CALIBRATION_FILE, self.calibration.as_deref()),
        ];
        for (name, bytes) in given {
            let path = folder.join(name);
            if let Some(bytes) = bytes {
                fs::write(&path, bytes).map_err(kept(path.clone()))?;
            }
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
        self.order.wall_limit = cpu.saturating_mul(SLOWNESS).saturating_add(PATIENCE);
        let run = process::run(&self.order)?;
        let answer = came_of(&run).map_or_else(|| text(self.home.output()), Err);
        let system = run.charge.saturating_sub(run.user);
        let cost = Cost { user: run.charge - system, system, wall: run.wall };
        Ok(Reply { cost, answer })
    }

    /// Runs the program once without a request, for at most `patience`, and copies the
    /// `calibration.txt` it leaves, if there is one and it is no larger than evidence may be, to
    /// `to`, whole or not at all; tells whether there is one now.
    ///
    /// # Errors
    /// The run cannot begin, or the file cannot be copied.
    pub fn calibrate(&mut self, patience: Duration, to: &Path) -> Result<bool, Fault> {
        self.run(patience)?;
        let Some(made) = self.home.read(CALIBRATION_FILE) else { return Ok(false) };
        let copy = |source| Fault::Copy { path: to.to_path_buf(), source };
        let unfinished = to.with_extension("new");
        fs::write(&unfinished, made).map_err(copy)?;
        fs::rename(&unfinished, to).map_err(copy)?;
        Ok(true)
    }

    fn answer(&mut self, request: &Request) -> Result<Reply, Fault> {
        self.asked = request.text();
        match self.home.prepare(&self.asked) {
            Err(HomeError::Replaced { .. } | HomeError::Obstructed { .. }) => {
                return Ok(Reply::without_run(Ending::BrokeOut));
            }
            prepared => prepared?,
        }
        self.memory_before = self.home.read(PLAYDATA_FILE);
        self.run(request.remaining.saturating_add(self.grace))
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
