//! The answers to positions of which good moves are known: each is asked as a `SINGLE` request, in
//! a new directory, and kept in `answers.jsonl` as soon as it is there.

use crate::diagnose::positions::{KnownPosition, squares_text};
use crate::error::ClassError;
use cli::JsonLines;
use formats::{Play, PositionAnswer, Request};
use referee::players::{Participant, detail};
use referee::rules::{FileAgent, ReplyRules, check_reply};
use runner::TempRoot;
use runner::sandbox::SandboxMode;
use std::path::Path;
use std::time::Duration;

pub const ANSWERS: &str = "answers.jsonl";
const BEGINNING: &str = "{\"position\":";

#[derive(Debug)]
pub struct AnswerFile {
    lines: JsonLines,
    pub answers: Vec<PositionAnswer>,
}

impl AnswerFile {
    /// Opens the file, or begins it, and reads what an earlier run has left.
    pub fn open(folder: &Path) -> Result<Self, ClassError> {
        let mut answers = Vec::new();
        let lines = JsonLines::open(&folder.join(ANSWERS), BEGINNING, |line| {
            answers.push(line.read()?);
            Ok::<_, ClassError>(())
        })?;
        Ok(AnswerFile { lines, answers })
    }

    pub fn append(&mut self, answer: PositionAnswer) -> Result<(), ClassError> {
        self.lines.append(&answer)?;
        self.answers.push(answer);
        Ok(())
    }
}

#[derive(Debug)]
pub struct Asking<'a> {
    pub participant: &'a Participant,
    pub temp_root: &'a TempRoot,
    pub sandbox_mode: SandboxMode,
    pub replies: ReplyRules,
    pub time: Duration,
    pub core: Option<usize>,
}

impl Asking<'_> {
    /// Asks one position; `None` if the run was broken off.
    pub fn ask(&self, known: &KnownPosition) -> Result<Option<PositionAnswer>, ClassError> {
        let cores = self.core.map(|core| vec![core]);
        let mut run = self.participant.start(self.temp_root, self.sandbox_mode, cores)?;
        let request =
            Request { play: Play::Single, remaining: self.time, position: known.position };
        let reply = run.ask(&request);
        if self.temp_root.stop_flag().is_set() {
            return Ok(None);
        }
        if let Some(error) = run.take_error() {
            return Err(error.into());
        }
        let checked = check_reply(reply, &known.position, self.time, self.replies);
        let (played, ending) = match checked.mv {
            Ok(mv) => (Some(squares_text(mv)), None),
            Err(ending) => (None, Some(ending)),
        };
        Ok(Some(PositionAnswer {
            position: known.position.fen(),
            depth: known.depth,
            good: known.good.iter().map(|&mv| squares_text(mv)).collect(),
            legal: known.legal,
            played,
            ending: ending.map(|ending| ending.to_string()),
            detail: ending.and_then(|ending| detail(run.dir(), ending, self.replies.answers)),
            charged: checked.charge.as_secs_f64(),
        }))
    }
}
