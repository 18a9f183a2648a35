//! The games of the files that the user has named, one after the other.

use crate::error::AppError;
use crate::streams::{STANDARD_INPUT, read_whole};
use clap::Args;
use formats::pdn::{self, PdnGame, TextPlace};
use games::checkers::Position;
use progress::ProgressLine;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};

/// The files of a subcommand.
#[derive(Debug, Args)]
pub struct Files {
    /// Files of games; standard input if there is none, or for -
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub type GameVisitor<'a> = &'a mut dyn FnMut(PdnGame) -> Result<(), AppError>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRead {
    /// As errors call it.
    pub name: String,
    /// Games that could not be read.
    pub wrong: usize,
}

impl Files {
    /// Hands on each game of all files that can be read, and prints what is wrong with the
    /// others. Returns the number of wrong ones.
    pub fn for_each(&self, each_game: GameVisitor<'_>) -> Result<usize, AppError> {
        let mut wrong = 0;
        for path in self.paths() {
            wrong += read_file(path, each_game)?.wrong;
        }
        Ok(wrong)
    }

    /// The paths; `-` is standard input.
    pub fn paths(&self) -> Vec<&Path> {
        match &self.files[..] {
            [] => vec![Path::new(STANDARD_INPUT)],
            files => files.iter().map(PathBuf::as_path).collect(),
        }
    }
}

pub fn read_file(path: &Path, each_game: GameVisitor<'_>) -> Result<FileRead, AppError> {
    let (name, bytes) = read_whole(path, "; name a file of games")?;
    let text = pdn::decode(&bytes);
    let progress = ProgressLine::new(text.len() as u64, "bytes");
    let mut wrong = 0;
    let mut report = |place: TextPlace, reason: &str| {
        wrong += 1;
        let line = format!("crownhead: {name}, {place}: {}", visible::cut(reason, 300));
        // The exit code says it too.
        let _ = progress.suspend(|| writeln!(stderr(), "{line}"));
    };
    if is_fen(&text) {
        for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
            match Position::from_fen(line) {
                Ok(position) => each_game(PdnGame::starting_at(position))?,
                Err(error) => {
                    report(TextPlace { line: number, column: error.column }, &error.to_string());
                }
            }
        }
    } else {
        let (mut games, mut read) = (pdn::read(&text), 0);
        while let Some(game) = games.next() {
            match game {
                Ok(game) => each_game(game)?,
                Err(error) => report(error.place, &error.reason.to_string()),
            }
            progress.add((games.offset() - read) as u64);
            read = games.offset();
        }
    }
    Ok(FileRead { name, wrong })
}

/// True if the text begins with a position in FEN.
fn is_fen(text: &str) -> bool {
    let mut letters = text.trim_start().chars();
    letters.next().is_some_and(|side| "WwBb".contains(side)) && letters.next() == Some(':')
}
