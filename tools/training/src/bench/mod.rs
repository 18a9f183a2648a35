//! The program `bench`: counts of moves, node signatures of the search, and its speed.

pub(crate) mod bench_game;
mod depths;
mod perft;
mod positions;
mod signature;

use crate::bench::bench_game::SignatureArgs;
use crate::examples;
use clap::{Parser, Subcommand};
use std::io::{self, stdout};

/// Measures the games and the search: perft, node signatures, speed
#[derive(Debug, Parser)]
#[command(name = "bench", version, after_help = examples::BENCH)]
pub struct Bench {
    #[command(subcommand)]
    command: BenchCommand,
}

#[derive(Debug, Subcommand)]
enum BenchCommand {
    /// Counts the leaves of the game tree from the start position, depth by depth
    ///
    /// The counts for checkers are published: 7, 49, 302, 1469, 7361, 36768, 179740 and so on;
    /// fixtures/perft has the tables of all games. Each route of a capture counts.
    #[command(after_help = examples::PERFT)]
    Perft(perft::PerftArgs),
    /// Searches fixed positions to a fixed depth and prints the nodes visited, a line for each game
    ///
    /// The numbers change with the behavior of the search and of the evaluators, and with nothing
    /// else: a change that claims not to change the play must leave them unchanged.
    /// fixtures/bench/signatures.txt has today's.
    #[command(after_help = examples::SIGNATURE)]
    Signature(SignatureArgs),
    /// The same, with the nodes visited per second of CPU time
    #[command(after_help = examples::SPEED)]
    Speed(SignatureArgs),
    /// Searches the positions of checkers for a fixed time and prints the depth reached
    #[command(after_help = examples::DEPTHS)]
    Depths(depths::DepthsArgs),
    /// Prints positions of games of the program against itself, from the opening to the end
    ///
    /// One line for each position: the board, and the side to move. So fixtures/bench was made.
    #[command(after_help = examples::POSITIONS)]
    Positions(positions::PositionsArgs),
}

impl Bench {
    pub fn run(&self) -> io::Result<()> {
        let out = &mut stdout().lock();
        match &self.command {
            BenchCommand::Perft(options) => perft::run(options, out),
            BenchCommand::Signature(selection) => signature::print_signature(selection, out),
            BenchCommand::Speed(selection) => signature::print_speed(selection, out),
            BenchCommand::Depths(options) => depths::run(options, out),
            BenchCommand::Positions(options) => positions::run(options, out),
        }
    }
}
