//! The subcommands of the `referee` program: options, messages, exit codes.

mod board_program;
mod class_args;
mod classes;
pub mod cli;
mod cores;
mod examples;
mod hidden_arguments;
mod interrupt;
mod matches;
mod options;
mod outcome;
mod prepare;
mod readable;
mod readiness;
mod required_sandbox;
mod table_program;

pub use crate::commands::cli::Cli;
use ::cli::ProgramError;
use referee::results::plan_facts;

use crate::commands::classes::{check, class, diagnose, grade};
use crate::commands::cli::{CliCommand, ReportArgs};
use crate::commands::interrupt::CtrlC;
use crate::commands::matches::{contest, plan, play, single};
use crate::commands::outcome::CommandExit;
use referee::journal::{JOURNAL, folder_of, journal_scan};
use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// Carries out a command. Exit code 0 if everything went well, 1 if a demand was not met, 3 if an
/// agent misbehaved, 4 if the referee failed in a game, 130 if Ctrl-C has stopped it. From then on
/// nobody, and so no agent, can read the arguments of this process.
pub fn run(cli: &Cli) -> Result<ExitCode, ProgramError> {
    // In this order: afterward the arguments cannot be read.
    let mut interrupt = CtrlC::new(&env::args_os().collect::<Vec<_>>());
    hidden_arguments::hide();
    required_sandbox::check(cli)?;
    let interrupt = &mut interrupt;
    let exit = match &cli.command {
        CliCommand::Match(args) => contest::play_match(args, interrupt),
        CliCommand::Tournament(args) => contest::play_tournament(args, interrupt),
        CliCommand::Plan(args) => plan::plan(args),
        CliCommand::Play(args) => play::play(args, interrupt),
        CliCommand::Merge(args) => play::merge(args),
        CliCommand::Class(args) => class::grade_class(args, interrupt),
        CliCommand::Grade(args) => grade::grade(args, interrupt),
        CliCommand::Game(args) => single::play_game(args),
        CliCommand::Check(args) => check::check(args, interrupt),
        CliCommand::Diagnose(args) => return diagnose::diagnose_agent(args, interrupt),
        CliCommand::Replay(args) => single::replay(args),
        CliCommand::Report(args) => match &args.html {
            Some(file) => return page(args, file),
            None => report(args),
        },
    };
    Ok(exit?.into())
}

fn report(args: &ReportArgs) -> Result<CommandExit, ProgramError> {
    let folder = folder_of(&args.dir);
    let journal = journal_scan::scan(&folder.join(JOURNAL))?;
    let plan = plan_facts(folder, &journal.results);
    contest::report(&journal, plan.as_ref(), folder, None, args.json)?;
    Ok(contest::exit(&journal.results, None))
}

/// `referee report --html`, which another program does: the referee links no search.
fn page(args: &ReportArgs, file: &Path) -> Result<ExitCode, ProgramError> {
    let mut words: Vec<OsString> = vec!["report".into(), "--html".into(), file.into()];
    if let Some(nodes) = args.nodes {
        words.extend(["--nodes".into(), nodes.to_string().into()]);
    }
    // Behind this word, a folder may begin with a dash.
    words.extend(["--".into(), args.dir.clone().into()]);
    board_program::run(words)
}
