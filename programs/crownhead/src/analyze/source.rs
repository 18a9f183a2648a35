//! Finds the text, or the journal, that is to be analyzed: a file, a folder, standard input or the
//! command line. Which form it has, and of which game it is, [`TextForm`] tells.

use crate::analyze::args::{AnalyzeArgs, GameNumbers};
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
use games::checkers::{Position, rules::QuietTurnRule};
#[cfg(target_os = "linux")]
use referee::journal::{JOURNAL, RecordedGame, Records, file as journal};
use std::borrow::Cow;
use std::fs;
use std::io::{self, IsTerminal, Write, stderr, stdin};
use std::path::{Path, PathBuf};

const FORMS: &str = "`crownhead analyze --help` shows the forms";

/// What the user has named.
#[derive(Debug)]
pub enum Source {
    /// A text of one game.
    Text { name: String, text: String, form: TextForm },
    /// The games of the referee.
    #[cfg(target_os = "linux")]
    Journal { path: PathBuf, records: Records },
}

/// What the user has named, with the files of folders in place of these.
///
/// A folder without any, or one that cannot be read, stays in the list: [`source`] refuses it.
pub fn paths(args: &AnalyzeArgs) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for path in &args.files {
        let before = paths.len();
        let is_read =
            path.is_dir() && !is_match_folder(path) && add_files(path, &mut paths).is_ok();
        if !is_read || paths.len() == before {
            paths.push(path.clone());
        }
    }
    if paths.is_empty() {
        paths.push(PathBuf::from(STANDARD_INPUT));
    }
    paths
}

/// Adds the files of games of a folder, and of those within it, in the order of their names.
fn add_files(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue; // hidden, as what macOS puts beside a file
        }
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            if add_files(&path, found).is_err() {
                found.push(path);
            }
        } else if is_of_games(&path) {
            found.push(path);
        }
    }
    Ok(())
}

/// True also for packed files, which are then refused by name.
fn is_of_games(path: &Path) -> bool {
    let end = path.extension().unwrap_or_default().to_ascii_lowercase();
    ["pdn", "fen", "gz", "zip"].iter().any(|known| end == *known)
}

#[cfg(target_os = "linux")]
fn is_match_folder(path: &Path) -> bool {
    path.join(JOURNAL).exists()
}

#[cfg(not(target_os = "linux"))]
const fn is_match_folder(_: &Path) -> bool {
    false
}

/// Opens what a path or a word names.
pub fn source(path: &Path, args: &AnalyzeArgs) -> Result<Source, ProgramError> {
    let is_stdin = path == Path::new(STANDARD_INPUT);
    if is_stdin {
        if stdin().is_terminal() {
            let hint = "crownhead analyze: type or paste a position or games, then Ctrl-D (on \
                        Windows Ctrl-Z and Enter); --help shows the forms\n";
            // A closed standard error is no reason to stop.
            let _ = stderr().write_all(hint.as_bytes());
        }
    } else if path.is_dir() {
        return if is_match_folder(path) { journal_at(path) } else { Err(without_games(path)) };
    } else if !path.exists() {
        return position_on_command_line(path);
    }
    let (name, bytes) = read_whole(path, "")?;
    let text = decoded(bytes);
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

fn without_games(folder: &Path) -> ProgramError {
    let name = visible::path(folder);
    ProgramError::Failed(match fs::read_dir(folder) {
        Ok(_) => format!("{name}: neither journal.jsonl nor a file *.pdn or *.fen is in it"),
        Err(error) => format!("{name} cannot be read: {error}"),
    })
}

/// Without a second copy of a large file, if it is plain text.
fn decoded(bytes: Vec<u8>) -> String {
    if let Cow::Owned(text) = pdn::decode(&bytes) {
        return text;
    }
    String::from_utf8(bytes).unwrap_or_default() // what is borrowed is UTF-8
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
        let (column, error) = (error.column().unwrap_or(1), visible::cut(&error.to_string(), 200));
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

    /// What it holds, in one word.
    pub fn item(&self) -> &'static str {
        match self {
            Source::Text { form: TextForm::Fen, .. } => "position",
            _ => "game",
        }
    }

    /// What errors call it.
    pub fn name(&self) -> String {
        match self {
            Source::Text { name, .. } => name.clone(),
            #[cfg(target_os = "linux")]
            Source::Journal { path, .. } => visible::path(path),
        }
    }

    pub fn read_checkers(
        &self,
        wanted: Option<&GameNumbers>,
        rule: QuietTurnRule,
    ) -> Result<AnalysisInput<Position>, ProgramError> {
        match self {
            Source::Text { name, text, form } => {
                found(name, read_game::read_checkers(*form, (name, text), wanted, rule)?)
            }
            #[cfg(target_os = "linux")]
            Source::Journal { records, .. } => {
                Ok(read_records(records, wanted, read_game::recorded_checkers))
            }
        }
    }

    /// The positions and games of another game.
    pub fn read<G: ShownGame>(
        &self,
        wanted: Option<&GameNumbers>,
    ) -> Result<AnalysisInput<G>, ProgramError> {
        match self {
            Source::Text { name, text, .. } => {
                found(name, read_game::read_commands(name, text, wanted)?)
            }
            #[cfg(target_os = "linux")]
            Source::Journal { records, .. } => {
                Ok(read_records(records, wanted, read_game::recorded))
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
    if input.numbers.is_none() {
        return Err(ProgramError::Failed(format!("{name}: there is no game in it; {FORMS}")));
    }
    Ok(input)
}

#[cfg(target_os = "linux")]
fn read_records<G: AnalyzedGame>(
    records: &Records,
    wanted: Option<&GameNumbers>,
    read: fn(&RecordedGame) -> Result<Subject<G>, ProgramError>,
) -> AnalysisInput<G> {
    let mut input = AnalysisInput::default();
    for record in records.values().filter(|record| record.game == G::NAME) {
        if !input.counts(record.id, wanted) {
            continue;
        }
        match read(record) {
            Ok(subject) => input.subjects.push(subject),
            Err(error) => {
                let (number, sentence) = (record.id, error.to_string());
                input.errors.push(UnreadInput { number, line: None, column: None, sentence });
            }
        }
    }
    input
}
