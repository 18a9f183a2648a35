//! Floor 6: makes the data that is compiled in or found beside the agent. Nothing that plays
//! depends on it.
//!
//! Every command shows its progress and the time left, uses all processors, goes on where it was broken
//! off, and writes a file whole or not at all.

mod about;
pub mod bench;
mod book;
mod error;
mod learn;
mod output;
mod progress;
mod tables;
mod threads;
mod tune;

use clap::{Parser, Subcommand};

pub use error::WorkshopError;

/// Makes the data that Crownhead plays with. Whatever takes long shows how far it has come, and
/// goes on where it was broken off.
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
    /// Learns an evaluation from such positions
    Fit(learn::FitOptions),
    /// Plays a match between two evaluations
    Match(learn::MatchOptions),
    /// Plays, learns and measures, generation after generation, all from a seed
    Generations(learn::GenerationsOptions),
    /// Studies openings and writes the good moves as a book
    Book(book::Options),
    /// Looks for better margins of the search
    Tune(tune::Options),
}

impl Workshop {
    /// Does what was asked.
    ///
    /// # Errors
    /// It cannot be done; the error says why.
    pub fn run(&self) -> Result<(), WorkshopError> {
        match &self.task {
            Task::Tables(options) => tables::run(options),
            Task::Pack(options) => tables::pack(options),
            Task::Selfplay(options) => learn::selfplay(options),
            Task::Fit(options) => learn::fit(options),
            Task::Match(options) => learn::matches(options),
            Task::Generations(options) => learn::generations(options),
            Task::Book(options) => book::run(options),
            Task::Tune(options) => tune::run(options),
        }
    }
}
