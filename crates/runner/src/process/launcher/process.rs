//! The life of a launcher, on its own side: it starts the agent for each move and supervises it.
//!
//! Mostly it is forked from a program with threads and never calls exec. Therefore it takes no lock
//! and allocates no memory: everything is prepared before the fork, and only system calls are left.
//! Where `bwrap` starts it (`in_bwrap.rs`), it does the same.

use crate::agent_dir::{STDERR_FILE, STDOUT_FILE};
use crate::error::RunnerError;
use crate::fork::clone_process;
use crate::process::launcher::image::Image;
use crate::process::setup::{ChildSetup, SignalScope};
use crate::process::spec::{RunSpec, STDIN_PIPE};
use crate::process::supervisor::{SupervisorReport, default_signals, wait_for_all};
use crate::process::system::{
    be_first_without_memory, become_supervisor, close_files, die_with_supervisor, forbid_inspection,
};
use crate::sandbox::{MountPlan, Sandbox};
use nix::fcntl::{OFlag, open, openat};
use nix::sys::signal::SigSet;
use nix::sys::stat::Mode;
use nix::unistd::{Pid, chdir, dup2_stderr, dup2_stdin, dup2_stdout, getpid, getppid, setsid};
use std::ffi::CString;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

/// The byte that says that what was inherited from the referee is closed.
pub(crate) const CLOSED: [u8; 1] = [b'c'];

#[derive(Debug)]
pub(crate) struct LauncherProcess {
    referee: Pid,
    channel: UnixStream,
    launch: AgentLaunch,
    is_first: bool,
    /// The namespaces to enter and what is seen in them; `None` also if it has been started there.
    plan: Option<Arc<MountPlan>>,
}

#[derive(Debug)]
struct AgentLaunch {
    setup: ChildSetup,
    image: Image,
    /// The agent's directory, by its path and opened as the referee sees it: there it can be
    /// written even if the agent cannot.
    dir: CString,
    home: OwnedFd,
    /// The pipe that is its input; `None` if it has none.
    input: Option<CString>,
    outputs: [CString; 2],
}

impl LauncherProcess {
    /// `home` is the agent's directory.
    pub(crate) fn new(
        spec: &RunSpec,
        channel: UnixStream,
        home: OwnedFd,
    ) -> Result<Self, RunnerError> {
        let program = &spec.program;
        let image = Image::new(program.into(), spec.args.clone(), spec.environment())
            .map_err(|source| RunnerError::Start { program: program.clone(), source })?;
        let launch = AgentLaunch {
            setup: ChildSetup::new(spec)?,
            image,
            dir: zero_ended(spec.dir.as_os_str().as_bytes())?,
            home,
            input: spec
                .turn_clock
                .as_ref()
                .map(|_| zero_ended(STDIN_PIPE.as_bytes()))
                .transpose()?,
            outputs: [zero_ended(STDOUT_FILE.as_bytes())?, zero_ended(STDERR_FILE.as_bytes())?],
        };
        Ok(LauncherProcess {
            referee: getpid(),
            channel,
            launch,
            is_first: spec.sandbox.as_ref().is_some_and(Sandbox::has_namespaces),
            plan: spec.sandbox.as_ref().and_then(Sandbox::mount_plan),
        })
    }

    /// The namespaces in which the process begins.
    pub(crate) fn clone_flags(&self) -> libc::c_int {
        self.plan.as_ref().map_or(0, |_| MountPlan::NAMESPACES)
    }

    /// Lives until the referee has gone.
    pub(crate) fn live(mut self) -> ! {
        self.close_others();
        // If nobody reads it, the next message fails, too.
        let _ = (&self.channel).write_all(&CLOSED);
        let prepared = self.prepare();
        let refused = prepared.as_ref().map_or_else(number_of, |_| 0);
        let told = (&self.channel).write_all(&refused.to_le_bytes());
        if let (Ok(scope), Ok(())) = (prepared, told) {
            while matches!((&self.channel).read(&mut [0]), Ok(1)) {
                forbid_inspection();
                let Some(report) = self.run(scope) else { break };
                if (&self.channel).write_all(&report.bytes()).is_err() {
                    break;
                }
            }
        }
        exit()
    }

    fn prepare(&mut self) -> io::Result<SignalScope> {
        setsid()?;
        default_signals();
        SigSet::all().thread_set_mask()?;
        become_supervisor(self.is_first)?;
        be_first_without_memory();
        let scope = if self.is_first {
            self.plan.as_ref().map_or(Ok(()), |plan| plan.enter())?;
            // Nothing but the tree and this process is there to be sent a signal.
            SignalScope::Tree
        } else if getppid() == self.referee {
            self.launch.setup.limit_signals(self.referee)
        } else {
            // The referee died before `become_supervisor`, and nobody else notices.
            return Err(io::ErrorKind::NotConnected.into());
        };
        self.launch.setup.enter_filter()?;
        Ok(scope)
    }

