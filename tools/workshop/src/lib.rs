//! Makes the data that is compiled into the agent or found beside it (program `workshop`), and
//! measures (program `bench`). Nothing that plays depends on this crate.
//!
//! | to learn | read |
//! |---|---|
//! | how endgame tables are made | `tables/mod.rs` |
//! | how the network is trained | `learn/mod.rs` |
//! | how margins of the search are tuned | `tune/mod.rs` |
//! | how the opening book is made | `book/mod.rs` |
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
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Solves the endings of checkers with few pieces
    Tables(tables::Options),
    /// Packs solved endings into the tables that the agent reads
    Pack(tables::PackOptions),
    /// Plays games of the program against itself and keeps positions to learn from
    Selfplay(learn::SelfplayOptions),
    /// Trains a network on such positions
    Fit(learn::FitOptions),
    /// Writes positions that searches ask the evaluation about, with the scores of long searches
    Asked(learn::AskedOptions),
    /// Measures evaluations on such positions
    Errors(learn::ErrorsOptions),
    /// Plays a match between two evaluations
    Match(learn::MatchOptions),
    /// Finds the moves of games that cost much
    Mistakes(learn::MistakesOptions),
    /// Counts the mistakes that a search does not make again
    Solve(learn::SolveOptions),
    /// Plays, trains and measures, one generation of networks after the other
    Generations(learn::GenerationsOptions),
    /// Studies openings and writes a book of good moves
    Book(book::Options),
    /// Tunes the margins of the search
    Tune(tune::Options),
    /// Draws a table of figures as a picture (SVG)
    Plot(plot::Options),
}

impl Workshop {
    pub fn run(&self) -> Result<(), WorkshopError> {
        match &self.task {
            Task::Tables(options) => tables::run(options),
            Task::Pack(options) => tables::pack(options),
            Task::Selfplay(options) => learn::selfplay(options),
            Task::Fit(options) => learn::fit(options),
            Task::Asked(options) => learn::asked(options),
            Task::Errors(options) => learn::errors(options),
            Task::Match(options) => learn::matches(options),
            Task::Mistakes(options) => learn::mistakes(options),
            Task::Solve(options) => learn::solve(options),
            Task::Generations(options) => learn::generations(options),
            Task::Book(options) => book::run(options),
            Task::Tune(options) => tune::run(options),
            Task::Plot(options) => plot::run(options),
        }
    }
}
