//! The options for the form in which games of checkers are written.

use clap::{Args, ValueEnum};
use formats::pdn::{PdnStyle, Squares, Terminator};

/// How to write games.
#[derive(Debug, Args)]
pub struct StyleArgs {
    /// Notation of squares in PDN: 11-15 or c3-d4 [default: numbers]
    #[arg(long, value_enum, value_name = "FORM")]
    squares: Option<SquaresForm>,
    /// End of the moves in PDN: * as in PDN 3.0, or the result as in PDN 2.0 [default: star]
    #[arg(long, value_enum, value_name = "FORM")]
    end: Option<EndForm>,
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

impl StyleArgs {
    pub const fn is_given(&self) -> bool {
        self.squares.is_some() || self.end.is_some()
    }

    pub fn style(&self) -> PdnStyle {
        let squares = match self.squares {
            None | Some(SquaresForm::Numbers) => Squares::Numbers,
            Some(SquaresForm::Names) => Squares::Names,
        };
        let terminator = match self.end {
            None | Some(EndForm::Star) => Terminator::Star,
            Some(EndForm::Result) => Terminator::Result,
        };
        PdnStyle { squares, terminator }
    }
}
