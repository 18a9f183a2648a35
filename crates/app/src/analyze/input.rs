//! Reads the positions and games to analyze: from a file, a folder, standard input or the command
//! line. The form of a text is recognized by its first line.

use crate::analyze::board_form;
use crate::analyze::subject::Subject;
use crate::error::AppError;
use crate::evaluations::EVALUATIONS;
#[cfg(any(target_os = "linux", target_os = "macos"))]
use crate::replayed_game::ReplayedGame;
use crate::streams::{STANDARD_INPUT, read_whole};
use formats::lines::lines;
use formats::{Request, pdn};
use games::checkers::Position;
#[cfg(any(target_os = "linux", target_os = "macos"))]
use referee::record::{RecordedGame, journal};
#[cfg(any(target_os = "linux", target_os = "macos"))]
use referee::result::pdn_game;
use std::io::{IsTerminal, Write, stderr, stdin};
use std::path::{Path, PathBuf};

/// The positions and games that could be read.
#[derive(Debug, Default)]
pub struct AnalysisInput {
    pub subjects: Vec<Subject>,
    /// Those that could not be read.
    pub errors: Vec<InputError>,
    /// The default file for their evaluations: beside a journal.
    pub kept_in: Option<PathBuf>,
}

/// A game or position that could not be read.
#[derive(Debug)]
pub struct InputError {
    /// As subjects are numbered.
    pub number: u32,
    /// A sentence, with line and column.
    pub sentence: String,
}

/// Reads what the user has named.
pub fn read(file: Option<&Path>) -> Result<AnalysisInput, AppError> {
    let path = file.unwrap_or(Path::new(STANDARD_INPUT));
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
    let text = pdn::decode(&bytes);
    if !is_stdin && InputForm::of(&text) == Some(InputForm::Journal) {
        return journal_file(path);
    }
    parse(&name, &text).map_err(AppError::File)
}

/// There is no such file; the word may be a position.
fn position_on_command_line(path: &Path) -> Result<AnalysisInput, AppError> {
    let text = path.to_string_lossy();
    if InputForm::of(&text) != Some(InputForm::Fen) {
        return Err(AppError::File(format!("there is no file {}; {FORMS}", visible::path(path))));
    }
    let position = Position::from_fen(&text).map_err(|error| {
        let (column, error) = (error.column, visible::cut(&error.to_string(), 200));
        AppError::Usage(format!(
            "there is no such file, and as a position in FEN it is wrong at column {column}: {error}"
        ))
    })?;
    Ok(one_position(position))
}

