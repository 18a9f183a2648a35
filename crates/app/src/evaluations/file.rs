//! A file of evaluations, `evaluations.jsonl` in the folder of a match: one line of JSON for each
//! game that was evaluated.
//!
//! Lines are appended and never changed. A program that is killed while it writes leaves at most
//! one unfinished last line, which the next one cuts off. A line counts only for the same moves,
//! limits and program; others stay, for whoever goes back to them.

use crate::error::AppError;
use crate::evaluations::evaluated_game::{EvaluatedGame, EvaluationKey};
use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The name of the file, in the folder of a match.
pub const EVALUATIONS: &str = "evaluations.jsonl";

/// Games by their keys.
pub type Known = HashMap<EvaluationKey, EvaluatedGame>;

/// The open file.
#[derive(Debug)]
pub struct EvaluationsFile {
    path: PathBuf,
    file: File,
    /// Bytes in finished lines.
    length: u64,
}

impl EvaluationsFile {
    /// Opens the file, or begins one, and reads what it holds. Nobody else can open it until this
    /// value is dropped.
    ///
    /// # Errors
    /// The file cannot be read or written, another program has it open, or a finished line in it is
    /// not an evaluation.
    pub fn open(path: &Path) -> Result<(Self, Known), AppError> {
        let system = |source: io::Error| unusable(path, &source);
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(system)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                let path = path.display();
                AppError::File(format!(
                    "{path} is in use by another report or analysis; wait for it"
                ))
            }
            TryLockError::Error(source) => system(source),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(system)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let games = parse(path, &bytes[..whole])?;
        if let Some(rest) = bytes.get(whole..).filter(|rest| !rest.is_empty()) {
            let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
            check_kind(path, lines + 1, rest)?;
        }
        let mut file = EvaluationsFile { path: path.to_path_buf(), file, length: whole as u64 };
        file.cut_off().map_err(system)?;
        Ok((file, games))
    }

    /// Cuts off what is behind the finished lines: the next one must not continue it.
    fn cut_off(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length)).map(|_| ())
    }

    /// Appends a game. When this returns, killing the process does not lose it.
    ///
    /// # Errors
    /// The line cannot be written; the file is then as it was.
    pub fn append(&mut self, game: &EvaluatedGame) -> Result<(), AppError> {
        let mut line = serde_json::to_string(game).map_err(|e| unusable(&self.path, &e.into()))?;
        line.push('\n');
        if let Err(source) = self.file.write_all(line.as_bytes()) {
            // A full disk may have taken part of the line. Its error is told, and no other.
            let _ = self.cut_off();
            return Err(unusable(&self.path, &source));
        }
        self.length += line.len() as u64;
        Ok(())
    }
}

/// The beginning of every line.
const BEGINNING: &[u8] = b"{\"game\":";

/// A file that the user has named by mistake is neither cut off nor called damaged.
fn check_kind(path: &Path, line: usize, text: &[u8]) -> Result<(), AppError> {
    let length = text.len().min(BEGINNING.len());
    if text[..length] == BEGINNING[..length] {
        return Ok(());
    }
    let path = path.display();
    Err(AppError::File(format!(
        "{path}, line {line}: this is no file of evaluations; name another, which need not exist"
    )))
}

fn parse(path: &Path, bytes: &[u8]) -> Result<Known, AppError> {
    let lines = bytes.split(|&byte| byte == b'\n').zip(1..).filter(|(line, _)| !line.is_empty());
    let read = |(text, line): (&[u8], usize)| {
        check_kind(path, line, text)?;
        let game: EvaluatedGame = serde_json::from_slice(text).map_err(|error| {
            let path = path.display();
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
