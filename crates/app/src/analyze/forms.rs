//! The forms in which positions and games are written, told apart by their contents.

use crate::analyze::board_form;
use crate::analyze::source::Source;
use formats::pdn;
use formats::{Request, shown};
use games::checkers::Position;

/// What a text holds.
#[derive(Debug, Default)]
pub struct Found {
    /// The positions and games that could be read.
    pub sources: Vec<Source>,
    /// What is wrong with the others, with line and column.
    pub errors: Vec<String>,
}

/// A form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// What an agent is asked.
    Request,
    /// A board with the side to move.
    Board,
    /// Positions in FEN, one in each line.
    Fen,
    /// Games in portable draughts notation.
    Pdn,
    /// The referee's journal.
    Journal,
}

/// What can be read, for errors.
pub const FORMS: &str = "write a position as in input.txt (SINGLE, BLACK, seconds, eight rows), a \
    board (BLACK or WHITE, eight rows of . w W b B), FEN (B:W18,25:B1,2) or PDN (1. 11-15 23-19 *); \
    or name a folder of the referee";

impl Form {
    /// The form of a text, by its first line; `None` if it has none of these.
    pub fn of(text: &str) -> Option<Self> {
        let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
        let mut letters = line.chars();
        let first = letters.next()?;
        let second = letters.find(|c| !c.is_whitespace());
        if line.starts_with("{\"") {
            return Some(Form::Journal);
        }
        if ["SINGLE", "GAME"].iter().any(|word| line.eq_ignore_ascii_case(word)) {
            return Some(Form::Request);
        }
        if board_form::is_side(line) || board_form::is_row(line) {
            return Some(Form::Board);
        }
        if "WwBb".contains(first) && second == Some(':') {
            return Some(Form::Fen);
        }
        let is_square = "abcdefgh".contains(first.to_ascii_lowercase())
            && second.is_some_and(|c| c.is_ascii_digit());
        let is_pdn = "[{;%(".contains(first) || first.is_ascii_digit() || is_square;
        is_pdn.then_some(Form::Pdn)
    }
}

/// Reads a text that is not a journal; `name` is what errors call it.
///
/// # Errors
/// It has none of the forms, or its one position cannot be read. What is wrong in one of several
/// positions or games is found in [`Found::errors`].
pub fn read(name: &str, text: &str) -> Result<Found, String> {
    let found = match Form::of(text) {
        Some(Form::Request) => request(name, text)?,
        Some(Form::Board) => {
            let position = board_form::read(text).map_err(|error| format!("{name}, {error}"))?;
            one(Source::position(1, position))
        }
        Some(Form::Fen) => fens(name, text),
        Some(Form::Pdn) => games(name, text),
        Some(Form::Journal) => {
            return Err(format!(
                "{name}: this is a journal of the referee; name its folder, or the file itself"
            ));
        }
        None => {
            let line = text.lines().find(|line| !line.trim().is_empty());
            return Err(match line {
                None => format!("{name}: nothing is in it; {FORMS}"),
                Some(line) => {
                    format!(
                        "{name}: \"{}\" is no position and no game; {FORMS}",
                        shown(line.trim(), 40)
                    )
                }
            });
        }
    };
    if found.sources.is_empty() && found.errors.is_empty() {
        return Err(format!("{name}: there is no game in it; {FORMS}"));
    }
    Ok(found)
}

fn one(source: Source) -> Found {
    Found { sources: vec![source], errors: Vec::new() }
}

fn request(name: &str, text: &str) -> Result<Found, String> {
    let request = Request::parse(text).map_err(|error| {
        // The error calls every file by the name that the referee gives it.
        let error = error.to_string();
        error.strip_prefix("input.txt").map_or(error.clone(), |rest| format!("{name}{rest}"))
    })?;
    Ok(one(Source::position(1, request.position)))
}

fn fens(name: &str, text: &str) -> Found {
    let mut found = Found::default();
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    for ((line, place), number) in lines.zip(1..) {
        match Position::from_fen(line) {
            Ok(position) => found.sources.push(Source::position(number, position)),
            Err(error) => {
                let (column, error) = (error.column, shown(&error.to_string(), 200));
                found.errors.push(format!("{name}, line {place}, column {column}: {error}"));
            }
        }
    }
    found
}

fn games(name: &str, text: &str) -> Found {
    let mut found = Found::default();
    for (game, number) in pdn::read(text).zip(1..) {
        match game {
            Ok(game) => found.sources.push(Source::game(number, game)),
            Err(error) => {
                let reason = shown(&error.reason.to_string(), 300);
                found.errors.push(format!("{name}, {}: {reason}", error.place));
            }
        }
    }
    found
}
