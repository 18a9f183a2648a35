//! `referee diagnose`: why does an agent lose? The referee asks and plays; the program `crownhead`
//! says what follows.

use crate::commands::board_program::{BoardProgram, find_program};
use crate::commands::class_args::DiagnoseArgs;
use crate::commands::cores::{self, Binding};
use crate::commands::interrupt::CtrlC;
use crate::commands::outcome::{CommandExit, warn};
use crate::commands::prepare::WantedAgent;
use crate::commands::readable::{Readable, sandbox_mode};
use crate::commands::{board_program, prepare, readiness};
use classroom::ClassError;
use classroom::diagnose::{
    AboutDiagnosis, DiagnoseSettings, EvidencePaths, diagnose, diagnosis_conditions,
    diagnosis_players,
};
use cli::ProgramError;
use cli::visible;
use games::GameName;
use referee::rules::ReplyRules;
use referee::schedule::Seed;
use runner::{TempRoot, TimeLimit};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

pub fn diagnose_agent(
    args: &DiagnoseArgs,
    interrupt: &mut CtrlC,
) -> Result<ExitCode, ProgramError> {
    if args.game != GameName::Checkers {
        return Err(only_checkers(args));
    }
    if let Err(error) = BoardProgram::find() {
        warn(format_args!("there will be no page: {error}"));
    }
    let out = prepare::folder(&args.out)?;
    let temp_root = TempRoot::new().map_err(ProgramError::failed)?;
    interrupt.sets(temp_root.stop_flag());
    let mode = sandbox_mode(args.no_sandbox, &Readable::libraries(&args.libraries));
    let replies = ReplyRules { profile: args.profile, answers: args.answers };
    let conditions = diagnosis_conditions(replies, mode, Seed(args.seed));
    let clock = prepare::clocks(&[args.seconds], 1)?[0];
    let (reference, homework) = programs()?;
    let (game, carry, no_sandbox) = (GameName::Checkers, args.copy_files, args.no_sandbox);
    let libraries = args.libraries.as_slice();
    let agent =
        prepare::agent_of(&args.agent, &WantedAgent { game, carry, no_sandbox, libraries })?;
    let begun = Instant::now();
    let agent = readiness::calibrated(vec![(agent, clock)], &temp_root, mode, &out)?.remove(0);
    let participants =
        diagnosis_players(&agent, (&reference, homework.as_deref()), conditions.seed)?;
    let left = Duration::from_secs(args.time_limit).saturating_sub(begun.elapsed());
    let time = TimeLimit::begin(Some(left), temp_root.stop_flag());
    let settings = DiagnoseSettings {
        out,
        conditions,
        cores: cores::cores(args.jobs, Binding::OwnCore),
        date: prepare::today(),
        temp_root: &temp_root,
        time: &time,
        warn: prepare::changed_files,
        note: None,
        evidence_paths: EvidencePaths::Shown,
    };
    let about = AboutDiagnosis::new(&settings, &participants, args.games);
    match diagnose(&settings, participants, &about) {
        Err(ClassError::Stopped) => {
            let again = interrupt.command();
            warn(format_args!("stopped; what is finished stays; go on with: {again}"));
            return Ok(CommandExit::Stopped.into());
        }
        left_out => left_out?.iter().for_each(|what| warn(format_args!("left out: {what}"))),
    }
    drop(temp_root);
    make_page(args)
}

fn only_checkers(args: &DiagnoseArgs) -> ProgramError {
    ProgramError::Usage(format!(
        "diagnose is for checkers, not for {}; to test this program: referee check {} --game {}",
        args.game, args.agent, args.game
    ))
}

fn make_page(args: &DiagnoseArgs) -> Result<ExitCode, ProgramError> {
    let mut words: Vec<OsString> = vec!["diagnosis".into()];
    if let Some(nodes) = args.nodes {
        words.extend(["--nodes".into(), nodes.to_string().into()]);
    }
    words.extend(["--".into(), args.out.clone().into()]);
    board_program::run(words).map_err(|error| {
        ProgramError::Usage(format!(
            "{error}; then make the page with: crownhead diagnosis {}",
            visible::path(&args.out)
        ))
    })
}

/// `reference` and, if it is there, `homework`.
fn programs() -> Result<(PathBuf, Option<PathBuf>), ProgramError> {
    let reference = find_program("reference").ok_or_else(|| {
        ProgramError::Usage(
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
    Ok((reference, homework))
}
