//! Makes the data that is compiled into the agent or found beside it (program `workshop`), and
//! measures (program `bench`). Nothing that plays depends on this crate.
//!
//! | to learn | read |
//! |---|---|
//! | how endgame tables are made | `tables/mod.rs` |
//! | how the network is trained | `learn/mod.rs` |
//! | how margins of the search are tuned | `tune/mod.rs` |
//! | how the opening book is made | `book/mod.rs` |
//! | how balanced openings are found | `openings/mod.rs` |
//! | how figures become pictures | `plot.rs` |
//! | perft, node signature, speed | [`mod@bench`] |
//!
//! Every command of `workshop` shows its progress and the time left, uses all processors, continues
//! where it was interrupted, and writes a file whole or not at all.

#![forbid(unsafe_code)]

pub mod bench;
mod book;
mod error;
mod learn;
mod openings;
mod options_file;
mod output;
mod plot;
mod tables;
mod threads;
mod tune;

use clap::{Parser, Subcommand};

pub use error::WorkshopError;

/// Makes the data that Crownhead plays with
///
/// Every command shows its progress and the time left, and continues where it was interrupted.
#[derive(Debug, Parser)]
#[command(name = "workshop", version)]
pub struct Workshop {
    #[command(subcommand)]
    command: WorkshopCommand,
}

#[derive(Debug, Subcommand)]
enum WorkshopCommand {
    /// Solves the endings of checkers with few pieces
    Tables(tables::TablesArgs),
    /// Packs solved endings into the tables that the agent reads
    Pack(tables::PackArgs),
    /// Plays games of the program against itself and keeps positions to learn from
    Selfplay(learn::SelfplayArgs),
    /// Trains a network on such positions
    Fit(learn::FitArgs),
    /// Writes positions that searches ask the evaluation about, with the scores of long searches
    Asked(learn::AskedArgs),
    /// Measures evaluations on such positions
    Errors(learn::ErrorsArgs),
    /// Plays a match between two evaluations
    Match(learn::EvaluatorMatchArgs),
    /// Finds the moves of games that cost much
    Mistakes(learn::MistakesArgs),
    /// Counts the mistakes that a search does not make again
    Solve(learn::SolveArgs),
    /// Plays, trains and measures, one generation of networks after the other
    Generations(learn::GenerationsArgs),
    /// Studies openings and writes a book of good moves
    Book(book::BookArgs),
    /// Finds balanced openings of a game for matches
    Openings(openings::OpeningsArgs),
    /// Tunes the margins of the search
    Tune(tune::TuneArgs),
    /// Draws a table of figures as a picture (SVG)
    Plot(plot::PlotArgs),
}

impl Workshop {
    pub fn run(&self) -> Result<(), WorkshopError> {
        match &self.command {
            WorkshopCommand::Tables(options) => tables::run(options),
            WorkshopCommand::Pack(options) => tables::pack(options),
            WorkshopCommand::Selfplay(options) => learn::selfplay(options),
            WorkshopCommand::Fit(options) => learn::fit(options),
            WorkshopCommand::Asked(options) => learn::asked(options),
            WorkshopCommand::Errors(options) => learn::errors(options),
            WorkshopCommand::Match(options) => learn::matches(options),
            WorkshopCommand::Mistakes(options) => learn::mistakes(options),
            WorkshopCommand::Solve(options) => learn::solve(options),
            WorkshopCommand::Generations(options) => learn::generations(options),
            WorkshopCommand::Book(options) => book::run(options),
            WorkshopCommand::Openings(options) => openings::run(options),
            WorkshopCommand::Tune(options) => tune::run(options),
            WorkshopCommand::Plot(options) => plot::run(options),
        }
    }
}
