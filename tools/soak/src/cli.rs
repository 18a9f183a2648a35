//! The command line.

use crate::damage::{DamageArgs, DamageTest};
use crate::error::SoakError;
use crate::faults::{FaultsArgs, FaultsRun};
use crate::games::{GamesRun, SoakGamesArgs};
use crate::late::{LateArgs, LateRun};
use crate::legality::{self, LegalityCommand};
use crate::positions::{Behavior, answer_badly};
use crate::units::RunVerdict;
use clap::{Parser, Subcommand};
use std::path::Path;
use std::process::ExitCode;

/// Long runs that count what must never happen.
///
/// Exit code 0: every promise was kept; 1: one was broken, and the cases are named; 2: the run
/// could not be carried out. The same command goes on with a run that was interrupted.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: SoakCommand,
}

#[derive(Debug, Subcommand)]
enum SoakCommand {
    /// Single answers: is each legal and in time, by the CPU time of the whole process?
    Late(LateArgs),
    /// Games against a pool of opponents: does the agent ever forfeit?
    Games(SoakGamesArgs),
    /// Kills, failing calls of the system, journals in disorder: is anything lost?
    Faults(FaultsArgs),
    /// Damaged files and full disks of a class and a match: does the same command again give the
    /// same grades?
    Damage(DamageArgs),
    /// The rules of the programs beside rules that were written apart from them: do they differ?
    #[command(subcommand)]
    Legality(LegalityCommand),
    /// One move of an agent that behaves badly, for `soak games`
    #[command(hide = true)]
    Opponent {
        /// How
        #[arg(value_enum)]
        behavior: Behavior,
    },
}

/// Carries out the command line; what goes wrong is a line on standard error.
pub fn run() -> ExitCode {
    let command = Cli::parse().command;
    command.run().map_or_else(SoakError::report, RunVerdict::exit_code)
}

impl SoakCommand {
    fn run(&self) -> Result<RunVerdict, SoakError> {
        match self {
            SoakCommand::Late(options) => LateRun::new(options)?.run(),
            SoakCommand::Games(options) => GamesRun::new(options)?.run(),
            SoakCommand::Faults(options) => FaultsRun::new(options)?.run(),
            SoakCommand::Damage(options) => DamageTest::new(options)?.run(),
            SoakCommand::Legality(command) => legality::run(command).map(|()| RunVerdict::Kept),
            SoakCommand::Opponent { behavior } => {
                answer_badly(Path::new("."), *behavior).map(|()| RunVerdict::Kept)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_of_the_manuals_parse() {
        testing::assert_manuals_parse::<Cli>(&["soak"]);
    }
}
