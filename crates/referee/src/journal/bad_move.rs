//! The files of a bad move, kept to ask the agent for it again.
//!
//! The folder of a forfeited game holds the agent's input: `input.txt`, its calibration and
//! `playdata-before.txt` (its `playdata.txt` before the move); its output: `output.txt`,
//! `playdata.txt` and its standard error; and `move.json`: the program and the ending. `referee
//! replay` puts the same files into a fresh directory, runs the same program and shows the result.

use crate::error::MatchError;
use crate::journal::read_text;
use crate::players::program::{Agent, Carry, HOMEWORK};
use crate::players::{FilePlayer, PLAYDATA_BEFORE, detail_of, still_there};
use crate::rules::{
    AnswerForm, CheckedReply, Ending, FileAgent, FileGame, Profile, ReplyRules, check_reply,
};
use cli::{file, visible};
use formats::{CALIBRATION_FILE, INPUT_FILE, Request};
use games::checkers::Move;
use runner::sandbox::SandboxMode;
use runner::{EVIDENCE_LIMIT, TempRoot};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// The file that describes a bad move, in its folder.
pub const MOVE_FILE: &str = "move.json";
const VERSION: u32 = 1;
const NAME_ANOTHER: &str = "name a journal, or the move.json in a folder of evidence";
const COPY_ALL: &str = "copy the whole folder of evidence";

/// The most bytes of `move.json` that are read; its longest part is a command line.
const LONGEST: u64 = 16 << 20;

/// The content of `move.json`, which completes the other files of the folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BadMove {
    version: u32,
    pub program: PathBuf,
    #[serde(rename = "words")] // the name in version 1
    pub args: Vec<String>,
    /// Files and folders that the agent may read in the sandbox.
    pub files: Vec<PathBuf>,
    /// The agent's directory; `None` for an agent that is a command, and in files of an earlier
    /// version.
    #[serde(default)]
    pub directory: Option<PathBuf>,
    /// True if the files of that directory were copied into the working directory.
    #[serde(default)]
    pub carried: bool,
    /// [`Agent::sha256`].
    pub sha256: String,
    pub profile: Profile,
    /// Files of earlier versions do not have it: there the profile decided.
    #[serde(default)]
    pub answers: Option<AnswerForm>,
    pub sandboxed: bool,
    pub ending: Ending,
    /// The exact fault, for people.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "read_text::line_if_any"
    )]
    pub detail: Option<String>,
}

/// Keeps all files of the last move of `run` in `folder`; returns the file for `referee replay`.
pub fn keep<G: FileGame>(
    folder: &Path,
    run: &FilePlayer,
    rules: ReplyRules,
    ending: Ending,
) -> Result<PathBuf, MatchError> {
    run.keep_evidence(folder)?;
    let agent = run.agent();
    let bad = BadMove {
        version: VERSION,
        program: agent.program.clone(),
        args: agent.args.clone(),
        files: agent.files.clone(),
        directory: agent.directory.clone(),
        carried: agent.carry == Carry::Files,
        sha256: agent.sha256.clone(),
        profile: rules.profile,
        answers: Some(rules.answers),
        sandboxed: run.sandbox_mode() == SandboxMode::On,
        ending,
        detail: detail_of::<G>(run.dir(), ending, rules.answers),
    };
    let path = folder.join(MOVE_FILE);
    let text = serde_json::to_string_pretty(&bad).map_err(|error| wrong_form(&path, &error))?;
    fs::write(&path, text + "\n").map_err(|error| MatchError::in_file(&path, error))?;
    Ok(path)
}

pub fn read(path: &Path) -> Result<BadMove, MatchError> {
    let text = file::read(path, LONGEST)?;
    let text = text.ok_or_else(|| missing(path, NAME_ANOTHER))?;
    let read: BadMove = serde_json::from_str(&text).map_err(|error| wrong_form(path, &error))?;
    match read.version {
        VERSION => Ok(read),
        found => {
            let problem = format!("version {found}; this program reads version {VERSION}");
            Err(MatchError::in_file(path, problem))
        }
    }
}