/// The games of a journal; their evaluations are kept beside it, where reports keep theirs. A game
/// that cannot be played again is an error of its own.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn journal_file(path: &Path) -> Result<AnalysisInput, AppError> {
    let records = journal::read(path).map_err(AppError::file)?;
    if records.is_empty() {
        let path = visible::path(path);
        return Err(AppError::File(format!("{path} holds no finished game yet; try again later")));
    }
    let kept_in = Some(path.with_file_name(EVALUATIONS));
    let mut input = AnalysisInput { kept_in, ..AnalysisInput::default() };
    for record in records.values() {
        match recorded(record) {
            Ok(subject) => input.subjects.push(subject),
            Err(error) => {
                let sentence = format!("{}: {error}", visible::path(path));
                input.errors.push(InputError { number: record.id, sentence });
            }
        }
    }
    Ok(input)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn journal_file(_: &Path) -> Result<AnalysisInput, AppError> {
    let _ = EVALUATIONS;
    Err(AppError::NeedsReferee("analyze of a folder"))
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn recorded(record: &RecordedGame) -> Result<Subject, String> {
    let replayed = ReplayedGame::new(record).map_err(|error| error.to_string())?;
    let event = record.pair_names().join(" - ");
    let game =
        pdn_game(record, &event, record.date.as_deref()).map_err(|error| error.to_string())?;
    let opening = game.line.turns.len().saturating_sub(replayed.game.moves().len());
    let ending = Some(format!("{}.", record.result_text()));
    Ok(Subject { number: record.id, game, opening, played: replayed.game, ending })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InputForm {
    /// The input.txt of an agent.
    Request,
    /// A board with the side to move.
    Board,
    /// Positions, one in each line.
    Fen,
    Pdn,
    /// The referee's journal.
    Journal,
}

/// The forms that can be read, for errors.
const FORMS: &str = "write a position as in input.txt (SINGLE, BLACK, seconds, eight rows), a \
    board (BLACK or WHITE, eight rows of . w W b B), FEN (B:W18,25:B1,2) or PDN (1. 11-15 23-19 *); \
    or name a folder of the referee";

impl InputForm {
    /// The form of a text, by its first line; `None` if it has none of these.
    fn of(text: &str) -> Option<Self> {
        let line = lines(text).map(str::trim).find(|line| !line.is_empty())?;
        if pdn::is_fen(text) {
            return Some(Self::Fen);
        }
        let mut letters = line.chars();
        let first = letters.next()?;
        let second = letters.find(|c| !c.is_whitespace());
        if line.starts_with("{\"") {
            return Some(Self::Journal);
        }
        if ["SINGLE", "GAME"].iter().any(|word| line.eq_ignore_ascii_case(word)) {
            return Some(Self::Request);
        }
        if board_form::is_side(line) || board_form::is_row(line) {
            return Some(Self::Board);
        }
        let is_square = "abcdefgh".contains(first.to_ascii_lowercase())
            && second.is_some_and(|c| c.is_ascii_digit());
        let is_pdn = "[{;%(".contains(first) || first.is_ascii_digit() || is_square;
        is_pdn.then_some(Self::Pdn)
    }
}

/// Reads a text that is not a journal; errors call it `name`. Fails if it has none of the forms, or
/// if its only position cannot be read.
fn parse(name: &str, text: &str) -> Result<AnalysisInput, String> {
    let input = match InputForm::of(text) {
        Some(InputForm::Request) => request(name, text)?,
        Some(InputForm::Board) => {
            one_position(board_form::read(text).map_err(|error| format!("{name}, {error}"))?)
        }
        Some(InputForm::Fen | InputForm::Pdn) => games(name, text),
        Some(InputForm::Journal) => {
            return Err(format!(
                "{name}: this is a journal of the referee; name its folder, or the file itself"
            ));
        }
        None => {
            return Err(match lines(text).map(str::trim).find(|line| !line.is_empty()) {
                None => format!("{name}: nothing is in it; {FORMS}"),
                Some(line) => {
                    let line = visible::cut(line, 40);
                    format!("{name}: \"{line}\" is neither a position nor a game; {FORMS}")
                }
            });
        }
    };
    if input.subjects.is_empty() && input.errors.is_empty() {
        return Err(format!("{name}: there is no game in it; {FORMS}"));
    }
    Ok(input)
}

fn one_position(position: Position) -> AnalysisInput {
    AnalysisInput { subjects: vec![Subject::position(1, position)], ..AnalysisInput::default() }
}

fn request(name: &str, text: &str) -> Result<AnalysisInput, String> {
    let request = Request::parse(text).map_err(|error| {
        // The error calls every file by the name that the referee gives it.
        let error = error.to_string();
        error.strip_prefix("input.txt").map_or(error.clone(), |rest| format!("{name}{rest}"))
    })?;
    Ok(one_position(request.position))
}

fn games(name: &str, text: &str) -> AnalysisInput {
    let mut input = AnalysisInput::default();
    for (game, number) in pdn::read_any(text).zip(1..) {
        match game {
            Ok(game) => input.subjects.push(Subject::game(number, game)),
            Err(error) => {
                let reason = visible::cut(&error.reason.to_string(), 300);
                let sentence = format!("{name}, {}: {reason}", error.place);
                input.errors.push(InputError { number, sentence });
            }
        }
    }
    input
}