    /// Closes what was inherited from the referee: journals, sockets of other launchers. An agent
    /// of root can open the files of its parent: the referee's output and log must not be among
    /// them.
    fn close_others(&self) {
        if let Ok(nothing) = open("/dev/null", OFlag::O_RDWR | OFlag::O_CLOEXEC, Mode::empty()) {
            // If this fails, they stay what they are.
            let _ = dup2_stdin(&nothing);
            let _ = dup2_stdout(&nothing);
            let _ = dup2_stderr(&nothing);
        }
        let files = self.launch.setup.files();
        let kept = [
            Some(self.channel.as_raw_fd()),
            Some(self.launch.home.as_raw_fd()),
            files[0],
            files[1],
        ];
        let mut first = 3;
        loop {
            let next = kept.iter().flatten().map(|file| file.unsigned_abs());
            let Some(next) = next.filter(|&file| file >= first).min() else { break };
            if next > first {
                close_files(first, next - 1);
            }
            first = next + 1;
        }
        close_files(first, u32::MAX);
    }

    /// Starts the agent and supervises it; `None` if it is not to be found any more.
    fn run(&self, scope: SignalScope) -> Option<SupervisorReport> {
        match self.start_agent() {
            Ok((agent, None)) => wait_for_all(self.referee, agent, scope),
            Ok((agent, Some(number))) => {
                wait_for_all(self.referee, agent, scope)?;
                Some(refused_start(number))
            }
            Err(error) => Some(refused_start(number_of(&error))),
        }
    }

    /// Forks the process that becomes the agent, and waits until it has become that. With the
    /// process comes the system's number of why it could not, if it could not.
    fn start_agent(&self) -> io::Result<(Pid, Option<i32>)> {
        let supervisor = getpid();
        // Becoming a program closes its end, so that reading ends.
        let (mut refusal, mut refuse) = io::pipe()?;
        // SAFETY: the child only makes system calls on values prepared before, takes no lock,
        // allocates no memory, and ends by `execute` or `exit`.
        let Some(agent) = (unsafe { clone_process(0) })? else {
            let error = match self.launch.prepare(supervisor) {
                Ok(()) => self.launch.image.execute(),
                Err(error) => error,
            };
            // If the supervisor has died, nobody is left to be told.
            let _ = refuse.write_all(&number_of(&error).to_le_bytes());
            exit()
        };
        drop(refuse);
        let mut number = [0; 4];
        Ok((agent, refusal.read_exact(&mut number).ok().map(|()| i32::from_le_bytes(number))))
    }
}

fn refused_start(refused: i32) -> SupervisorReport {
    let status = ExitStatus::from_raw(0);
    SupervisorReport { refused, status, charge: Duration::ZERO, user: Duration::ZERO }
}

fn zero_ended(text: &[u8]) -> Result<CString, RunnerError> {
    let text = CString::new(text).map_err(io::Error::from);
    text.map_err(RunnerError::system("use a path with a zero byte"))
}

impl AgentLaunch {
    fn prepare(&self, supervisor: Pid) -> io::Result<()> {
        die_with_supervisor()?;
        if getppid() != supervisor {
            return Err(io::ErrorKind::NotConnected.into());
        }
        setsid()?;
        let append = OFlag::O_WRONLY | OFlag::O_APPEND | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
        let read = OFlag::O_RDONLY | OFlag::O_CLOEXEC;
        dup2_stdin(match &self.input {
            Some(pipe) => {
                openat(&self.home, pipe.as_c_str(), read | OFlag::O_NOFOLLOW, Mode::empty())?
            }
            None => open(c"/dev/null", read, Mode::empty())?,
        })?;
        dup2_stdout(openat(&self.home, self.outputs[0].as_c_str(), append, Mode::empty())?)?;
        dup2_stderr(openat(&self.home, self.outputs[1].as_c_str(), append, Mode::empty())?)?;
        chdir(self.dir.as_c_str())?;
        SigSet::empty().thread_set_mask()?;
        self.setup.apply()
    }
}

fn number_of(error: &io::Error) -> i32 {
    error.raw_os_error().unwrap_or(libc::EPERM)
}

/// Ends the process without running what the referee wants done at its own end.
fn exit() -> ! {
    // SAFETY: it runs no code of this program.
    unsafe { libc::_exit(127) }
}
