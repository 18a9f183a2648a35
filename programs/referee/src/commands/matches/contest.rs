//! `referee match` and `referee tournament`: plan, play and merge for each round, in one process.

use crate::commands::board_program::BoardProgram;
use crate::commands::cli::{
    EloBounds, GateArgs, JobArgs, MatchArgs, SeriesArgs, SprtErrors, SprtModel, TournamentArgs,
};
use crate::commands::cores::{self, Binding};
use crate::commands::interrupt::CtrlC;
use crate::commands::matches::contest_setup::ContestSetup;
use crate::commands::outcome::{CommandExit, say, warn};
use crate::commands::readiness::{Tested, not_ready_json, not_ready_text, reason};
use crate::commands::table_program::TableProgram;
use crate::commands::{prepare, readiness};
use cli::ProgramError;
use cli::{ProgressLine, counted, visible};
use referee::journal::{JOURNAL, Journal, Results, journal_scan, journal_scan::JournalScan};
use referee::pairing::Format;
use referee::plan::{AbsentAgent, Plan, SprtOptions, current_round, merge};
use referee::play::preflight::PreflightFailure;
use referee::play::{FileWatch, GameRunner};
use referee::players::Participant;
use referee::results::{
    ContestReport, Crosstable, Gate, GateStatus, MatchResult, PLAN, PlanFacts, plan_facts,
};
use referee::rules::EndgameTables;
use referee::schedule::{GamesEach, ScheduledGame};
use runner::TempRoot;
use statistics::{EloModel, ErrorRates, Hypotheses, Sprt};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

pub fn play_match(args: &MatchArgs, interrupt: &mut CtrlC) -> Result<CommandExit, ProgramError> {
    let agents = [args.players.a.clone(), args.players.b.clone()];
    let (format, games) = (Format::RoundRobin, &args.series.games);
    let asked = games.games_each(format);
    let each = GamesEach::in_pairs(asked);
    if each.0 != asked {
        let GamesEach(played) = each;
        warn(format!(
            "--games {asked}: each opening is played twice, with colors exchanged; so {played} are played"
        ));
    }
    let mut setup = ContestSetup::new(&agents, format, each, games)?;
    setup.test = args.gate.test();
    play(&args.series, setup, args.gate.gate()?, interrupt)
}

pub fn play_tournament(
    args: &TournamentArgs,
    interrupt: &mut CtrlC,
) -> Result<CommandExit, ProgramError> {
    let (format, games) = (args.format.format(args.agents.len())?, &args.series.games);
    let each = GamesEach(games.games_each(format));
    let setup = ContestSetup::new(&args.agents, format, each, games)?;
    play(&args.series, setup, None, interrupt)
}

impl GateArgs {
    /// The options of the sequential test, as far as they are not as usual.
    fn test(&self) -> Option<SprtOptions> {
        let SprtErrors(alpha, beta) = self.sprt_error;
        self.sprt.map(|EloBounds(elo0, elo1)| SprtOptions {
            sprt: Some(format!("{elo0},{elo1}")),
            sprt_model: (self.sprt_model == SprtModel::Logistic).then(|| "logistic".to_string()),
            sprt_error: ((alpha, beta) != (0.05, 0.05)).then(|| format!("{alpha},{beta}")),
        })
    }

    fn gate(&self) -> Result<Option<Gate>, ProgramError> {
        if let Some(EloBounds(elo0, elo1)) = self.sprt {
            let model = match self.sprt_model {
                SprtModel::Logistic => EloModel::Logistic,
                SprtModel::Normalized => EloModel::Normalized,
            };
            let SprtErrors(alpha, beta) = self.sprt_error;
            let rates = ErrorRates { alpha, beta };
            return Ok(Some(Gate::Sprt(
                Sprt::new(Hypotheses { model, elo0, elo1 }, rates).map_err(ProgramError::usage)?,
            )));
        }
        let board = self.min_score.map(percentage).transpose()?.map(Gate::Percent);
        let course = self.min_course_score.map(percentage).transpose()?.map(Gate::CoursePercent);
        Ok(board.or(course))
    }
}

fn percentage(least: f64) -> Result<f64, ProgramError> {
    match least {
        0.0..=100.0 => Ok(least),
        _ => Err(ProgramError::Usage(format!(
            "{least} is not a percentage; write a number from 0 to 100"
        ))),
    }
}

