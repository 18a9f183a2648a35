//! The words that every task of the workbench understands.

use clap::{Args, ValueEnum};

/// A game, by the name users type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GameName {
    /// American checkers
    Checkers,
}

/// Which game to search, and how deep.
#[derive(Debug, Args)]
pub struct Which {
    /// The game; all of them if none is named
    pub game: Option<GameName>,
    /// Search to this depth instead of the signature's own
    #[arg(long, value_parser = clap::value_parser!(i16).range(1..=100))]
    pub depth: Option<i16>,
}
