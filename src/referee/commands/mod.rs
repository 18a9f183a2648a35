//! The `referee` command: its words, and what each of them does.

pub mod cli;
mod contest;
mod error;
mod output;
mod prepare;
mod progress;
mod replay;
mod single;

use crate::referee::journal;
use crate::referee::report;
use std::process::ExitCode;

pub use cli::Cli;
pub use error::RefereeError;

use cli::Task;

/// The journal of a match, in its folder.
const JOURNAL: &str = "journal.jsonl";

/// What a command that could be carried out says to a script, the graver one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// The referee itself failed in at least one game.
    OwnFault,
    /// An agent has forfeited a game or failed a check.
    Misbehaved,
    /// The first player has not shown what was demanded.
    GateMissed,
    /// All was well.
    Fine,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(match exit {
            Exit::Fine => 0,
            Exit::GateMissed => 1,
            Exit::Misbehaved => 3,
            Exit::OwnFault => 4,
        })
    }
}

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
