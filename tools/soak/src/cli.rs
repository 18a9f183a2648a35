//! The command line.

use crate::error::SoakError;
use crate::faults::{Faults, FaultsOptions};
use crate::games::{Games, GamesOptions};
use crate::late::{Late, LateOptions};
use crate::opponent::{Behavior, answer_badly};
use crate::units::Promises;
use clap::{Parser, Subcommand};
use std::path::Path;
use std::process::ExitCode;

/// Long runs of the agent that count what must never happen.
///
/// Exit code 0: every promise was kept; 1: one was broken, and the cases are named; 2: the run
/// could not be carried out. The same command goes on with a run that was interrupted.
#[derive(Debug, Parser)]
#[command(version)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Single answers: is each legal and in time, by the CPU time of the whole process?
    Late(LateOptions),
    /// Games against a pool of opponents: does the agent ever forfeit?
    Games(GamesOptions),
    /// Kills, failing calls of the system, journals in disorder: is anything lost?
    Faults(FaultsOptions),
    /// One move of an agent that behaves badly, for `soak games`
    #[command(hide = true)]
    Opponent {
        /// How
        #[arg(value_enum)]
        behavior: Behavior,
    },
}

/// Carries a command out.
///
/// # Errors
/// The run could not be carried out; a broken promise is exit code 1.
pub fn run(cli: &Cli) -> Result<ExitCode, SoakError> {
    let promises = match &cli.command {
        Command::Late(options) => Late::new(options)?.run()?,
        Command::Games(options) => Games::new(options)?.run()?,
        Command::Faults(options) => Faults::new(options)?.run()?,
        Command::Opponent { behavior } => {
            answer_badly(Path::new("."), *behavior)?;
            Promises::Kept
        }
    };
    Ok(promises.exit_code())
}
