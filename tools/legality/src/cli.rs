//! The command line of `legality`.

use crate::error::LegalityError;
use crate::game_case::GameCase;
use crate::games_run::GamesRun;
use crate::{checkers_positions, counts::CountsByKind};
use clap::{Parser, Subcommand};
use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Compares the rules that the programs play by with rules that were written apart from them.
///
/// Exit code 0: all agree; 1: a difference, with the command that shows it again; 2: the run could
/// not be carried out.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Games of Lines of Action, Tablut and Amazons, a third each
    ///
    /// The same command goes on with a run that was interrupted.
    Games {
        /// How many games
        #[arg(long, default_value_t = 300)]
        games: u64,
        /// All that is random follows from it
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Games at a time
        #[arg(long, default_value = "1")]
        jobs: NonZeroUsize,
        /// Where the journal of the run is, games.jsonl
        #[arg(long, default_value = "legality-games")]
        folder: PathBuf,
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

/// Obeys the command line.
pub fn run() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Games { games, seed, jobs, folder } => {
            compare_games(GamesRun { seed, games, jobs }, &folder)
        }
        Command::Game { number, seed } => compare_game(GameCase { seed, number }),
        Command::Positions { chunk, seed } => print_positions(seed, chunk),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error may be closed; the exit code still tells.
            let _ = writeln!(io::stderr(), "legality: {error}");
            ExitCode::from(if matches!(error, LegalityError::Difference(_)) { 1 } else { 2 })
        }
    }
}

fn compare_games(run: GamesRun, folder: &Path) -> Result<(), LegalityError> {
    let counts = run.run(folder)?;
    Ok(writeln!(io::stdout(), "{counts}no difference")?)
}

fn compare_game(case: GameCase) -> Result<(), LegalityError> {
    let mut counts = CountsByKind::default();
    counts.add(case.name(), case.compare()?);
    Ok(writeln!(io::stdout(), "{counts}no difference")?)
}

fn print_positions(seed: u64, chunk: u64) -> Result<(), LegalityError> {
    let mut out = BufWriter::new(io::stdout().lock());
    Ok(checkers_positions::print(seed, chunk, &mut out)?)
}
