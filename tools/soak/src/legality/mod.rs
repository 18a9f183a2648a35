//! The rules that the programs play by, compared with rules that were written apart from them.
//!
//! | to learn | read |
//! |---|---|
//! | what is compared at every position of a text game | `comparison.rs` |
//! | which games are played, from which boards | `game_case.rs`, `placement.rs` |
//! | how moves of a game and of its oracle are matched | `compared.rs` |
//! | how a run is shared among threads and resumed | `games_run.rs` |
//! | what is printed for the oracles of checkers | `checkers_positions.rs` |
//!
//! The oracles of the text games are in `tools/oracle`, those of checkers are other programs,
//! which `tools/soak/scripts/legality.py` runs. Results: `docs/RELIABILITY.md`.

mod checkers_positions;
mod compared;
mod comparison;
mod game_case;
mod games_run;
mod placement;

use crate::cases::Common;
use crate::error::SoakError;
use crate::legality::comparison::CountsByKind;
use crate::legality::game_case::GameCase;
use crate::legality::games_run::LegalityGames;
use clap::Subcommand;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// The commands of `soak legality`. A difference ends each with exit code 1.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum LegalityCommand {
    /// Games of Lines of Action, Tablut and Amazons, a third each
    Games {
        #[command(flatten)]
        common: Common,
        /// How many games
        #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
        games: u64,
    },
    /// One of these games again
    Game {
        /// Its number, from 0
        number: u64,
        /// The seed of its run
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Prints 1000 checkers positions with all moves, for tools/soak/scripts/legality.py
    Positions {
        /// Which 1000: a number from 0
        chunk: u64,
        /// All that is random follows from it
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

pub(crate) fn run(command: &LegalityCommand) -> Result<(), SoakError> {
    let printed = match *command {
        LegalityCommand::Games { ref common, games } => {
            print_counts(&LegalityGames { common, games }.run()?)
        }
        LegalityCommand::Game { number, seed } => {
            let case = GameCase { seed, number };
            let mut counts = CountsByKind::default();
            counts.add(case.name(), case.compare()?);
            print_counts(&counts)
        }
        LegalityCommand::Positions { chunk, seed } => {
            let mut out = BufWriter::new(io::stdout().lock());
            checkers_positions::print(seed, chunk, &mut out)
        }
    };
    printed.map_err(SoakError::system("print on", Path::new("standard output")))
}

fn print_counts(counts: &CountsByKind) -> io::Result<()> {
    writeln!(io::stdout(), "{counts}no difference")
}
