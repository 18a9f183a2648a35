//! `referee play` and `referee merge`: the slices of a plan are played anywhere, and their journals
//! are joined.

use crate::commands::cli::{MergeArgs, SliceArgs};
use crate::commands::cores::{self, Binding};
use crate::commands::interrupt::CtrlC;
use crate::commands::outcome::{CommandExit, say, unusable_folder, warn};
use crate::commands::prepare;
use crate::commands::readable::{Readable, sandbox_mode};
use crate::commands::table_program::TableProgram;
use cli::ProgramError;
use cli::{ProgressLine, visible};
use referee::journal::{GameConditions, GameResult, JOURNAL, Journal, journal_scan};
use referee::plan::{Plan, Slice, merge as merge_journals};
use referee::play::{FileWatch, GameRunner};
use referee::results::PLAN;
use referee::rules::{EndgameTables, EndingKind};
use referee::schedule::ScheduledGame;
use runner::TempRoot;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Missing games that a message names; the others are only counted.
const NAMED: usize = 20;

pub fn play(args: &SliceArgs, interrupt: &mut CtrlC) -> Result<CommandExit, ProgramError> {
    let plan = Plan::read(&args.plan)?;
    let out = prepare::folder(&args.out)?;
    let ours = args.slice.of(&plan.games);
    let done = finished(&out, &plan)?;
    let missing: Vec<_> =
        ours.iter().filter(|game| !done.contains(&game.number())).copied().collect();
    if missing.is_empty() {
        say(format!(
            "slice {} of {}: all {} games are played\n",
            args.slice,
            visible::path(&args.plan),
            ours.len()
        ))?;
        return Ok(CommandExit::Success);
    }
    let log = args.log.as_deref().map(prepare::game_log).transpose()?;
    let rules = plan.header.rules;
    let tables = TableProgram::start(rules.adjudication)?;
    let temp_root = TempRoot::new().map_err(ProgramError::failed)?;
    interrupt.sets(temp_root.stop_flag());
    let agents = plan.header.agents.iter().map(|planned| &planned.agent);
    let sandbox_mode = sandbox_mode(!rules.sandboxed, &Readable::by_agents(agents));
    let conditions = GameConditions::of_rules(rules, sandbox_mode);
    prepare::unchanged(&plan.header.agents)?;
    let calibrations = args.calibrations.clone().unwrap_or_else(|| out.join("calibrations"));
    let calibrations = prepare::folder(&calibrations.join(prepare::machine()))?;
    let participants = prepare::participants(&plan, &missing, &temp_root, &calibrations)?;
    let folder = new_attempt(&out)?;
    let journal = Journal::open(&folder.join(JOURNAL))?;
    let folders = [folder.as_path(), temp_root.path()];
    let files =
        FileWatch::new(&participants, folders, conditions.sandbox_mode, prepare::changed_files);
    let series = GameRunner {
        participants: &participants,
        openings: &plan.openings,
        conditions,
        planned: missing.len(),
        temp_root: &temp_root,
        date: Some(&plan.header.date),
        files,
        on_live_error: prepare::unwatched,
        log: log.as_ref(),
        tables: tables.as_ref().map(|tables| tables as &dyn EndgameTables),
        folder,
    };
    let binding = if args.no_affinity { Binding::Unbound } else { Binding::OwnCore };
    let cores = cores::contest_cores(args.jobs, binding);
    let progress = ProgressLine::new(missing.len() as u64, "games").with_workers(cores.len());
    let journal = series.play_all(&missing, journal, &cores, &progress)?;
    progress.finish();
    let left = missing.len() - journal.results().len();
    if interrupt.is_set() && left > 0 {
        warn(format_args!("stopped: {left} games are left; go on with: {}", interrupt.command()));
        return Ok(CommandExit::Stopped);
    }
    summarize(args, ours.len(), &journal)
}

/// Says what was played. Forfeits are results here; only an error of the referee is a failure.
fn summarize(
    args: &SliceArgs,
    ours: usize,
    journal: &Journal,
) -> Result<CommandExit, ProgramError> {
    let results = journal.results();
    let [forfeited, void] = [EndingKind::Forfeited, EndingKind::Void]
        .map(|kind| results.values().filter(|one| one.ending.kind() == kind).count());
    let played = results.len();
    let file = visible::path(journal.path());
    say(format!(
        "slice {}: {played} of its {ours} games played now, {forfeited} forfeited: {file}\n",
        args.slice
    ))?;
    Ok(if void == 0 { CommandExit::Success } else { CommandExit::RefereeFault })
}

