//! The program `bench`: counts of moves, node signatures of the search, and its speed.

mod bench_game;
mod depths;
mod moves;
mod perft;
mod positions;
mod signature;

use crate::bench::bench_game::Selection;
use clap::{Parser, Subcommand};
use std::io::{self, BufWriter, Write, stdout};

/// Measures the games and the search: perft, node signatures, speed
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
    /// fixtures/perft has the tables of all games. Each route of a capture counts.
    Perft(perft::Options),
    /// Searches fixed positions to a fixed depth and prints the nodes visited, a line for each game
    ///
    /// The numbers change with the behavior of the search and of the evaluators, and with nothing
    /// else: a change that claims not to change the play must leave them unchanged.
    /// fixtures/bench/signatures.txt has today's.
    Signature(Selection),
    /// The same, with the nodes visited per second of CPU time
    Speed(Selection),
    /// Searches the positions of checkers for a fixed time and prints the depth reached
    Depths(depths::Options),
    /// Prints positions of random games of checkers with the boards after each legal move
    ///
    /// One line for each position, boards in FEN, to be compared with the moves of another program.
    Moves(moves::Options),
    /// Prints positions of games of the program against itself, from the opening to the end
    ///
    /// One line for each position: the board, and the side to move. So fixtures/bench was made.
    Positions(positions::Options),
}

impl Bench {
    /// Measures what was asked for and prints the result.
    pub fn run(&self) -> io::Result<()> {
        let out = &mut stdout().lock();
        match &self.task {
            Task::Perft(options) => perft::run(options, out),
            Task::Signature(selection) => signature::print_signature(selection, out),
            Task::Speed(selection) => signature::print_speed(selection, out),
            Task::Depths(options) => depths::run(options, out),
            Task::Moves(options) => {
                let mut out = BufWriter::new(out);
                moves::run(options, &mut out)?;
                out.flush()
            }
            Task::Positions(options) => positions::run(options, out),
        }
    }
}
