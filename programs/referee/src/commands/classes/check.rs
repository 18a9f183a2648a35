//! `referee check`: tries one agent in the situations in which agents fail.

use crate::commands::class_args::CheckArgs;
use crate::commands::interrupt::CtrlC;
use crate::commands::outcome::{CommandExit, say, unreadable, warn};
use crate::commands::prepare;
use crate::commands::prepare::WantedAgent;
use crate::commands::readable::{Readable, sandbox_mode};
use classroom::checks;
use classroom::checks::{
    CheckJob, CheckOptions, CheckTitle, SCRIPTS, ScriptSet, TestOutcome, count,
};
use cli::ProgramError;
use games::GameName;
use referee::rules::{AnswerForm, Profile, ReplyRules};
use runner::TempRoot;
use std::path::Path;

/// Checks one agent, and shows each finding at once.
pub fn check(args: &CheckArgs, interrupt: &mut CtrlC) -> Result<CommandExit, ProgramError> {
    let titles = titles(args)?;
    let scripts = args.scripts.as_deref().map(|path| scripts(path, args.game)).transpose()?;
    let (game, carry, no_sandbox) = (args.game, args.copy_files, args.no_sandbox);
    let libraries = args.libraries.as_slice();
    let agent =
        prepare::agent_of(&args.agent, &WantedAgent { game, carry, no_sandbox, libraries })?;
    let temp_root = TempRoot::new().map_err(ProgramError::failed)?;
    interrupt.sets(temp_root.stop_flag());
    let sandbox_mode = sandbox_mode(args.no_sandbox, &Readable::libraries(libraries));
    let keep = args.keep.as_deref().map(prepare::folder).transpose()?;
    let (temp_root, keep) = (&temp_root, keep.as_deref());
    let options = CheckOptions {
        temp_root,
        sandbox_mode,
        replies: ReplyRules { profile: args.profile, answers: args.answers },
        keep,
        named: Some(&args.agent),
        libraries,
    };
    let wanted =
        |title: CheckTitle| args.only.is_empty() || args.only.iter().any(|name| title.is(name));
    let job = CheckJob { agent: &agent, options, scripts: scripts.as_ref(), wanted: &wanted };
    let report = checks::check_game(args.game, job, &mut |result| {
        if !args.json {
            let _ = say(format!("{result}\n"));
        }
    })?;
    say(if args.json { report.json() } else { report.counts() } + "\n")?;
    if interrupt.is_set() {
        let (done, all) = (report.findings.len(), titles.len());
        warn(format_args!(
            "stopped: {done} of {all} checks are done; begin again with: {}",
            interrupt.command()
        ));
        return Ok(CommandExit::Stopped);
    }
    let failed = count(&report.findings, TestOutcome::Failed);
    Ok(if failed == 0 { CommandExit::Success } else { CommandExit::Misbehaved })
}

/// The checks of the game; the names and options that are given must belong to it.
fn titles(args: &CheckArgs) -> Result<Vec<CheckTitle>, ProgramError> {
    let titles = checks::titles(args.game);
    let wrong = if let Some(name) =
        args.only.iter().find(|name| !titles.iter().any(|title| title.is(name)))
    {
        checks::unknown(args.game, name)
    } else if args.game != GameName::Checkers && args.profile != Profile::Spec {
        format!("--profile is for checkers; {} has one way to count", args.game)
    } else if args.game != GameName::Checkers && args.answers == AnswerForm::Exact {
        format!("--answers is for checkers; a program of {} announces its moves", args.game)
    } else if args.game != GameName::Checkers && args.copy_files {
        format!("--copy-files is for checkers; a program of {} finds files by its path", args.game)
    } else if args.scripts.is_none() && args.only.iter().any(|name| SCRIPTS.is(name)) {
        "the check scripts needs scripts: name their folder with --scripts".to_string()
    } else {
        return Ok(titles);
    };
    Err(ProgramError::Usage(wrong))
}

pub fn scripts(path: &Path, game: GameName) -> Result<ScriptSet, ProgramError> {
    if !checks::titles(game).contains(&SCRIPTS) {
        let text = format!("{game} has no scripts; they are for programs that read text commands");
        return Err(ProgramError::Usage(text));
    }
    // An absolute path, for the command that runs the check again.
    let path = path.canonicalize().map_err(unreadable(path))?;
    Ok(ScriptSet::read(&path)?)
}
