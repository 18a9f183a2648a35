//! What the user demands of the sandbox, checked before any agent runs: `--namespaces`,
//! `--require-sandbox` and `--allow-root`.

use crate::commands::cli::{Cli, CliCommand};
use cli::ProgramError;
use runner::process::save_limits;
use runner::sandbox::{Sandbox, SandboxMode};

/// Refuses to go on with less than is demanded, and as root where agents would have its rights.
pub fn check(cli: &Cli) -> Result<(), ProgramError> {
    save_limits();
    if let Some(maker) = cli.namespaces {
        Sandbox::want_namespaces(maker);
    }
    let Some(no_sandbox) = without_sandbox(&cli.command) else { return Ok(()) };
    let mode = if no_sandbox { SandboxMode::Off } else { SandboxMode::On };
    let level = mode.level();
    if let Some(required) = cli.require_sandbox.filter(|required| *required > level) {
        return Err(ProgramError::Usage(format!(
            "--require-sandbox {required}: there is only {level}, because {}",
            why_none(no_sandbox)
        )));
    }
    if mode.leaves_rights_of_root() && !cli.allow_root {
        return Err(ProgramError::Usage(format!(
            "as root agents would keep rights that the sandbox \"{level}\" does not take ({}); run \
             referee as another user, or with --allow-root if you trust every agent",
            why_none(no_sandbox)
        )));
    }
    Ok(())
}

fn why_none(no_sandbox: bool) -> String {
    match no_sandbox {
        true => "--no-sandbox is given".to_string(),
        false => Sandbox::refused().map_or(String::new(), |it| format!("this system refuses {it}")),
    }
}

/// Whether a command that runs agents is to do so without a sandbox; `None` if it runs none, or
/// asks later.
const fn without_sandbox(command: &CliCommand) -> Option<bool> {
    Some(match command {
        CliCommand::Match(args) => args.series.games.conditions.no_sandbox,
        CliCommand::Tournament(args) => args.series.games.conditions.no_sandbox,
        CliCommand::Class(args) => args.no_sandbox,
        CliCommand::Grade(args) => args.no_sandbox,
        CliCommand::Game(args) => args.conditions.no_sandbox,
        CliCommand::Check(args) => args.no_sandbox,
        CliCommand::Diagnose(args) => args.no_sandbox,
        CliCommand::Replay(args) => args.no_sandbox,
        CliCommand::Play(_) => false,
        CliCommand::Plan(_) | CliCommand::Merge(_) | CliCommand::Report(_) => return None,
    })
}
