//! `referee diagnose`: why does an agent lose? The referee asks and plays; the program `crownhead`
//! says what follows.

use super::board_program::{self, BoardProgram, find_program};
use super::diagnose_args::DiagnoseArgs;
use super::interrupt::CtrlC;
use super::outcome::{CommandExit, RefereeError, warn};
use super::prepare::{self, Binding, WantedAgent};
use super::readiness;
use crate::agent::{Agent, Entrant, TempRoot, with_different_names};
use crate::contest::GameConditions;
use crate::diagnose::{
    AboutDiagnosis, DEEPEST, DiagnoseError, DiagnoseSettings, TimeCap, diagnose,
};
use crate::game::{GameLimits, Timing};
use crate::schedule::Seed;
use games::GameName;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// Turns without capture or crowning that make a draw, and turns after which a game is drawn.
const QUIET_TURNS: u32 = 50;
const MOST_PLIES: u32 = 300;
/// Nodes for each move of the defender of endings: it knows them by its tables.
const DEFENDER_NODES: &str = "20000";

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
    let limits = GameLimits { profile: args.profile, quiet_turns: QUIET_TURNS, plies: MOST_PLIES };
    GameConditions {
        game: GameName::Checkers,
        limits,
        timing: Timing::Clocks,
        time: None,
        sandbox_mode: prepare::sandbox_mode(args.no_sandbox),
        seed: Seed(args.seed),
    }
}

/// The agent, `reference` by depth, and the defender, each with its clock.
fn players(args: &DiagnoseArgs) -> Result<Vec<(Agent, Duration)>, RefereeError> {
    let clock = prepare::clocks(&[args.seconds], 1)?[0];
    let reference = find_program("reference").ok_or_else(|| {
        RefereeError::Correctable(
            "the program reference is neither beside referee nor in PATH; build both with: cargo \
             build --release -p referee"
                .to_string(),
        )
    })?;
    let (game, carry, no_sandbox) = (GameName::Checkers, args.carry, args.no_sandbox);
    let wanted = WantedAgent { game, carry, no_sandbox };
    let mut agents = vec![prepare::agent_of(&args.agent, &wanted)?];
    for depth in 0..=DEEPEST {
        agents.push(plain(&reference, depth, args.seed)?);
    }
    agents.push(defender(&reference, args.seed)?);
    Ok(with_different_names(agents).into_iter().map(|agent| (agent, clock)).collect())
}

fn plain(reference: &Path, depth: u32, seed: u64) -> Result<Agent, RefereeError> {
    let (name, strength) = match depth {
        0 => ("random moves".to_string(), vec!["--random".to_string()]),
        depth => {
            (format!("reference depth {depth}"), vec!["--depth".to_string(), depth.to_string()])
        }
    };
    let args = [strength, vec!["--seed".to_string(), seed.to_string()]].concat();
    Ok(Agent { name, ..Agent::of_parts(reference.to_path_buf(), args, Vec::new())? })
}

/// `homework` knows all endings that are played; without it the deepest `reference` defends.
fn defender(reference: &Path, seed: u64) -> Result<Agent, RefereeError> {
    let Some(homework) = find_program("homework") else {
        warn(
            "the program homework is neither beside referee nor in PATH: endings are defended by \
             reference, which does not know them",
        );
        let agent = plain(reference, DEEPEST, seed)?;
        return Ok(Agent { name: "defender (reference)".to_string(), ..agent });
    };
    let args = ["--nodes", DEFENDER_NODES].map(str::to_string).to_vec();
    let agent = Agent::of_parts(homework, args, Vec::new())?;
    Ok(Agent { name: "defender".to_string(), ..agent })
}

fn about(args: &DiagnoseArgs, entrants: &[Entrant]) -> AboutDiagnosis {
    let name = |entrant: &Entrant| entrant.agent.name.clone();
    let agent = &entrants[0].agent;
    AboutDiagnosis {
        version: AboutDiagnosis::current_version(),
        agent: agent.name.clone(),
        sha256: agent.sha256.clone(),
        seconds: args.seconds,
        profile: args.profile.name().to_string(),
        seed: args.seed,
        games: args.games.next_multiple_of(2),
        opponents: entrants[1..entrants.len() - 1].iter().map(name).collect(),
        defender: entrants.last().map(name).unwrap_or_default(),
        left_out: Vec::new(),
    }
}
