//! Finds the text, or the journal, that is to be analyzed: a file, a folder, standard input or the
//! command line. Which game it is, `game_of_text.rs` tells; each game reads its own forms.

use crate::analyze::args::AnalyzeArgs;
use crate::analyze::checkers_text::CheckersForm;
use crate::analyze::game_of_text::game_of;
#[cfg(target_os = "linux")]
use crate::analyze::input::InputError;
use crate::analyze::input::{AnalysisInput, FORMS};
use crate::analyze::read_game::ReadGame;
use crate::error::AppError;
use crate::evaluations::EVALUATIONS;
use crate::streams::{STANDARD_INPUT, read_whole};
use cli::lines::lines;
use cli::visible;
use formats::pdn;
use games::GameName;
use games::checkers::Position;
#[cfg(target_os = "linux")]
use referee::journal::{Records, file as journal};
use std::io::{IsTerminal, Write, stderr, stdin};
use std::path::{Path, PathBuf};

/// What the user has named.
#[derive(Debug)]
pub enum Source {
    /// A text of one game.
    Text { name: String, text: String, game: GameName },
    /// The games of the referee.
    #[cfg(target_os = "linux")]
    Journal { path: PathBuf, records: Records },
}

/// Finds what the user has named.
pub fn source(args: &AnalyzeArgs) -> Result<Source, AppError> {
    let path = args.file.as_deref().unwrap_or(Path::new(STANDARD_INPUT));
    let is_stdin = path == Path::new(STANDARD_INPUT);
    if is_stdin {
        if stdin().is_terminal() {
            let hint = "crownhead analyze: type or paste a position or games, then Ctrl-D (on \
                        Windows Ctrl-Z and Enter); --help shows the forms\n";
            // A closed standard error is no reason to stop.
            let _ = stderr().write_all(hint.as_bytes());
        }
    } else if path.is_dir() {
        return journal_file(&path.join("journal.jsonl"));
    } else if !path.exists() {
        return position_on_command_line(path);
    }
    let (name, bytes) = read_whole(path, "")?;
    let text = pdn::decode(&bytes).to_string();
    if is_journal(&text) {
        if is_stdin {
            return Err(AppError::File(format!(
                "{name}: this is a journal of the referee; name its folder, or the file itself"
            )));
        }
        return journal_file(path);
    }
    let game = args.game.unwrap_or_else(|| game_of(&text));
    Ok(Source::Text { name, text, game })
}

fn is_journal(text: &str) -> bool {
    let first = lines(text).map(str::trim).find(|line| !line.is_empty());
    first.is_some_and(|line| line.starts_with("{\""))
}

/// There is no such file; the word may be a position of checkers.
fn position_on_command_line(path: &Path) -> Result<Source, AppError> {
    let text = path.to_string_lossy();
    if CheckersForm::of(&text) != Some(CheckersForm::Fen) {
        return Err(AppError::File(format!("there is no file {}; {FORMS}", visible::path(path))));
    }
    Position::from_fen(&text).map_err(|error| {
        let (column, error) = (error.column, visible::cut(&error.to_string(), 200));
        AppError::Usage(format!(
            "there is no such file, and as a position in FEN it is wrong at column {column}: {error}"
        ))
    })?;
    let (name, text) = ("the command line".to_string(), text.into_owned());
    Ok(Source::Text { name, text, game: GameName::Checkers })
}

#[cfg(target_os = "linux")]
fn journal_file(path: &Path) -> Result<Source, AppError> {
    let records = journal::read(path).map_err(AppError::file)?;
    if records.is_empty() {
        let path = visible::path(path);
        return Err(AppError::File(format!("{path} holds no finished game yet; try again later")));
    }
    Ok(Source::Journal { path: path.to_path_buf(), records })
}

#[cfg(not(target_os = "linux"))]
fn journal_file(_: &Path) -> Result<Source, AppError> {
    let _ = EVALUATIONS;
    Err(AppError::NeedsReferee("analyze of a folder"))
}

impl Source {
    /// The games that it has; a journal of a person's games may have several.
    pub fn games(&self) -> Vec<GameName> {
        match self {
            Source::Text { game, .. } => vec![*game],
            #[cfg(target_os = "linux")]
            Source::Journal { records, .. } => {
                let has = |&game: &GameName| records.values().any(|record| record.game == game);
                GameName::ALL.into_iter().filter(has).collect()
            }
        }
    }

    /// The positions and games of one kind.
    pub fn read<G: ReadGame>(&self) -> Result<AnalysisInput<G>, AppError> {
        match self {
            Source::Text { name, text, .. } => {
                let input = G::read_text_file(name, text).map_err(AppError::File)?;
                if input.subjects.is_empty() && input.errors.is_empty() {
                    return Err(AppError::File(format!("{name}: there is no game in it; {FORMS}")));
                }
                Ok(input)
            }
            #[cfg(target_os = "linux")]
            Source::Journal { path, records } => {
                let mut input = AnalysisInput::default();
                for record in records.values().filter(|record| record.game == G::NAME) {
                    match G::recorded(record) {
                        Ok(subject) => input.subjects.push(subject),
                        Err(error) => {
                            let sentence = format!("{}: {error}", visible::path(path));
                            input.errors.push(InputError { number: record.id, sentence });
                        }
                    }
                }
                Ok(input)
            }
        }
    }

    /// The default file for the evaluations: beside a journal, where reports keep theirs.
    pub fn kept_in(&self) -> Option<PathBuf> {
        match self {
            Source::Text { .. } => None,
            #[cfg(target_os = "linux")]
            Source::Journal { path, .. } => Some(path.with_file_name(EVALUATIONS)),
        }
    }
}