fn play(
    args: &SeriesArgs,
    mut setup: ContestSetup,
    gate: Option<Gate>,
    interrupt: &mut CtrlC,
) -> Result<CommandExit, ProgramError> {
    let log = args.log.as_deref().map(prepare::game_log).transpose()?;
    let board_program = args.watch.then(BoardProgram::find).transpose()?;
    let tables = TableProgram::start(setup.conditions.adjudication)?;
    let out = prepare::folder(&args.out)?;
    let path = out.join(JOURNAL);
    let journal = Journal::open(&path)?;
    if !journal.results().is_empty() && !args.resume {
        return Err(ProgramError::Usage(format!(
            "{} holds a match; resume it with --resume, or choose another folder with --out",
            visible::path(path)
        )));
    }
    // Is it the same contest? That costs nothing, and comes before all that takes long.
    if !journal.results().is_empty()
        && let Ok(begun) = Plan::read(&out.join(PLAN))
    {
        setup.go_on(begun.header)?;
    }
    let round = current_round(&setup.contest(), journal.results(), None)?;
    if args.resume {
        tell_of_journal(args, setup.contest().planned_games()?, round.missing.len(), &journal);
    }
    let temp_root = TempRoot::new().map_err(ProgramError::failed)?;
    interrupt.sets(temp_root.stop_flag());
    let players = setup.agents.iter().map(|one| (one.agent.clone(), one.clock())).collect();
    let sandbox_mode = setup.conditions.sandbox_mode;
    let mut participants = readiness::calibrated(players, &temp_root, sandbox_mode, &out)?;
    if !args.no_preflight {
        let evidence = out.join("evidence");
        let tested = readiness::tested(participants, setup.conditions, &temp_root, &evidence)?;
        participants = without_broken(&mut setup, tested, journal.results(), args.json)?;
    }
    warn_of_repeats(&setup);
    // It ends by itself, and the match does not depend on it.
    let _page = board_program.map(|program| program.watch(&out)).transpose()?;
    let contest = setup.contest();
    let folders = [out.as_path(), temp_root.path()];
    let files = FileWatch::new(&participants, folders, sandbox_mode, prepare::changed_files);
    let series = GameRunner {
        participants: &participants,
        openings: &setup.openings,
        conditions: setup.conditions,
        planned: contest.planned_games()?,
        temp_root: &temp_root,
        date: Some(&setup.date),
        files,
        on_live_error: prepare::unwatched,
        log: log.as_ref(),
        tables: tables.as_ref().map(|tables| tables as &dyn EndgameTables),
        folder: out.clone(),
    };
    // Its lock keeps other referees away until the journal is sorted.
    let _journal =
        play_rounds(&RoundSettings { setup: &setup, series, gate, jobs: args.jobs }, journal)?;
    let exit = finish(args, &out, gate, interrupt)?;
    let left_out = (!setup.left_out().is_empty()).then_some(CommandExit::Misbehaved);
    Ok(left_out.into_iter().chain([exit]).min().unwrap_or(exit))
}

/// With --resume: what there is to go on with, where it is not what one may expect.
fn tell_of_journal(args: &SeriesArgs, planned: usize, missing: usize, journal: &Journal) {
    let held = journal.results().len();
    if held == 0 {
        warn(format_args!("no game in {} yet: starts anew", visible::path(&args.out)));
    } else if held > planned && missing == 0 {
        let held = counted(held, "game");
        warn(format_args!(
            "the journal holds {held}, and this command asks for {planned}: nothing is played, and \
             the {held} stand"
        ));
    }
}

/// The agents that are ready, which play. A match needs both agents and a gauntlet its first; an
/// agent that has played a game can no longer be left out.
fn without_broken(
    setup: &mut ContestSetup,
    tested: Tested,
    results: &Results,
    json: bool,
) -> Result<Vec<Participant>, ProgramError> {
    let Tested { ready, broken } = tested;
    let is_needed = |failure: &PreflightFailure| {
        let mut players = results.values().flat_map(|result| [&result.black, &result.white]);
        players.any(|player| *player.name == *failure.agent)
            || (setup.format == Format::Gauntlet
                && setup.agents.first().is_some_and(|one| one.agent.name == failure.agent))
    };
    if !broken.is_empty() && (ready.len() < 2 || broken.iter().any(is_needed)) {
        if json {
            say(not_ready_json(&broken))?;
        }
        return Err(ProgramError::NotReady(not_ready_text(&broken)));
    }
    for failure in broken {
        let absent = AbsentAgent { reason: reason(&failure), agent: failure.agent };
        warn(format_args!(
            "{} is left out: it is not ready to play: {}",
            absent.agent, absent.reason
        ));
        setup.leave_out(absent);
    }
    Ok(ready)
}

/// Sorts the journal, writes the files made from it, and prints the result.
fn finish(
    args: &SeriesArgs,
    out: &Path,
    gate: Option<Gate>,
    interrupt: &CtrlC,
) -> Result<CommandExit, ProgramError> {
    let path = out.join(JOURNAL);
    merge(std::slice::from_ref(&path), &path, &|_| Ok(()))?;
    let journal = journal_scan::scan(&path)?;
    let mut plan = plan_facts(out, &journal.results);
    let is_decided = gate.is_some_and(|gate| {
        gate.so_far(&MatchResult::of_match(&journal.results)) != GateStatus::Open
    });
    if let Some(plan) = &mut plan {
        plan.is_finished |= is_decided;
    }
    let (results, plan) = (&journal.results, plan.as_ref());
    report(&journal, plan, out, gate, args.json)?;
    if let Some(plan) = plan.filter(|plan| interrupt.is_set() && !plan.is_finished) {
        let (played, planned) = (results.values().filter(|one| !one.is_void()).count(), plan.games);
        warn(format_args!(
            "stopped: {played} of {planned} games are played; go on with: {}",
            interrupt.resuming()
        ));
        return Ok(CommandExit::Stopped);
    }
    Ok(exit(&journal.results, gate))
}

