//! The `referee` command: its words, and what each of them does.

pub mod cli;
mod contest;
mod error;
mod exit;
mod output;
mod prepare;
mod progress;
mod replay;
mod single;

use crate::journal;
use crate::report;
use std::process::ExitCode;

pub use cli::Cli;
pub use error::RefereeError;

use cli::Task;
use exit::JOURNAL;

/// Does what was asked. Exit code 0 if all was well, 1 if a gate was missed, 3 if an agent
/// misbehaved, 4 if the referee failed in a game.
///
/// # Errors
/// [`RefereeError`] says what to do.
pub fn run(cli: &Cli) -> Result<ExitCode, RefereeError> {
    let exit = match &cli.task {
        Task::Match(task) => contest::play_match(task),
        Task::Tournament(task) => contest::play_tournament(task),
        Task::Game(task) => single::play(task),
        Task::Check(task) => single::check(task),
        Task::Replay { file, game } => replay::replay(file, *game),
        Task::Report { dir, json } => {
            let records = journal::read(&dir.join(JOURNAL))?;
            let report = report::Report { records: &records, gate: None };
            report.write_files(dir)?;
            output::say(if *json { report.json() } else { report.text() })?;
            Ok(contest::exit(&records, None))
        }
    };
    Ok(exit?.into())
}
