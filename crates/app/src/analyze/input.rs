//! Where the positions and games come from: a file, a folder, standard input or the command line.

use crate::analyze::forms::{self, FORMS, Form, Found};
#[cfg(any(target_os = "linux", target_os = "macos"))]
use crate::analyze::journal;
use crate::error::AppError;
use crate::evaluations::EVALUATIONS;
use formats::pdn;
use games::checkers::Position;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write, stderr, stdin};
use std::path::{Path, PathBuf};

/// The most bytes that are read: some hundred thousand games.
const SIZE_LIMIT: u64 = 512 << 20;

/// What is to be analyzed.
#[derive(Debug)]
pub struct Input {
    /// The positions and games.
    pub found: Found,
    /// Where their evaluations are kept if the user does not say it: beside a journal.
    pub kept_in: Option<PathBuf>,
}

impl Input {
    fn without_place(found: Found) -> Self {
        Input { found, kept_in: None }
    }
}

/// Reads what the user has named.
///
/// # Errors
/// It cannot be read, or is nothing that can be analyzed.
pub fn read(file: Option<&Path>) -> Result<Input, AppError> {
    match file {
        None => standard_input(),
        Some(path) if path == Path::new("-") => standard_input(),
        Some(path) if path.is_dir() => folder(path),
        Some(path) if path.exists() => named(path),
        Some(path) => not_there(path),
    }
}

fn standard_input() -> Result<Input, AppError> {
    if stdin().is_terminal() {
        let hint = "crownhead analyze: type or paste a position or games, then Ctrl-D (on Windows \
                    Ctrl-Z and Enter); --help shows the forms\n";
        // Nobody needs it to go on.
        let _ = stderr().write_all(hint.as_bytes());
    }
    let name = "standard input";
    let bytes = limited(stdin().lock(), name)?;
    parse(name, &bytes)
}

fn named(path: &Path) -> Result<Input, AppError> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| unreadable(&name, &error))?;
    let bytes = limited(file, &name)?;
    if Form::of(&pdn::decode(&bytes)) == Some(Form::Journal) {
        return journal_file(path);
    }
    parse(&name, &bytes)
}

fn limited(source: impl Read, name: &str) -> Result<Vec<u8>, AppError> {
    let mut bytes = Vec::new();
    source
        .take(SIZE_LIMIT + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(name, &error))?;
    if bytes.len() as u64 > SIZE_LIMIT {
        let most = SIZE_LIMIT >> 20;
        return Err(AppError::File(format!("{name} has more than {most} MB; split it")));
    }
    Ok(bytes)
}

fn unreadable(name: &str, error: &io::Error) -> AppError {
    AppError::File(format!("{name} cannot be read: {error}"))
}

fn parse(name: &str, bytes: &[u8]) -> Result<Input, AppError> {
    let found = forms::read(name, &pdn::decode(bytes)).map_err(AppError::File)?;
    Ok(Input::without_place(found))
}

/// There is no such file: it may be a position.
fn not_there(path: &Path) -> Result<Input, AppError> {
    let text = path.to_string_lossy();
    if Form::of(&text) != Some(Form::Fen) {
        return Err(AppError::File(format!("there is no file {}; {FORMS}", path.display())));
    }
    let position = Position::from_fen(&text).map_err(|error| {
        let (column, error) = (error.column, formats::shown(&error.to_string(), 200));
        AppError::Usage(format!(
            "this is no file, and as a position in FEN wrong at column {column}: {error}"
        ))
    })?;
    let source = crate::analyze::source::Source::position(1, position);
    Ok(Input::without_place(Found { sources: vec![source], errors: Vec::new() }))
}

fn folder(path: &Path) -> Result<Input, AppError> {
    journal_file(&path.join("journal.jsonl"))
}

/// The games of a journal; their evaluations are kept beside it, where reports keep theirs.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn journal_file(path: &Path) -> Result<Input, AppError> {
    Ok(Input { found: journal::read(path)?, kept_in: Some(path.with_file_name(EVALUATIONS)) })
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn journal_file(_: &Path) -> Result<Input, AppError> {
    let _ = EVALUATIONS;
    Err(AppError::NeedsReferee("analyze of a folder"))
}