/// The numbers of the games that earlier runs of a slice have finished.
fn finished(out: &Path, plan: &Plan) -> Result<BTreeSet<u32>, ProgramError> {
    let mut done = BTreeSet::new();
    for journal in journals(out) {
        let results = journal_scan::scan(&journal)?.results;
        plan.check_results(&results)?;
        let counting = results.values().filter(|result| !result.is_void());
        done.extend(counting.map(|result: &GameResult| result.id));
    }
    Ok(done)
}

/// A new folder for one run: `1`, `2`, ... Two runs never write the same file, even if one of them
/// is believed dead.
fn new_attempt(out: &Path) -> Result<PathBuf, ProgramError> {
    for number in 1_u32.. {
        let folder = out.join(number.to_string());
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(unusable_folder(&folder)(error)),
        }
    }
    Ok(out.to_path_buf())
}

/// The journals in a folder and in the folders of its runs, sorted.
fn journals(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let runs = entries.map(|entry| entry.path()).filter(|path| path.is_dir());
    let places = std::iter::once(folder.to_path_buf()).chain(runs);
    let mut found: Vec<_> =
        places.map(|place| place.join(JOURNAL)).filter(|path| path.is_file()).collect();
    found.sort();
    found
}

pub fn merge(args: &MergeArgs) -> Result<CommandExit, ProgramError> {
    let plan = Plan::read(&args.plan)?;
    let out = prepare::folder(&args.out)?;
    let to = out.join(JOURNAL);
    let mut sources: Vec<_> = Some(to.clone()).filter(|path| path.is_file()).into_iter().collect();
    let mut empty = Vec::new();
    for place in &args.slices {
        let found = if place.is_file() { vec![place.clone()] } else { journals(place) };
        if found.is_empty() {
            empty.push(place);
        }
        sources.extend(found);
    }
    let merged = merge_journals(&sources, &to, &|results| plan.check_results(results))?;
    plan.write(&out.join(PLAN))?;
    for game in &merged.different {
        warn(format_args!(
            "game {game} was played twice; the record that comes first in the order of bytes is kept"
        ));
    }
    let missing: Vec<_> = plan
        .games
        .iter()
        .filter(|game| {
            let result = merged.results.get(&game.number());
            result.is_none_or(GameResult::is_void)
        })
        .copied()
        .collect();
    let (games, repeated) = (merged.results.len(), merged.repeated);
    say(format!("{}: {games} games; {repeated} lines were repeated\n", visible::path(to)))?;
    if missing.is_empty() {
        return Ok(CommandExit::Success);
    }
    for place in empty {
        warn(format_args!("{} holds no journal", visible::path(place)));
    }
    Err(ProgramError::Usage(format!(
        "{} games of the plan are missing: {}; play their slices again, then merge",
        missing.len(),
        named(&missing, &plan, args)
    )))
}

/// The first missing games, and their slices if the number of these is known.
fn named(missing: &[ScheduledGame], plan: &Plan, args: &MergeArgs) -> String {
    let number = |game: &ScheduledGame| game.number().to_string();
    let mut names: Vec<_> = missing.iter().take(NAMED).map(number).collect();
    if missing.len() > NAMED {
        names.push("...".to_string());
    }
    let mut text = format!("games {}", names.join(", "));
    if let Some(slices) = args.slice_count {
        let missing: BTreeSet<u32> = missing.iter().map(ScheduledGame::number).collect();
        let of_games = plan.games.iter().zip(Slice::slices(&plan.games, slices));
        let lacking = of_games.filter(|(game, _)| missing.contains(&game.number()));
        let numbers: BTreeSet<usize> = lacking.map(|(_, slice)| slice.number()).collect();
        let slices: Vec<_> =
            numbers.iter().take(NAMED).map(|number| format!("{number}/{slices}")).collect();
        text += &format!(" in slices {}", slices.join(", "));
    }
    text
}
