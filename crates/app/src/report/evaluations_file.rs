//! `evaluations.jsonl`, beside the journal: one line of JSON for each game that was evaluated.
//!
//! Lines are appended and never changed. A report that is killed while it writes leaves at most one
//! unfinished last line, which the next one cuts off. A line counts only for the same moves, nodes
//! and program; others stay, for whoever goes back to them.

use crate::error::AppError;
use crate::report::evaluate::ReplayedGame;
use crate::report::verdict::{Evaluation, TableVerdict};
use evaluation::checkers::EVALUATION_IDENTITY;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The name of the file, in the folder of the match.
pub const EVALUATIONS: &str = "evaluations.jsonl";

/// What an evaluation was made from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EvaluationKey {
    /// The game's number.
    pub game: u32,
    /// The beginning of the SHA-256 of its board and moves, in hexadecimal digits.
    pub moves: String,
    /// Nodes for each position.
    pub nodes: u64,
    /// The version of the program, and what its evaluation is made of.
    pub program: String,
}

impl EvaluationKey {
    /// The key of this game.
    pub fn of(game: &ReplayedGame<'_>, nodes: u64) -> Self {
        let digest = Sha256::digest(game.identity());
        let moves = digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        let program = format!("{} {EVALUATION_IDENTITY:016x}", env!("CARGO_PKG_VERSION"));
        EvaluationKey { game: game.record.id, moves, nodes, program }
    }
}

/// What our player says of the positions of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvaluatedGame {
    /// What it was made from.
    #[serde(flatten)]
    pub key: EvaluationKey,
    /// One for each position.
    pub scores: Vec<Evaluation>,
    /// One for each position from the first that the tables reach.
    pub tables: Vec<TableVerdict>,
}

impl EvaluatedGame {
    /// Searches every position of the game.
    pub fn compute(game: &ReplayedGame<'_>, key: EvaluationKey) -> Self {
        let scores = game.evaluations(key.nodes);
        let tables = tail(&game.verdicts());
        EvaluatedGame { key, scores, tables }
    }

    /// Whether it is of the length of the game: a line that was edited may not be.
    pub const fn fits(&self, game: &ReplayedGame<'_>) -> bool {
        self.scores.len() == game.positions.len() && self.tables.len() <= self.scores.len()
    }

    /// The index of the first position that the tables reach.
    pub const fn tables_from(&self) -> usize {
        self.scores.len().saturating_sub(self.tables.len())
    }
}

/// The verdicts behind the last position that has none. Pieces only become fewer, so the tables
/// soon reach all positions; of six pieces they know a part.
fn tail(verdicts: &[Option<TableVerdict>]) -> Vec<TableVerdict> {
    let from = verdicts.iter().rposition(Option::is_none).map_or(0, |last| last + 1);
    verdicts[from..].iter().flatten().copied().collect()
}

/// The open file.
#[derive(Debug)]
pub struct EvaluationsFile {
    path: PathBuf,
    file: File,
    /// Bytes in finished lines.
    length: u64,
}

impl EvaluationsFile {
    /// Opens the file in `folder`, or begins one, and reads what it holds. Nobody else can open it
    /// until this value is dropped.
    ///
    /// # Errors
    /// The file cannot be read or written, another report has it open, or a finished line in it is
    /// not an evaluation.
    pub fn open(folder: &Path) -> Result<(Self, HashMap<EvaluationKey, EvaluatedGame>), AppError> {
        let path = folder.join(EVALUATIONS);
        let system = |source: io::Error| unusable(&path, &source);
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(&path).map_err(system)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                let path = path.display();
                AppError::File(format!("{path} is in use by another report; wait for it"))
            }
            TryLockError::Error(source) => system(source),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(system)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let games = parse(&path, &bytes[..whole])?;
        file.set_len(whole as u64).map_err(system)?;
        Ok((EvaluationsFile { path, file, length: whole as u64 }, games))
    }

    /// Appends a game. When this returns, killing the process does not lose it.
    ///
    /// # Errors
    /// The line cannot be written; the file is then as it was.
    pub fn append(&mut self, game: &EvaluatedGame) -> Result<(), AppError> {
        let mut line = serde_json::to_string(game).map_err(|e| unusable(&self.path, &e.into()))?;
        line.push('\n');
        if let Err(source) = self.file.write_all(line.as_bytes()) {
            // A full disk may have taken part of the line; the next one must not continue it.
            let _ = self.file.set_len(self.length);
            return Err(unusable(&self.path, &source));
        }
        self.length += line.len() as u64;
        Ok(())
    }
}

fn parse(path: &Path, bytes: &[u8]) -> Result<HashMap<EvaluationKey, EvaluatedGame>, AppError> {
    let lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).enumerate();
    let read = |(index, line): (usize, &[u8])| {
        let game: EvaluatedGame = serde_json::from_slice(line).map_err(|error| {
            let (path, line) = (path.display(), index + 1);
            AppError::File(format!(
                "{path}, line {line}: {error}; delete the file, and it is computed again"
            ))
        })?;
        Ok((game.key.clone(), game))
    };
    lines.map(read).collect()
}

fn unusable(path: &Path, source: &io::Error) -> AppError {
    let path = path.display();
    AppError::File(format!("{path}: {source}; evaluations are kept there: make it writable"))
}
