//! The place and the form in which games are written.

use crate::error::AppError;
use crate::streams::print_failed;
use clap::{Args, ValueEnum};
use cli::{FileError, file::NewFile};
use formats::pdn::{self, PdnGame, PdnStyle, Squares, Terminator};
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

#[derive(Debug)]
pub enum GameOutput {
    /// Locked, so that nothing else is printed meanwhile.
    Standard(BufWriter<StdoutLock<'static>>),
    /// A file that appears when it is whole.
    File(NewFile),
}

impl GameOutput {
    /// The place that the user has named.
    pub fn open(args: &OutputArgs) -> Result<Self, AppError> {
        match &args.out {
            None => Ok(GameOutput::Standard(BufWriter::new(stdout().lock()))),
            Some(path) => NewFile::create(path).map(GameOutput::File).map_err(unwritable),
        }
    }

    pub fn game(&mut self, game: &PdnGame, style: PdnStyle) -> Result<(), AppError> {
        self.text(&pdn::write(game, style))
    }

    /// Writes a position, on a line of its own.
    pub fn fen(&mut self, position: &Position) -> Result<(), AppError> {
        self.text(&(position.fen() + "\n"))
    }

    fn text(&mut self, text: &str) -> Result<(), AppError> {
        match self {
            GameOutput::Standard(out) => {
                out.write_all(text.as_bytes()).map_err(|error| print_failed(&error))
            }
            GameOutput::File(file) => file.write(text.as_bytes()).map_err(unwritable),
        }
    }

    /// Writes what is still held back.
    pub fn finish(self) -> Result<(), AppError> {
        match self {
            GameOutput::Standard(mut out) => out.flush().map_err(|error| print_failed(&error)),
            GameOutput::File(file) => file.finish().map_err(unwritable),
        }
    }
}

fn unwritable(error: FileError) -> AppError {
    AppError::File(format!("{error}; name a file that can be written"))
}
