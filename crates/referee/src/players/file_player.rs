//! An agent in its own directory, run as a process once for each move.

use crate::error::MatchError;
use crate::players::agent_files::{AGENT_FILES, PLAYDATA_BEFORE};
use crate::players::idle_time::IdleTime;
use crate::players::interpreter::why_not_started;
use crate::players::program::{Agent, Carry};
use crate::players::room::found_room;
use crate::rules::{Cost, Ending, FileAgent, Reply, RunRemark};
use cli::file;
use formats::{CALIBRATION_FILE, INPUT_FILE, OUTPUT_FILE, PLAYDATA_FILE};
use runner::folder::dir_fd::Lock;
use runner::folder::{DiskUse, files};
use runner::process::{
    IDLE_AFTER_ANSWER, IDLE_LIMIT, Launcher, MOST_DISK, RunEnd, RunReport, RunSpec, most_memory,
};
use runner::sandbox::{Sandbox, SandboxLevel, SandboxMode};
use runner::{AgentDir, AgentOutput, EVIDENCE_LIMIT, RunnerError, STDERR_FILE, TempRoot, process};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// An agent in its directory. It lives for one game; [`FileAgent::ask_text`] runs the program once.
#[derive(Debug)]
pub struct FilePlayer {
    agent: Agent,
    /// Before the directory, which it uses until it is dropped.
    launcher: Option<Launcher>,
    dir: AgentDir,
    spec: RunSpec,
    /// The last `input.txt`.
    asked: String,
    /// The agent's `playdata.txt` as it was before the last run.
    playdata_before: Option<Vec<u8>>,
    calibration: Option<Vec<u8>>,
    /// The CPU time beyond its clock that it may use before it is killed.
    grace: Duration,
    surcharge: Duration,
    idle: IdleTime,
    error: Option<MatchError>,
}

/// A shell command that makes the current directory read-only and then becomes the agent; the
/// program and its arguments follow.
const MAKE_READ_ONLY: &str = "chmod a-w . && exec \"$0\" \"$@\"";
const SHELL: &str = "/bin/sh";

impl FilePlayer {
    /// An agent in a new directory, with its calibration if it has one, and with the files of its
    /// own directory if it carries them. `cores` are those it may run on; `None` means all.
    ///
    /// # Errors
    /// The directory or the sandbox cannot be made.
    pub fn new(
        agent: &Agent,
        calibration: Option<&Path>,
        temp_root: &TempRoot,
        sandbox_mode: SandboxMode,
        cores: Option<Vec<usize>>,
    ) -> Result<Self, MatchError> {
        let mut dir = AgentDir::new(temp_root, AGENT_FILES, calibration)?;
        dir.program.clone_from(&agent.directory);
        if let (Carry::Files, Some(from)) = (agent.carry, &agent.directory) {
            dir.carry(from)?;
        }
        let answer = Some(dir.path().join(OUTPUT_FILE));
        let spec = RunSpec { answer, ..spec_of(agent, &dir, temp_root, sandbox_mode, cores)? };
        Ok(FilePlayer {
            agent: agent.clone(),
            launcher: None,
            dir,
            spec,
            asked: String::new(),
            playdata_before: None,
            calibration: calibration
                .and_then(|path| file::read_bytes(path, EVIDENCE_LIMIT).ok().flatten()),
            grace: Duration::ZERO,
            surcharge: Duration::ZERO,
            idle: IdleTime::default(),
            error: None,
        })
    }

    /// Sets the CPU time beyond its clock that the agent may use before it is killed.
    #[must_use]
    pub const fn with_grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// Sets what each run costs beside what it uses.
    #[must_use]
    pub const fn with_surcharge(mut self, surcharge: Duration) -> Self {
        self.surcharge = surcharge;
        self
    }

    pub const fn agent(&self) -> &Agent {
        &self.agent
    }

    pub const fn sandbox_mode(&self) -> SandboxMode {
        if self.spec.sandbox.is_some() { SandboxMode::On } else { SandboxMode::Off }
    }