/// Writes the files made from a journal into its folder, and prints the result.
pub fn report(
    journal: &JournalScan,
    plan: Option<&PlanFacts>,
    folder: &Path,
    gate: Option<Gate>,
    json: bool,
) -> Result<(), ProgramError> {
    let report = ContestReport::new(&journal.results, plan, folder).with_gate(gate);
    report.write_files(journal)?;
    say(if json { report.json() } else { report.text() })
}

fn warn_of_repeats(setup: &ContestSetup) {
    let openings = setup.openings.size().get();
    if setup.games.pairs() <= openings {
        return;
    }
    let list = match openings {
        1 if setup.openings.is_start_only() => "games begin at the start position".to_string(),
        1 => "the list has 1 opening, which later games repeat".to_string(),
        _ => format!("the list has {openings} openings, which later games repeat"),
    };
    warn(format_args!(
        "{list}: agents without randomness repeat their games; the report counts these"
    ));
}

/// Of the standing in the progress line.
const BETWEEN_NOTES: Duration = Duration::from_millis(500);

struct RoundSettings<'a> {
    setup: &'a ContestSetup,
    series: GameRunner<'a>,
    gate: Option<Gate>,
    jobs: JobArgs,
}

/// Plays round after round until nothing is left, or the gate has decided.
fn play_rounds(
    settings: &RoundSettings<'_>,
    mut journal: Journal,
) -> Result<Journal, ProgramError> {
    let RoundSettings { setup, series, gate, .. } = settings;
    let cores = cores::contest_cores(settings.jobs, Binding::OwnCore);
    let progress = ProgressLine::new(series.planned as u64, "games").with_workers(cores.len());
    progress.skip(journal.results().len() as u64);
    let noted = Mutex::new(None);
    let show = |journal: &Journal| {
        let results = journal.results();
        // Not after each game: a table of many games takes long.
        let mut noted = noted.lock().unwrap_or_else(PoisonError::into_inner);
        if noted.is_none_or(|noted: Instant| noted.elapsed() >= BETWEEN_NOTES) {
            progress.note(message(series.participants, results, *gate));
            *noted = Some(Instant::now());
        }
        if gate.is_some_and(|gate| gate.so_far(&MatchResult::of_match(results)) != GateStatus::Open)
        {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let void_before = void_games(&journal);
    // With as many games at a time the next ones would fail, too.
    let is_too_much =
        |journal: &Journal| settings.jobs.force_concurrency && void_games(journal) > void_before;
    while show(&journal).is_continue() {
        let round = current_round(&setup.contest(), journal.results(), None)?;
        if round.missing.is_empty() {
            break;
        }
        setup.plan(&round)?.write(&series.folder.join(PLAN))?;
        journal = series.play(&round.missing, journal, &cores, &|journal| {
            progress.add(1);
            if is_too_much(journal) { ControlFlow::Break(()) } else { show(journal) }
        })?;
        if is_too_much(&journal) {
            warn(TOO_MUCH);
            break;
        }
        // Games that do not count would be missing for ever. Where a test has decided, some were
        // not tried, and it decides again above: games that were in play then count, too, and may
        // have undone it.
        let was_tried = |game: &ScheduledGame| journal.results().contains_key(&game.number());
        let lacks_some = round.missing.iter().any(|game| !journal.has(game.number()));
        let failed = lacks_some && round.missing.iter().all(was_tried);
        if failed || series.temp_root.stop_flag().is_set() {
            break;
        }
    }
    progress.finish();
    Ok(journal)
}

/// The warning where the system may have refused a process or a file.
const TOO_MUCH: &str = "stopped: the referee failed in a game, perhaps because its games take more \
     processes or files than this system allows; go on with fewer --jobs and with --resume";

fn void_games(journal: &Journal) -> usize {
    journal.results().values().filter(|result| result.is_void()).count()
}

fn message(participants: &[Participant], results: &Results, gate: Option<Gate>) -> String {
    match participants {
        [_, _] => {
            let standing = MatchResult::of_match(results);
            let test = gate.and_then(|gate| gate.progress(&standing));
            [standing.line()].into_iter().chain(test).collect::<Vec<_>>().join(", ")
        }
        _ => {
            let table = Crosstable::of(results.values());
            let forfeits: u64 = table.rows.iter().flat_map(|row| row.forfeits.values()).sum();
            let leader = table.rows.first().map_or("no agent", |row| &row.name);
            format!("{leader} leads, {forfeits} forfeits")
        }
    }
}

/// The exit status of these results: the most severe one.
pub fn exit(results: &Results, gate: Option<Gate>) -> CommandExit {
    let endings = results.values().map(|record| CommandExit::from(record.ending.kind()));
    let gate = gate
        .filter(|gate| gate.at_end(&MatchResult::of_match(results)) != GateStatus::Met)
        .map(|_| CommandExit::GateMissed);
    endings.chain(gate).min().unwrap_or(CommandExit::Success)
}
