//! `referee diagnose`: why does an agent lose? The referee asks and plays; the program `crownhead`
//! says what follows.

use crate::commands::board_program;
use crate::commands::board_program::{BoardProgram, find_program};
use crate::commands::diagnose_args::DiagnoseArgs;
use crate::commands::interrupt::CtrlC;
use crate::commands::outcome::{CommandExit, RefereeError, warn};
use crate::commands::prepare;
use crate::commands::prepare::{Binding, WantedAgent};
use crate::commands::readiness;
use classroom::diagnose::{
    AboutDiagnosis, DiagnoseError, DiagnoseSettings, TimeCap, diagnose, diagnosis_conditions,
    opponents,
};
use cli::visible;
use games::GameName;
use referee::play::GameConditions;
use referee::players::{Agent, Entrant, with_different_names};
use referee::schedule::Seed;
use runner::TempRoot;
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

/// Asks and plays, then makes the page.
pub fn diagnose_agent(
    args: &DiagnoseArgs,
    interrupt: &mut CtrlC,
) -> Result<ExitCode, RefereeError> {
    if let Err(error) = BoardProgram::find() {
        warn(format_args!("there will be no page: {error}"));
    }
    let out = prepare::folder(&args.out)?;
    let temp_root = TempRoot::new()?;
    interrupt.sets(temp_root.stop_flag());
    let conditions = conditions(args);
    let players = players(args)?;
    let cap = TimeCap::new(Duration::from_secs(args.time_cap));
    let mode = conditions.sandbox_mode;
    let entrants = readiness::calibrated(players, &temp_root, mode, &out)?;
    let about = about(args, &entrants);
    let settings = DiagnoseSettings {
        out,
        conditions,
        cores: prepare::cores(args.jobs, Binding::OwnCore),
        date: prepare::today(),
        temp_root: &temp_root,
        warn: prepare::tampered,
        note: None,
    };
    match diagnose(&settings, entrants, &about, &cap) {
        Err(DiagnoseError::Stopped) => {
            let again = interrupt.command();
            warn(format_args!("stopped; what is finished stays; go on with: {again}"));
            return Ok(CommandExit::Stopped.into());
        }
        left_out => left_out?.iter().for_each(|what| warn(format_args!("left out: {what}"))),
    }
    drop(temp_root);
    make_page(args)
}

/// The program `crownhead` counts, and writes the page.
fn make_page(args: &DiagnoseArgs) -> Result<ExitCode, RefereeError> {
    let mut words: Vec<OsString> = vec!["diagnosis".into()];
    if let Some(nodes) = args.nodes {
        words.extend(["--nodes".into(), nodes.to_string().into()]);
    }
    words.extend(["--".into(), args.out.clone().into()]);
    board_program::run(words).map_err(|error| {
        RefereeError::Correctable(format!(
            "{error}; then make the page with: crownhead diagnosis {}",
            visible::path(&args.out)
        ))
    })
}

fn conditions(args: &DiagnoseArgs) -> GameConditions {
    diagnosis_conditions(args.profile, prepare::sandbox_mode(args.no_sandbox), Seed(args.seed))
}

/// The agent, `reference` by depth, and the defender, each with its clock.
fn players(args: &DiagnoseArgs) -> Result<Vec<(Agent, Duration)>, RefereeError> {
    let clock = prepare::clocks(&[args.seconds], 1)?[0];
    let reference = find_program("reference").ok_or_else(|| {
        RefereeError::Correctable(
            "the program reference is neither beside referee nor in PATH; build both with: cargo \
             build --release -p crownhead-referee"
                .to_string(),
        )
    })?;
    let homework = find_program("homework");
    if homework.is_none() {
        warn(
            "the program homework is neither beside referee nor in PATH: endings are defended by \
             reference, which does not know them",
        );
    }
    let (game, carry, no_sandbox) = (GameName::Checkers, args.carry, args.no_sandbox);
    let wanted = WantedAgent { game, carry, no_sandbox };
    let mut agents = vec![prepare::agent_of(&args.agent, &wanted)?];
    agents.extend(opponents(&reference, homework.as_deref(), args.seed)?);
    Ok(with_different_names(agents).into_iter().map(|agent| (agent, clock)).collect())
}

fn about(args: &DiagnoseArgs, entrants: &[Entrant]) -> AboutDiagnosis {
    let DiagnoseArgs { seconds, profile, seed, games, .. } = *args;
    AboutDiagnosis::new(entrants, (seconds, games), profile, seed)
}
