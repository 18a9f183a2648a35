//! The scripts of a course as one check: `harness` runs them, the referee starts the program, in
//! its sandbox and with its limits of memory, disk and processes. Time is that of the scripts.

use crate::checks::setup::CheckOptions;
use crate::checks::test_result::{CheckTitle, TestOutcome, TestResult, again};
use crate::error::ClassError;
use games::Named;
use harness::{
    HarnessError, OutputParser, OutputQueues, ProcessExit, Script, ScriptFolder, ScriptLauncher,
    ScriptProgram, WaitDeadline,
};
use referee::MatchError;
use referee::players::{
    AGENT_FILES, Agent, DialoguePlace, GivenTime, TextChannel, in_one_line, quoted,
};
use referee::rules::{Ending, Refereed};
use runner::folder::listing::digest_of;
use runner::process::IDLE_LIMIT;
use runner::sandbox::SandboxMode;
use runner::{AgentDir, TempRoot};
use sha2::Digest;
use std::fs;
use std::path::{Path, PathBuf};

pub const SCRIPTS: CheckTitle = CheckTitle {
    name: "scripts",
    asks: "The scripts of the course are run as harness runs them, alone and in pairs.",
    group: Some("scripts"),
};

#[derive(Debug)]
pub struct ScriptSet {
    folder: PathBuf,
    tests: ScriptFolder,
    sha256: String,
}

impl ScriptSet {
    /// Reads a folder of scripts, or one script.
    ///
    /// # Errors
    /// What is wrong with them, one line each.
    pub fn read(folder: &Path) -> Result<Self, ClassError> {
        let tests = ScriptFolder::read(folder).map_err(|errors| {
            errors.iter().map(HarnessError::to_string).collect::<Vec<_>>().join("\n")
        })?;
        let folder = folder.to_path_buf();
        let digest = digest_of([&folder]).map_err(|error| error.to_string())?;
        let sha256 = cli::hex(digest.finalize());
        Ok(ScriptSet { folder, tests, sha256 })
    }

    pub fn sha256(&self) -> &str {
        &self.sha256
    }
}

/// Starts the agent in place of the program that a script names.
struct AgentLauncher<'a> {
    agent: &'a Agent,
    temp_root: &'a TempRoot,
    sandbox_mode: SandboxMode,
}

impl ScriptLauncher for AgentLauncher<'_> {
    fn launch(
        &self,
        _: &Script,
        _: usize,
        parser: OutputParser,
        queues: OutputQueues,
    ) -> Result<Box<dyn ScriptProgram + Send>, HarnessError> {
        let AgentLauncher { agent, temp_root, sandbox_mode } = *self;
        let dir = AgentDir::new(temp_root, AGENT_FILES, None)
            .map_err(|error| HarnessError::Program(error.to_string()))?;
        let (cores, idle_limit, time) = (None, IDLE_LIMIT, GivenTime::default());
        let place = DialoguePlace { temp_root, sandbox_mode, cores, idle_limit, time };
        let channel = TextChannel::start_into(agent, (parser, queues), dir, place);
        match channel {
            Ok(channel) => Ok(Box::new(ScriptDialogue(channel))),
            Err(error) => Err(HarnessError::Program(error.to_string())),
        }
    }
}

/// The agent, as the harness talks to it.
#[derive(Debug)]
struct ScriptDialogue(TextChannel);

impl ScriptProgram for ScriptDialogue {
    fn send(&mut self, line: &str) {
        self.0.send(line);
    }

    fn end_input(&mut self) {
        self.0.end_input();
    }

    fn wait_for_exit(&mut self, deadline: WaitDeadline) -> Option<ProcessExit> {
        match self.0.expect_end(deadline.left()) {
            Ok(()) => Some(ProcessExit::Code(0)),
            Err(Ending::ExitCode(code)) => Some(ProcessExit::Code(code)),
            Err(Ending::Hung) => None,
            Err(Ending::Signal(signal)) => Some(ProcessExit::Signal(signal)),
            // A limit of the referee has ended it.
            Err(_) => Some(ProcessExit::Signal(libc::SIGKILL)),
        }
    }

    /// It ends with this value.
    fn kill(&mut self) {}

    fn last_lines(&self) -> Vec<String> {
        let errors = self.0.detail().map(|detail| format!("  {detail}"));
        let printed = self.0.conversation().lines('<');
        let last = printed.iter().rev().take(5).rev().map(|line| format!("  {}", quoted(line)));
        last.chain(errors).collect()
    }
}

/// Runs all scripts.
///
/// # Errors
/// A file of the scripts cannot be read, or the report of failures cannot be kept.
pub fn run_scripts<G: Refereed + Named>(
    agent: &Agent,
    set: &ScriptSet,
    options: CheckOptions<'_>,
) -> Result<TestResult, MatchError> {
    let CheckOptions { temp_root, sandbox_mode, keep, .. } = options;
    let launcher = AgentLauncher { agent, temp_root, sandbox_mode };
    let report = set.tests.run(&launcher, &|| !temp_root.stop_flag().is_set());
    let report = report.map_err(|error| MatchError::Failed(error.to_string()))?;
    if report.failed.is_empty() {
        let remark = Some(format!("{} scripts", report.passed));
        return Ok(TestResult { remark, ..TestResult::new(SCRIPTS, TestOutcome::Passed, "") });
    }
    let all: String = report.failed.iter().map(|(_, text)| text.as_str()).collect();
    if let Some(keep) = keep {
        let (folder, path) = (keep.join(SCRIPTS.name), keep.join(SCRIPTS.name).join("report.txt"));
        let kept = fs::create_dir_all(folder).and_then(|()| fs::write(&path, &all));
        kept.map_err(MatchError::system("write", &path))?;
    }
    let names: Vec<_> = report.failed.iter().map(|(names, _)| names.as_str()).collect();
    let (failed, count) = (names.len(), names.len() + report.passed);
    let first = report.failed.first().map_or("", |(_, text)| text);
    let reason = format!(
        "{failed} of {count} scripts failed: {}; the first: {}",
        names.join(", "),
        in_lines(first)
    );
    let scripts = shell_words::quote(&set.folder.to_string_lossy()).into_owned();
    let again = format!("{} --scripts {scripts}", again(G::NAME, agent, SCRIPTS.name, options));
    let failed = TestResult::new(SCRIPTS, TestOutcome::Failed, &reason);
    Ok(TestResult { again: Some(again), ..failed })
}

/// The lines below the first one, which names the files, in one line.
fn in_lines(text: &str) -> String {
    let lines = text.lines().skip(1).map(str::trim).filter(|line| !line.is_empty());
    in_one_line(&lines.collect::<Vec<_>>().join(" | "))
}
