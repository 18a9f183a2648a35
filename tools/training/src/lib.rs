//! Makes the data that is compiled into the agent or found beside it (program `training`), and
//! measures (program `bench`). Nothing that plays depends on this crate.
//!
//! | to learn | read |
//! |---|---|
//! | how endgame tables are made | `tables/mod.rs` |
//! | how the network is trained | `learn/mod.rs` |
//! | how margins of the search are tuned | `tune/mod.rs` |
//! | how the opening book is made | `book/mod.rs` |
//! | how balanced openings are found | `openings/mod.rs` |
//! | perft, node signature, speed | [`mod@bench`] |
//!
//! Every command of `training` shows its progress and the time left, uses all processors, continues
//! where it was interrupted, and writes a file whole or not at all.

#![forbid(unsafe_code)]

pub mod bench;
mod book;
mod error;
mod examples;
mod learn;
mod openings;
mod options_file;
mod output;
mod tables;
mod tune;

use clap::{Parser, Subcommand};

pub use crate::error::TrainingError;

/// Makes the data that Crownhead plays with
///
/// Every command shows its progress and the time left, and continues where it was interrupted.
#[derive(Debug, Parser)]
#[command(name = "training", version, after_help = examples::TRAINING)]
pub struct Training {
    #[command(subcommand)]
    command: TrainingCommand,
}

#[derive(Debug, Subcommand)]
enum TrainingCommand {
    /// Solves the endings of checkers with few pieces
    #[command(after_help = examples::TABLES)]
    Tables(tables::TablesArgs),
    /// Packs solved endings into the tables that the agent reads
    #[command(after_help = examples::PACK)]
    Pack(tables::PackArgs),
    /// Plays games of the program against itself and keeps positions to learn from
    #[command(after_help = examples::SELFPLAY)]
    Selfplay(learn::SelfplayArgs),
    /// Trains a network on such positions
    #[command(after_help = examples::FIT)]
    Fit(learn::FitArgs),
    /// Writes positions that searches ask the evaluation about, with the scores of long searches
    #[command(after_help = examples::ASKED)]
    Asked(learn::AskedArgs),
    /// Measures evaluations on such positions
    #[command(after_help = examples::ERRORS)]
    Errors(learn::ErrorsArgs),
    /// Plays a match between two evaluations
    #[command(after_help = examples::MATCH)]
    Match(learn::EvaluatorMatchArgs),
    /// Finds the moves of games that cost much
    #[command(after_help = examples::MISTAKES)]
    Mistakes(learn::MistakesArgs),
    /// Writes endings a man up or down, with the results that the tables know
    #[command(after_help = examples::ENDINGS)]
    Endings(learn::EndingsArgs),
    /// Counts the mistakes that a search avoids and the endings whose result it keeps
    #[command(after_help = examples::SOLVE)]
    Solve(learn::SolveArgs),
    /// Studies openings and writes a book of good moves
    #[command(after_help = examples::BOOK)]
    Book(book::BookArgs),
    /// Finds balanced openings of a game for matches
    #[command(after_help = examples::OPENINGS)]
    Openings(openings::OpeningsArgs),
    /// Tunes the margins of the search
    #[command(after_help = examples::TUNE)]
    Tune(tune::TuneArgs),
}

impl Training {
    pub fn run(&self) -> Result<(), TrainingError> {
        match &self.command {
            TrainingCommand::Tables(options) => tables::run(options),
            TrainingCommand::Pack(options) => tables::pack(options),
            TrainingCommand::Selfplay(options) => learn::selfplay(options),
            TrainingCommand::Fit(options) => learn::fit(options),
            TrainingCommand::Asked(options) => learn::asked(options),
            TrainingCommand::Errors(options) => learn::errors(options),
            TrainingCommand::Match(options) => learn::matches(options),
            TrainingCommand::Mistakes(options) => learn::mistakes(options),
            TrainingCommand::Solve(options) => learn::solve(options),
            TrainingCommand::Endings(options) => learn::endings(options),
            TrainingCommand::Book(options) => book::run(options),
            TrainingCommand::Openings(options) => openings::run(options),
            TrainingCommand::Tune(options) => tune::run(options),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_of_the_manuals_parse() {
        testing::assert_manuals_parse::<Training>(&["training"]);
        testing::assert_manuals_parse::<crate::bench::Bench>(&["bench"]);
    }
}
