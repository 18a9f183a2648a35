//! The form in which games are written to standard output.

use crate::error::AppError;
use crate::output::failed;
use clap::{Args, ValueEnum};
use games::checkers::Position;
use pdn::{Game, Squares, Style, Terminator};
use std::io::{BufWriter, StdoutLock, Write, stdout};

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
    pub fn style(&self) -> Style {
        let squares = match self.squares {
            SquaresForm::Numbers => Squares::Numbers,
            SquaresForm::Names => Squares::Names,
        };
        let terminator = match self.end {
            EndForm::Star => Terminator::Star,
            EndForm::Result => Terminator::Result,
        };
        Style { squares, terminator }
    }
}

/// Standard output for many games.
#[derive(Debug)]
pub struct Output(BufWriter<StdoutLock<'static>>);

impl Output {
    /// Standard output, which nobody else may use meanwhile.
    pub fn new() -> Self {
        Output(BufWriter::new(stdout().lock()))
    }

    /// Writes a game.
    ///
    /// # Errors
    /// Standard output cannot be written, as for all that is written here.
    pub fn game(&mut self, game: &Game, style: Style) -> Result<(), AppError> {
        self.text(&pdn::write(game, style))
    }

    /// Writes a position, on a line of its own.
    pub fn fen(&mut self, position: &Position) -> Result<(), AppError> {
        self.text(&(position.fen() + "\n"))
    }

    fn text(&mut self, text: &str) -> Result<(), AppError> {
        self.0.write_all(text.as_bytes()).map_err(|error| failed(&error))
    }

    /// Writes what is still held back.
    pub fn finish(mut self) -> Result<(), AppError> {
        self.0.flush().map_err(|error| failed(&error))
    }
}