    /// Writes `playdata.txt` into the agent's directory.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn give_playdata(&self, playdata: &[u8]) -> Result<(), MatchError> {
        Ok(self.dir.give_memory(playdata)?)
    }

    /// Makes `playdata.txt` what it was: with this content, or not there.
    ///
    /// # Errors
    /// The file cannot be written or removed.
    pub fn restore_playdata(&self, playdata: Option<&[u8]>) -> Result<(), MatchError> {
        if let Some(playdata) = playdata {
            return self.give_playdata(playdata);
        }
        let path = self.dir.path().join(PLAYDATA_FILE);
        files::remove(&path).map_err(MatchError::system("remove", &path))
    }

    /// `playdata.txt` as it was before the last run, up to [`EVIDENCE_LIMIT`] bytes of it.
    ///
    /// [`EVIDENCE_LIMIT`]: runner::EVIDENCE_LIMIT
    pub fn playdata_before(&self) -> Option<&[u8]> {
        self.playdata_before.as_deref()
    }

    pub fn asked(&self) -> &str {
        &self.asked
    }

    /// Why the referee could not run the agent, if that happened.
    pub const fn error(&self) -> Option<&MatchError> {
        self.error.as_ref()
    }

    /// Takes the reason why the referee could not run the agent, if that happened.
    pub const fn take_error(&mut self) -> Option<MatchError> {
        self.error.take()
    }

    /// Copies the files of the last move into `folder`, which then holds nothing else: what the
    /// agent was given, as the referee knows it, and what it left.
    ///
    /// # Errors
    /// The files cannot be written.
    pub fn keep_evidence(&self, folder: &Path) -> Result<(), MatchError> {
        files::remove(folder).map_err(MatchError::system("write", folder))?;
        self.dir.keep_evidence(folder)?;
        let given = [
            (INPUT_FILE, Some(self.asked.as_bytes())),
            (PLAYDATA_BEFORE, self.playdata_before.as_deref()),
            (CALIBRATION_FILE, self.calibration.as_deref()),
        ];
        for (name, bytes) in given {
            let path = folder.join(name);
            if let Some(bytes) = bytes {
                fs::write(&path, bytes).map_err(MatchError::system("write", &path))?;
            }
        }
        Ok(())
    }

    pub const fn dir(&self) -> &AgentDir {
        &self.dir
    }

    /// From now on the agent can read its directory and not write there: by the rules of its
    /// sandbox, or, without one, by the permissions of the directory, which root can ignore.
    ///
    /// # Errors
    /// The sandbox cannot be made.
    pub fn make_dir_read_only(&mut self) -> Result<(), MatchError> {
        self.launcher = None;
        let RunSpec { program, args, sandbox, .. } = &mut self.spec;
        if let Some(sandbox) = sandbox {
            *sandbox = Sandbox::read_only(self.dir.path(), program, &self.agent.files)?;
        } else {
            // Before the agent starts, two files for its output are made in that directory; so a
            // shell removes the permission after that.
            let agent = std::mem::replace(program, SHELL.into()).into_os_string();
            args.splice(..0, ["-c".into(), MAKE_READ_ONLY.into(), agent]);
        }
        Ok(())
    }

    /// Runs the program once on the files in its directory, until it ends, has used `cpu`, or was
    /// idle for longer than a limit: [`IDLE_LIMIT`] without a break, three times `cpu` and ten
    /// seconds in this run, a minute in all runs of the game.
    ///
    /// # Errors
    /// The program is gone, or the referee cannot start it for want of something else.
    pub fn run_once(&mut self, cpu: Duration) -> Result<Reply, MatchError> {
        // A program that answers before anybody looks at the flag would play on to the end.
        if self.spec.is_stopped() {
            return Ok(Reply::without_run(Ending::RefereeFault));
        }
        self.spec.cpu_limit = cpu;
        self.idle.limit(&mut self.spec);
        let begun = Instant::now();
        let run = match process::run_in(&mut self.launcher, &self.spec) {
            Err(RunnerError::Start { source, .. }) if is_to_blame(&self.spec, &source) => {
                return self.not_started(&source);
            }
            // Something in the place of a file for its output that cannot be removed.
            Err(RunnerError::Capture { source, .. }) if !files::is_failure_of_machine(&source) => {
                return Ok(Reply::without_run(Ending::Tampered));
            }
            run => run?,
        };
        let ending = ending_of(&run);
        let ending = ending.map(|ending| blamed(ending, &self.spec));
        let remark = ending.and_then(RunRemark::of);
        let answer = match (ending, remark) {
            (None, _) => text(self.dir.output()?),
            (Some(ending), Some(_)) => text(self.dir.output()?).map_err(|_| ending),
            (Some(ending), None) => Err(ending),
        };
        if let Err(ending) = answer {
            found_room(ending, self.dir.path(), begun)?;
        }
        let has_answered = answer.is_ok() && remark == Some(RunRemark::StillRunning);
        self.idle.note(
            &run,
            &self.spec,
            if has_answered { IDLE_AFTER_ANSWER } else { Duration::ZERO },
        );
        let system = run.charge.saturating_sub(run.user);
        let user = run.charge - system + self.surcharge;
        let cost = Cost { user, system, wall: run.wall + self.surcharge };
        Ok(Reply { cost, remark: remark.filter(|_| answer.is_ok()), answer })
    }

    /// Which limit of wall time the last run has passed, for people, if it was ended by one.
    pub fn passed(&self) -> Option<&str> {
        self.idle.passed()
    }

    /// The reply of a program that cannot be started. The cause stands where an agent's own words
    /// would.
    fn not_started(&self, error: &io::Error) -> Result<Reply, MatchError> {
        let path = self.dir.path().join(STDERR_FILE);
        let text = why_not_started(&self.spec.program, error) + "\n";
        let written = files::create(&path).and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(MatchError::system("write", &path))?;
        Ok(Reply::without_run(Ending::NotStarted))
    }

    fn answer(&mut self, request: String, remaining: Duration) -> Result<Reply, MatchError> {
        self.asked = request;
        match self.dir.prepare(&self.asked) {
            Err(RunnerError::Replaced { .. } | RunnerError::Obstructed { .. }) => {
                return Ok(Reply::without_run(Ending::Tampered));
            }
            prepared => prepared?,
        }
        self.playdata_before = self.dir.read(PLAYDATA_FILE);
        self.run_once(remaining.saturating_add(self.grace))
    }
}

