//! The answers to positions of which good moves are known: each is asked as a `SINGLE` request, in
//! a new directory, and kept in `answers.jsonl` as soon as it is there.

use crate::diagnose::error::DiagnoseError;
use crate::diagnose::positions::{KnownPosition, squares};
use cli::JsonLines;
use formats::{Play, Request};
use referee::players::{Entrant, detail};
use referee::rules::{Ending, FileAgent, Profile, check_reply};
use runner::TempRoot;
use runner::sandbox::SandboxMode;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Duration;

/// The file of the answers.
pub const ANSWERS: &str = "answers.jsonl";
/// The beginning of every line.
const BEGINNING: &str = "{\"position\":";

/// An answer of the agent to one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredAnswer {
    /// The position in FEN.
    pub position: String,
    /// The smallest depth of `reference` that finds a good move; none for more than eight.
    pub depth: Option<u32>,
    /// The good moves, by their squares.
    pub good: Vec<String>,
    /// The number of legal moves.
    pub legal: usize,
    /// The squares of the answer; none if it was no legal move.
    pub played: Option<String>,
    /// Why there was no legal move.
    pub ending: Option<String>,
    /// The exact fault.
    pub detail: Option<String>,
    /// Seconds charged.
    pub charged: f64,
}

/// The answers of a folder.
#[derive(Debug)]
pub struct AnswerFile {
    lines: JsonLines,
    pub answers: Vec<StoredAnswer>,
}

impl AnswerFile {
    /// Opens the file, or begins it, and reads what an earlier run has left.
    pub fn open(folder: &Path) -> Result<Self, DiagnoseError> {
        let mut answers = Vec::new();
        let lines = JsonLines::open(&folder.join(ANSWERS), BEGINNING, |line| {
            answers.push(line.read()?);
            Ok::<_, DiagnoseError>(())
        })?;
        Ok(AnswerFile { lines, answers })
    }

    pub fn append(&mut self, answer: StoredAnswer) -> Result<(), DiagnoseError> {
        self.lines.append(&answer)?;
        self.answers.push(answer);
        Ok(())
    }
}

/// How positions are asked.
#[derive(Debug)]
pub struct Asking<'a> {
    pub entrant: &'a Entrant,
    pub temp_root: &'a TempRoot,
    pub sandbox_mode: SandboxMode,
    pub profile: Profile,
    /// CPU time for one position.
    pub time: Duration,
    pub core: Option<usize>,
}

impl Asking<'_> {
    /// Asks one position; `None` if the run was broken off.
    pub fn ask(&self, known: &KnownPosition) -> Result<Option<StoredAnswer>, DiagnoseError> {
        let cores = self.core.map(|core| vec![core]);
        let mut run = self.entrant.start(self.temp_root, self.sandbox_mode, cores)?;
        let request =
            Request { play: Play::Single, remaining: self.time, position: known.position };
        let reply = run.ask(&request);
        if self.temp_root.stop_flag().is_set() {
            return Ok(None);
        }
        if let Some(error) = run.take_error() {
            return Err(error.into());
        }
        let checked = check_reply(reply, &known.position, self.time, self.profile);
        let (played, ending) = match checked.mv {
            Ok(mv) => (Some(squares(mv).join("-")), None),
            Err(ending) => (None, Some(ending)),
        };
        let fault = |ending: Ending| detail(run.dir(), ending, self.profile.form());
        Ok(Some(StoredAnswer {
            position: known.position.fen(),
            depth: known.depth,
            good: known.good.iter().map(|&mv| squares(mv).join("-")).collect(),
            legal: known.legal,
            played,
            ending: ending.map(|ending| ending.to_string()),
            detail: ending.and_then(fault),
            charged: checked.charge.as_secs_f64(),
        }))
    }
}
