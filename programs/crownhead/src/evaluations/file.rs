//! A file of evaluations, `evaluations.jsonl` in the folder of a match: one line of JSON for each
//! game that was evaluated.
//!
//! [`JsonLines`] says what a kill, a full disk and a second program do to it. A line counts only
//! for the same moves, limits and program; others stay, for whoever goes back to them.

use crate::error::AppError;
use crate::evaluations::evaluated_game::{EvaluatedGame, EvaluationKey};
use cli::visible;
use cli::{JsonLines, JsonLinesError, WholeLine};
use std::collections::HashMap;
use std::path::Path;

/// The name of the file, in the folder of a match.
pub const EVALUATIONS: &str = "evaluations.jsonl";

/// Games by their keys.
pub type KnownEvaluations = HashMap<EvaluationKey, EvaluatedGame>;

/// How every line begins.
const BEGINNING: &str = "{\"game\":";

/// The open file.
#[derive(Debug)]
pub struct EvaluationsFile(JsonLines);

impl EvaluationsFile {
    /// Opens the file, or begins one, and reads what it holds. Nobody else can open it until this
    /// value is dropped.
    pub fn open(path: &Path) -> Result<(Self, KnownEvaluations), AppError> {
        let mut games = KnownEvaluations::new();
        let on_line = |line: WholeLine<'_>| {
            if line.bytes != b"\n" {
                let game = read(path, line)?;
                games.insert(game.key.clone(), game);
            }
            Ok(())
        };
        let lines = JsonLines::open::<JsonLinesError>(path, BEGINNING, on_line).map_err(refused)?;
        Ok((EvaluationsFile(lines), games))
    }

    /// Appends a game. When this returns, killing the process does not lose it.
    ///
    /// # Errors
    /// The line cannot be written; the file is then as it was.
    pub fn append(&mut self, game: &EvaluatedGame) -> Result<(), AppError> {
        self.0.append(game).map_err(refused)
    }
}

/// A file that the user has named by mistake is not called damaged.
fn read(path: &Path, line: WholeLine<'_>) -> Result<EvaluatedGame, JsonLinesError> {
    if line.bytes.starts_with(BEGINNING.as_bytes()) {
        return line.read();
    }
    Err(JsonLinesError::OtherKind { path: path.to_path_buf(), line: line.number })
}

fn refused(error: JsonLinesError) -> AppError {
    let hint = match error {
        JsonLinesError::InUse { path } => {
            let path = visible::path(path);
            return AppError::File(format!(
                "{path} is in use by another report or analysis; wait for it"
            ));
        }
        JsonLinesError::OtherKind { path, line } => {
            let path = visible::path(path);
            return AppError::File(format!(
                "{path}, line {line}: this is no file of evaluations; name another, which need \
                 not exist"
            ));
        }
        JsonLinesError::Line { .. } | JsonLinesError::TooLong { .. } => {
            "delete the file, and it is computed again"
        }
        JsonLinesError::System { .. } => "evaluations are kept there: make it writable",
    };
    AppError::File(format!("{error}; {hint}"))
}