impl FileAgent for FilePlayer {
    fn forget(&mut self) {
        if let Err(error) = self.restore_playdata(None) {
            self.error = Some(error);
        }
    }

    fn ask_text(&mut self, request: String, remaining: Duration) -> Reply {
        self.answer(request, remaining).unwrap_or_else(|error| {
            self.error = Some(error);
            Reply::without_run(Ending::RefereeFault)
        })
    }
}

/// The run of an agent in its directory, before its limits of time are known.
///
/// # Errors
/// The sandbox cannot be made.
pub(super) fn spec_of(
    agent: &Agent,
    dir: &AgentDir,
    temp_root: &TempRoot,
    sandbox_mode: SandboxMode,
    cores: Option<Vec<usize>>,
) -> Result<RunSpec, MatchError> {
    let sandbox = match sandbox_mode {
        SandboxMode::On => Some(Sandbox::new(dir.path(), &agent.program, &agent.files)?),
        SandboxMode::Off => None,
    };
    Ok(RunSpec {
        program: agent.program.clone(),
        args: agent.args.iter().map(Into::into).collect(),
        dir: dir.path().to_path_buf(),
        cpu_limit: Duration::ZERO,
        wall_limit: Duration::ZERO,
        idle_limit: IDLE_LIMIT,
        idle_total: Duration::ZERO,
        answer: None,
        cores,
        memory_limit: Some(most_memory()),
        disk_limit: Some(disk_limit(dir)),
        sandbox,
        stop: Some(temp_root.stop_flag().clone()),
        idle_sum: temp_root.idle_sum().clone(),
        variables: Vec::new(),
        turn_clock: None,
    })
}

/// Whether the program is there, and the system does not execute it. A program that names parts of
/// itself behind its end cannot be read by the system, which a broken disk cannot either.
pub(super) fn is_to_blame(spec: &RunSpec, error: &io::Error) -> bool {
    use libc::{EACCES, EIO, ELIBBAD, ELOOP, ENAMETOOLONG, ENOENT, ENOEXEC, ENOTDIR, EPERM};
    const OF_PROGRAM: [i32; 8] =
        [EACCES, ELIBBAD, ELOOP, ENAMETOOLONG, ENOENT, ENOEXEC, ENOTDIR, EPERM];
    let is_such = error.raw_os_error().is_some_and(|number| {
        OF_PROGRAM.contains(&number) || number == EIO && fs::read(&spec.program).is_ok()
    });
    is_such && spec.program.is_file()
}

/// No agent fills a small disk: this part of what is free is the most that it may take.
const PART_OF_DISK: u64 = 8;

/// What the agent may add to what it has carried into its directory.
fn disk_limit(dir: &AgentDir) -> DiskUse {
    let no_limit = DiskUse { bytes: u64::MAX, entries: usize::MAX };
    DiskUse::of(&[dir.path().to_path_buf()], no_limit, Lock::Keep)
        .plus(MOST_DISK.within_free(dir.path(), PART_OF_DISK))
}

/// In a whole sandbox no agent reaches its supervisor: who ends it is not the agent.
pub(super) fn blamed(ending: Ending, spec: &RunSpec) -> Ending {
    let mode = if spec.sandbox.is_some() { SandboxMode::On } else { SandboxMode::Off };
    let is_whole = mode.level() == SandboxLevel::Full;
    if ending == Ending::Tampered && is_whole { Ending::RefereeFault } else { ending }
}

/// How a run ends the game if no answer counts; `None` if it ended as it should.
pub(super) const fn ending_of(run: &RunReport) -> Option<Ending> {
    match run.end {
        RunEnd::Exited(0) => None,
        RunEnd::Exited(code) => Some(Ending::ExitCode(code)),
        RunEnd::Signaled(signal) => Some(Ending::Signal(signal)),
        RunEnd::OverCpu => Some(Ending::KilledInMove),
        RunEnd::OverWall => Some(Ending::Hung),
        RunEnd::TooManyProcesses => Some(Ending::TooManyProcesses),
        RunEnd::TooMuchDisk => Some(Ending::TooMuchDisk),
        RunEnd::TooMuchMemory => Some(Ending::TooMuchMemory),
        RunEnd::Stopped => Some(Ending::RefereeFault),
        RunEnd::SupervisorLost => Some(Ending::Tampered),
    }
}

fn text(output: AgentOutput) -> Result<String, Ending> {
    match output {
        AgentOutput::Missing => Err(Ending::NoOutput),
        AgentOutput::Empty => Err(Ending::EmptyOutput),
        AgentOutput::NotAFile(_) | AgentOutput::TooLarge | AgentOutput::Unreadable => {
            Err(Ending::Malformed)
        }
        AgentOutput::Text(text) => Ok(text),
    }
}
