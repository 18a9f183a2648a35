//! The subcommands of the `referee` program: options, messages, exit codes.

mod board_program;
pub mod cli;
mod contest;
mod error;
mod exit;
mod output;
mod prepare;
mod replay;
mod single;

pub use cli::Cli;
pub use error::RefereeError;

use crate::record::journal;
use crate::result::ContestReport;
use cli::CliCommand;
use exit::{CommandExit, JOURNAL};
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// Carries out a command. Exit code 0 if everything went well, 1 if a demand was not met, 3 if an
/// agent misbehaved, 4 if the referee failed in a game.
///
/// # Errors
/// [`RefereeError`] says what to do; its exit codes are 2 to 4.
pub fn run(cli: &Cli) -> Result<ExitCode, RefereeError> {
    let exit = match &cli.command {
        CliCommand::Match(args) => contest::play_match(args),
        CliCommand::Tournament(args) => contest::play_tournament(args),
        CliCommand::Game(args) => single::play(args),
        CliCommand::Check(args) => single::check(args),
        CliCommand::Replay { file, game } => replay::replay(file, *game),
        CliCommand::Report { dir, html: Some(file), nodes, .. } => return page(dir, file, *nodes),
        CliCommand::Report { dir, json, .. } => report(dir, *json),
    };
    Ok(exit?.into())
}

/// Prints the standing of a match and writes its files again.
fn report(dir: &Path, json: bool) -> Result<CommandExit, RefereeError> {
    let records = journal::read(&dir.join(JOURNAL))?;
    let report = ContestReport { records: &records, gate: None };
    report.write_files(dir)?;
    output::say(if json { report.json() } else { report.text() })?;
    Ok(contest::exit(&records, None))
}

/// Has the page of a match written. The exit code is that of the other program.
fn page(dir: &Path, file: &Path, nodes: Option<u64>) -> Result<ExitCode, RefereeError> {
    let mut args: Vec<OsString> = vec!["report".into(), dir.into(), "--html".into(), file.into()];
    args.extend(nodes.into_iter().flat_map(|nodes| ["--nodes".into(), nodes.to_string().into()]));
    board_program::run(args)
}
