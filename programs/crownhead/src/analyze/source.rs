//! Finds the text, or the journal, that is to be analyzed: a file, a folder, standard input or the
//! command line. Which form it has, and of which game it is, [`TextForm`] tells.

use crate::analyze::args::AnalyzeArgs;
#[cfg(target_os = "linux")]
use crate::analyze::read_game::UnreadInput;
use crate::analyze::read_game::{self, AnalysisInput};
#[cfg(target_os = "linux")]
use crate::analyze::subject::Subject;
#[cfg(not(target_os = "linux"))]
use crate::error::needs_referee;
use crate::evaluations::EVALUATIONS;
#[cfg(target_os = "linux")]
use crate::shown_game::ShownGame;
use crate::streams::{STANDARD_INPUT, read_whole};
use analysis::AnalyzedGame;
#[cfg(not(target_os = "linux"))]
use analysis::AnalyzedGame as ShownGame; // no referee, no journals
use cli::ProgramError;
use cli::lines::lines;
use cli::visible;
use formats::{TextForm, pdn};
use games::GameName;
use games::checkers::Position;
#[cfg(target_os = "linux")]
use referee::journal::{JOURNAL, RecordedGame, Records, file as journal};
use std::io::{IsTerminal, Write, stderr, stdin};
use std::path::{Path, PathBuf};

/// The forms that can be read, for errors.
const FORMS: &str = "write a position as in input.txt (SINGLE, BLACK, seconds, eight rows), a board \
    (BLACK or WHITE, eight rows of . w W b B), FEN (B:W18,25:B1,2) or PDN (1. 11-15 23-19 *); of \
    the other games moves or a dump, with --game loa, tablut or amazons; or name a folder of the \
    referee";

/// What the user has named.
#[derive(Debug)]
pub enum Source {
    /// A text of one game.
    Text { name: String, text: String, form: TextForm },
    /// The games of the referee.
    #[cfg(target_os = "linux")]
    Journal { path: PathBuf, records: Records },
}

/// Finds what the user has named.
pub fn source(args: &AnalyzeArgs) -> Result<Source, ProgramError> {
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
        return journal_at(path);
    } else if !path.exists() {
        return position_on_command_line(path);
    }
    let (name, bytes) = read_whole(path, "")?;
    let text = pdn::decode(&bytes).to_string();
    if is_journal(&text) {
        if is_stdin {
            return Err(ProgramError::Failed(format!(
                "{name}: this is a journal of the referee; name its folder, or the file itself"
            )));
        }
        return journal_at(path);
    }
    let form = form_of(&text, args.game).ok_or_else(|| {
        ProgramError::Failed(match first_line(&text) {
            None => format!("{name}: nothing is in it; {FORMS}"),
            Some(line) => {
                let line = visible::cut(line, 40);
                format!("{name}: \"{line}\" is neither a position nor a game; {FORMS}")
            }
        })
    })?;
    Ok(Source::Text { name, text, form })
}

fn first_line(text: &str) -> Option<&str> {
    lines(text).map(str::trim).find(|line| !line.is_empty())
}

/// The form of a text of this game, if one is named; `None` if it has no form that is read.
fn form_of(text: &str, game: Option<GameName>) -> Option<TextForm> {
    match (TextForm::of(text), game) {
        (_, Some(game)) if game != GameName::Checkers => Some(TextForm::Commands(game)),
        // Moves of checkers by the names of squares may be taken for another game's.
        (Some(TextForm::Commands(_)), Some(_)) => Some(TextForm::Pdn),
        (form, _) => form.filter(|form| *form != TextForm::Output),
    }
}

/// Also one whose first line is damaged, which its reader tells.
fn is_journal(text: &str) -> bool {
    let is_json = first_line(text).is_some_and(|line| line.starts_with("{\""));
    is_json && TextForm::of(text) != Some(TextForm::PlayData)
}

/// There is no such file; the word may be a position of checkers.
fn position_on_command_line(path: &Path) -> Result<Source, ProgramError> {
    let text = path.to_string_lossy();
    if TextForm::of(&text) != Some(TextForm::Fen) {
        return Err(ProgramError::Failed(format!(
            "there is no file {}; {FORMS}",
            visible::path(path)
        )));
    }
    Position::from_fen(&text).map_err(|error| {
        let (column, error) = (error.column.unwrap_or(1), visible::cut(&error.to_string(), 200));
        ProgramError::Usage(format!(
            "there is no such file, and as a position in FEN it is wrong at column {column}: {error}"
        ))
    })?;
    let (name, text) = ("the command line".to_string(), text.into_owned());
    Ok(Source::Text { name, text, form: TextForm::Fen })
}

/// The journal of this path, or in this folder.
#[cfg(target_os = "linux")]
fn journal_at(path: &Path) -> Result<Source, ProgramError> {
    let path = if path.is_dir() { path.join(JOURNAL) } else { path.to_path_buf() };
    let records = journal::read(&path).map_err(ProgramError::failed)?;
    if records.is_empty() {
        let path = visible::path(path);
        return Err(ProgramError::Failed(format!(
            "{path} holds no finished game yet; try again later"
        )));
    }
    Ok(Source::Journal { path, records })
}

#[cfg(not(target_os = "linux"))]
fn journal_at(_: &Path) -> Result<Source, ProgramError> {
    let _ = EVALUATIONS;
    Err(needs_referee("analyze of a folder"))
}

impl Source {
    /// The games that it has; a journal of a person's games may have several.
    pub fn games(&self) -> Vec<GameName> {
        match self {
            Source::Text { form: TextForm::Commands(game), .. } => vec![*game],
            Source::Text { .. } => vec![GameName::Checkers],
            #[cfg(target_os = "linux")]
            Source::Journal { records, .. } => GameName::ALL
                .into_iter()
                .filter(|&game| records.values().any(|record| record.game == game))
                .collect(),
        }
    }

    pub fn read_checkers(&self) -> Result<AnalysisInput<Position>, ProgramError> {
        match self {
            Source::Text { name, text, form } => {
                found(name, read_game::read_checkers(*form, name, text)?)
            }
            #[cfg(target_os = "linux")]
            Source::Journal { path, records } => {
                Ok(read_records(path, records, read_game::recorded_checkers))
            }
        }
    }

    /// The positions and games of another game.
    pub fn read<G: ShownGame>(&self) -> Result<AnalysisInput<G>, ProgramError> {
        match self {
            Source::Text { name, text, .. } => found(name, read_game::read_commands(name, text)?),
            #[cfg(target_os = "linux")]
            Source::Journal { path, records } => {
                Ok(read_records(path, records, read_game::recorded))
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

fn found<G: AnalyzedGame>(
    name: &str,
    input: AnalysisInput<G>,
) -> Result<AnalysisInput<G>, ProgramError> {
    if input.subjects.is_empty() && input.errors.is_empty() {
        return Err(ProgramError::Failed(format!("{name}: there is no game in it; {FORMS}")));
    }
    Ok(input)
}

#[cfg(target_os = "linux")]
fn read_records<G: AnalyzedGame>(
    path: &Path,
    records: &Records,
    read: fn(&RecordedGame) -> Result<Subject<G>, ProgramError>,
) -> AnalysisInput<G> {
    let mut input = AnalysisInput::default();
    for record in records.values().filter(|record| record.game == G::NAME) {
        match read(record) {
            Ok(subject) => input.subjects.push(subject),
            Err(error) => {
                let sentence = format!("{}: {error}", visible::path(path));
                input.errors.push(UnreadInput { number: record.id, sentence });
            }
        }
    }
    input
}
