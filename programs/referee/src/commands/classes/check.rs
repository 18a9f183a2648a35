//! `referee check`: tries one agent in the situations in which agents fail.

use crate::commands::cli::CheckArgs;
use crate::commands::interrupt::CtrlC;
use crate::commands::outcome::{CommandExit, RefereeError, say, warn};
use crate::commands::prepare;
use crate::commands::prepare::WantedAgent;
use classroom::checks;
use classroom::checks::{CheckJob, CheckOptions, CheckTitle, Finding, SCRIPTS, ScriptSet};
use games::GameName;
use referee::rules::Profile;
use runner::TempRoot;
use std::path::Path;

/// Checks one agent, and shows each finding at once.
pub fn check(args: &CheckArgs, interrupt: &mut CtrlC) -> Result<CommandExit, RefereeError> {
    let titles = titles(args)?;
    let scripts = args.scripts.as_deref().map(|path| scripts(path, args.game)).transpose()?;
    let (game, carry, no_sandbox) = (args.game, args.carry, args.no_sandbox);
    let agent = prepare::agent_of(&args.agent, &WantedAgent { game, carry, no_sandbox })?;
    let temp_root = TempRoot::new()?;
    interrupt.sets(temp_root.stop_flag());
    let sandbox_mode = prepare::sandbox_mode(args.no_sandbox);
    let mut on_finding = |finding: &Finding| {
        if !args.json {
            let _ = say(format!("{finding}\n"));
        }
    };
    let keep = args.keep.as_deref().map(prepare::folder).transpose()?;
    let (temp_root, keep) = (&temp_root, keep.as_deref());
    let options = CheckOptions { temp_root, sandbox_mode, profile: args.profile, keep };
    let wanted =
        |title: CheckTitle| args.only.is_empty() || args.only.iter().any(|name| title.is(name));
    let job = CheckJob { agent: &agent, options, scripts: scripts.as_ref(), wanted: &wanted };
    let findings = checks::check_game(args.game, job, &mut on_finding)?;
    let count = findings.count();
    say(if args.json { findings.json() } else { count.to_string() } + "\n")?;
    if interrupt.is_set() {
        let (done, all) = (findings.findings.len(), titles.len());
        warn(format_args!(
            "stopped: {done} of {all} checks are done; begin again with: {}",
            interrupt.command()
        ));
        return Ok(CommandExit::Stopped);
    }
    Ok(if count.failed == 0 { CommandExit::Success } else { CommandExit::Misbehaved })
}

/// The checks of the game; the names and options that are given must belong to it.
fn titles(args: &CheckArgs) -> Result<Vec<CheckTitle>, RefereeError> {
    let titles = checks::titles(args.game);
    let is_unknown = |name: &&String| !titles.iter().any(|title| title.is(name));
    let wrong = if let Some(name) = args.only.iter().find(is_unknown) {
        format!(
            "there is no check {name}; run the agent without --only to see the names of all checks"
        )
    } else if args.game != GameName::Checkers && args.profile != Profile::Spec {
        format!("--profile is for checkers; {} has one way to count", args.game)
    } else if args.game != GameName::Checkers && args.carry {
        format!("--carry is for checkers; a program of {} finds files by its path", args.game)
    } else if args.scripts.is_none() && args.only.iter().any(|name| SCRIPTS.is(name)) {
        "the check scripts needs scripts: name their folder with --scripts".to_string()
    } else {
        return Ok(titles);
    };
    Err(RefereeError::Correctable(wrong))
}

/// Reads the scripts of a game.
pub fn scripts(path: &Path, game: GameName) -> Result<ScriptSet, RefereeError> {
    if !checks::titles(game).contains(&SCRIPTS) {
        let text = format!("{game} has no scripts; they are for loa, tablut and amazons");
        return Err(RefereeError::Correctable(text));
    }
    // An absolute path, for the command that runs the check again.
    let path = path.canonicalize().map_err(RefereeError::file(path))?;
    ScriptSet::read(&path).map_err(RefereeError::Correctable)
}