/// What is done with a command that is no longer what played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangedCommand {
    Refuse,
    Run,
}

#[derive(Debug)]
pub struct RepeatedMove {
    pub request: Request,
    pub checked: CheckedReply<Move>,
    /// The agent with its files as it left them.
    pub run: FilePlayer,
    /// True if the agent's files are still those that played.
    pub same_files: bool,
    /// True if its `playdata.txt` was longer than the part that was kept: it has found half a file.
    pub cut_playdata: bool,
}

impl BadMove {
    pub fn replies(&self) -> ReplyRules {
        let profile = self.profile;
        ReplyRules { profile, answers: self.answers.unwrap_or(profile.earlier_form()) }
    }

    fn agent(&self) -> Result<Agent, MatchError> {
        let carry = if self.carried { Carry::Files } else { Carry::Nothing };
        let agent = match &self.directory {
            Some(directory) => Agent::in_directory(directory, HOMEWORK),
            None => {
                let (args, files) = (self.args.clone(), self.files.clone());
                Agent::of_parts(self.program.clone(), args, files)
            }
        };
        agent.map(|agent| agent.carrying(carry))
    }

    /// Asks for the move again, with the files that lie beside the description at `path`. That may
    /// be another person's: it decides neither about the sandbox nor, by the words of a command,
    /// what may be read there.
    ///
    /// # Errors
    /// A command is not what played, unless it is to be asked `changed`; or it cannot be run.
    pub fn again(
        &self,
        path: &Path,
        temp_root: &TempRoot,
        sandbox_mode: SandboxMode,
        changed: ChangedCommand,
    ) -> Result<RepeatedMove, MatchError> {
        let folder = path.parent().unwrap_or(Path::new("."));
        let input = folder.join(INPUT_FILE);
        let text = file::read(&input, EVIDENCE_LIMIT)?;
        let text = text.ok_or_else(|| missing(&input, COPY_ALL))?;
        let request = Request::parse(&text).map_err(|error| MatchError::in_file(&input, error))?;
        still_there(std::iter::once(&self.program).chain(&self.files))?;
        let agent = self.agent()?;
        let same_files = agent.sha256 == self.sha256;
        if !same_files && self.directory.is_none() && changed == ChangedCommand::Refuse {
            let command = visible::line(&agent.command()).into_owned();
            return Err(MatchError::Correctable(format!(
                "the program has changed since that move: {command}; if this is your own file, \
                 --changed runs what the program is now"
            )));
        }
        let calibration = Some(folder.join(CALIBRATION_FILE)).filter(|path| path.is_file());
        let run = FilePlayer::new(&agent, calibration.as_deref(), temp_root, sandbox_mode, None)?;
        let mut run = run.with_grace(self.profile.grace());
        let playdata = folder.join(PLAYDATA_BEFORE);
        let mut cut_playdata = false;
        if playdata.is_file() {
            let playdata = file::read_bytes(&playdata, EVIDENCE_LIMIT)
                .map_err(|error| MatchError::in_file(&playdata, error))?
                .unwrap_or_default();
            cut_playdata = playdata.len() as u64 >= EVIDENCE_LIMIT;
            run.give_playdata(&playdata)?;
        }
        let reply = run.ask(&request);
        let checked = check_reply(reply, &request.position, request.remaining, self.replies());
        Ok(RepeatedMove { request, checked, run, same_files, cut_playdata })
    }
}

fn missing(path: &Path, what_to_do: &str) -> MatchError {
    MatchError::in_file(path, format!("there is no such file; {what_to_do}"))
}

/// `move.json` does not describe a bad move.
fn wrong_form(path: &Path, error: &serde_json::Error) -> MatchError {
    let shown = visible::line(&error.to_string()).into_owned();
    MatchError::in_file(path, shown + "; name the file move.json of a folder in evidence/")
}
