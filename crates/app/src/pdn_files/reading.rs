//! The games of the files that the user has named, one after the other.

use crate::error::AppError;
use clap::Args;
use formats::pdn::{self, Game, TextPlace};
use formats::shown;
use games::checkers::Position;
use progress::Progress;
use std::fs::File;
use std::io::{self, Read, Write, stderr, stdin};
use std::path::{Path, PathBuf};

/// The most bytes of one file: some hundred thousand games.
const SIZE_LIMIT: u64 = 512 << 20;

/// The files of a subcommand.
#[derive(Debug, Args)]
pub struct Files {
    /// Files of games; standard input if there is none, or for -
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Told of each game.
pub type EachGame<'a> = &'a mut dyn FnMut(Game) -> Result<(), AppError>;

/// What one file held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRead {
    /// What errors call it.
    pub name: String,
    /// Games that could not be read.
    pub wrong: usize,
}

impl Files {
    /// Reads all files, hands on each game that can be read, and prints what is wrong with the
    /// others. Returns how many are wrong.
    ///
    /// # Errors
    /// A file cannot be read, or `each_game` has failed.
    pub fn for_each(&self, each_game: EachGame<'_>) -> Result<usize, AppError> {
        let mut wrong = 0;
        for path in self.paths() {
            wrong += read_file(path, each_game)?.wrong;
        }
        Ok(wrong)
    }

    /// The paths; `-` is standard input.
    pub fn paths(&self) -> Vec<&Path> {
        match &self.files[..] {
            [] => vec![Path::new("-")],
            files => files.iter().map(PathBuf::as_path).collect(),
        }
    }
}

/// Reads one file.
///
/// # Errors
/// As [`Files::for_each`].
pub fn read_file(path: &Path, each_game: EachGame<'_>) -> Result<FileRead, AppError> {
    let (name, bytes) = bytes(path)?;
    let text = pdn::decode(&bytes);
    let progress = Progress::new(text.len() as u64, "bytes");
    let mut wrong = 0;
    let mut tell = |place: TextPlace, reason: &str| {
        wrong += 1;
        let line = format!("crownhead: {name}, {place}: {}", shown(reason, 300));
        // The exit code tells it too.
        let _ = progress.suspend(|| writeln!(stderr(), "{line}"));
    };
    if is_fen(&text) {
        for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
            match Position::from_fen(line) {
                Ok(position) => each_game(Game::starting_at(position))?,
                Err(error) => {
                    tell(TextPlace { line: number, column: error.column }, &error.to_string());
                }
            }
        }
    } else {
        let (mut games, mut read) = (pdn::read(&text), 0);
        while let Some(game) = games.next() {
            match game {
                Ok(game) => each_game(game)?,
                Err(error) => tell(error.place, &error.reason.to_string()),
            }
            progress.add((games.offset() - read) as u64);
            read = games.offset();
        }
    }
    Ok(FileRead { name, wrong })
}

/// Does the text begin with a position in FEN?
fn is_fen(text: &str) -> bool {
    let mut letters = text.trim_start().chars();
    letters.next().is_some_and(|side| "WwBb".contains(side)) && letters.next() == Some(':')
}

fn bytes(path: &Path) -> Result<(String, Vec<u8>), AppError> {
    if path == Path::new("-") {
        let name = "standard input".to_string();
        return limited(stdin().lock(), &name).map(|bytes| (name, bytes));
    }
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| unreadable(&name, &error))?;
    limited(file, &name).map(|bytes| (name, bytes))
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
    AppError::File(format!("{name} cannot be read: {error}; name a file of games"))
}
