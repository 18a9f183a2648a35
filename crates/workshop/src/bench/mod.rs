//! Floor 6: the workbench: counts of moves, signatures of the search, and its speed.

mod depths;
mod moves;
mod names;
mod perft;
mod signature;

use crate::bench::names::Which;
use clap::{Parser, Subcommand};
use std::io;

/// Counts moves, prints the search's node signature, and measures its speed.
#[derive(Debug, Parser)]
#[command(name = "bench", version)]
pub struct Bench {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Counts the leaves of the game tree from the start position, depth by depth
    ///
    /// The counts for checkers are published: 7, 49, 302, 1469, 7361, 36768, 179740 and so on;
    /// fixtures/perft holds the table. Each route of a capture counts.
    Perft(perft::Options),
    /// Searches fixed positions to a fixed depth and prints the nodes visited
    ///
    /// The number changes with the play of the search and with nothing else: a change that claims
    /// to leave the play alone must leave it unchanged.
    Signature(Which),
    /// The same, with the nodes visited in a second of CPU time
    Speed(Which),
    /// Searches the same positions for a fixed time and prints how deep that was
    Depths(depths::Options),
    /// Prints positions of random games of checkers with the boards after each legal move
    ///
    /// One line for each position, boards in FEN. tests/pydraughts.py compares them with the moves
    /// of another program.
    Moves(moves::Options),
}

impl Bench {
    /// Does what was asked and prints the result.
    ///
    /// # Errors
    /// Standard output cannot be written.
    pub fn run(&self) -> io::Result<()> {
        match &self.task {
            Task::Perft(options) => perft::run(options),
            Task::Signature(which) => signature::print_signature(which),
            Task::Speed(which) => signature::print_speed(which),
            Task::Depths(options) => depths::run(options),
            Task::Moves(options) => moves::run(options)?,
        }
        Ok(())
    }
}
