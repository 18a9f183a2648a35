//! Where games are written, and in which form.

use crate::error::AppError;
use crate::output::failed;
use clap::{Args, ValueEnum};
use formats::FileError;
use formats::file::NewFile;
use formats::pdn::{self, Game, PdnStyle, Squares, Terminator};
use games::checkers::Position;
use std::io::{BufWriter, StdoutLock, Write, stdout};
use std::path::PathBuf;

/// How to write games.
#[derive(Debug, Args)]
pub struct WriteArgs {
    /// How squares are written: 11-15 or c3-d4
    #[arg(long, value_enum, default_value = "numbers", value_name = "FORM")]
    squares: SquaresForm,
    /// What ends the moves: * as PDN 3.0 demands, or the result as in PDN 2.0
    #[arg(long, value_enum, default_value = "star", value_name = "FORM")]
    end: EndForm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SquaresForm {
    Numbers,
    Names,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EndForm {
    Star,
    Result,
}

impl WriteArgs {
    /// The same for the crate that writes.
    pub fn style(&self) -> PdnStyle {
        let squares = match self.squares {
            SquaresForm::Numbers => Squares::Numbers,
            SquaresForm::Names => Squares::Names,
        };
        let terminator = match self.end {
            EndForm::Star => Terminator::Star,
            EndForm::Result => Terminator::Result,
        };
        PdnStyle { squares, terminator }
    }
}

/// Where games are written.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// Write to this file instead of standard output: all or nothing; it may be one of those read
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A place for many games.
#[derive(Debug)]
pub enum Output {
    /// Standard output, which nobody else may use meanwhile.
    Standard(BufWriter<StdoutLock<'static>>),
    /// A file that is there when it is whole.
    File(NewFile),
}

impl Output {
    /// The place that the user has named.
    ///
    /// # Errors
    /// The file cannot be made.
    pub fn open(args: &OutputArgs) -> Result<Self, AppError> {
        match &args.out {
            None => Ok(Output::Standard(BufWriter::new(stdout().lock()))),
            Some(path) => NewFile::create(path).map(Output::File).map_err(unwritable),
        }
    }

    /// Writes a game.
    ///
    /// # Errors
    /// The file or standard output cannot be written, as for all that is written here.
    pub fn game(&mut self, game: &Game, style: PdnStyle) -> Result<(), AppError> {
        self.text(&pdn::write(game, style))
    }

    /// Writes a position, on a line of its own.
    pub fn fen(&mut self, position: &Position) -> Result<(), AppError> {
        self.text(&(position.fen() + "\n"))
    }

    fn text(&mut self, text: &str) -> Result<(), AppError> {
        match self {
            Output::Standard(out) => out.write_all(text.as_bytes()).map_err(|error| failed(&error)),
            Output::File(file) => file.write(text.as_bytes()).map_err(unwritable),
        }
    }

    /// Writes what is still held back.
    pub fn finish(self) -> Result<(), AppError> {
        match self {
            Output::Standard(mut out) => out.flush().map_err(|error| failed(&error)),
            Output::File(file) => file.finish().map_err(unwritable),
        }
    }
}

fn unwritable(error: FileError) -> AppError {
    AppError::File(format!("{error}; name a file that can be written"))
}
