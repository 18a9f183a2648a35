//! `referee match` and `referee tournament`.

use super::board_program::BoardProgram;
use super::cli::{EloBounds, GateArgs, MatchArgs, SeriesArgs, SprtModel, TournamentArgs};
use super::error::RefereeError;
use super::exit::{CommandExit, JOURNAL};
use super::output::{say, warn};
use super::prepare;
use crate::agent::{Entrant, TempRoot};
use crate::contest::{LivePlace, Series};
use crate::record::{Journal, LiveError, Records};
use crate::result::{ContestReport, Crosstable, Gate, GateStatus, MatchStanding};
use crate::schedule::{Contest, Pairs, ScheduledGame, schedule};
use progress::Progress;
use statistics::{ErrorRates, Hypotheses, Model, Sprt};
use std::ops::ControlFlow;

/// Plays a match.
pub fn play_match(args: &MatchArgs) -> Result<CommandExit, RefereeError> {
    let agents = [args.players.a.clone(), args.players.b.clone()];
    play(&args.games, &agents, Contest::Match, args.gate.gate()?)
}

/// Plays a tournament.
pub fn play_tournament(args: &TournamentArgs) -> Result<CommandExit, RefereeError> {
    let players = args.agents.len();
    let contest =
        if args.gauntlet { Contest::Gauntlet { players } } else { Contest::RoundRobin { players } };
    play(&args.games, &args.agents, contest, None)
}

impl GateArgs {
    /// The demand, if there is one.
    fn gate(&self) -> Result<Option<Gate>, RefereeError> {
        if let Some(EloBounds(elo0, elo1)) = self.sprt {
            let model = match self.sprt_model {
                SprtModel::Logistic => Model::Logistic,
                SprtModel::Normalized => Model::Normalized,
            };
            let rates = ErrorRates { alpha: self.sprt_risk, beta: self.sprt_risk };
            return Ok(Some(Gate::Sprt(Sprt::new(Hypotheses { model, elo0, elo1 }, rates)?)));
        }
        let percent = |least: f64| match least {
            0.0..=100.0 => Ok(least),
            _ => Err(RefereeError::Percent(least)),
        };
        let board = self.at_least.map(percent).transpose()?.map(Gate::Percent);
        let course = self.course_at_least.map(percent).transpose()?.map(Gate::CoursePercent);
        Ok(board.or(course))
    }
}

fn play(
    args: &SeriesArgs,
    agents: &[String],
    contest: Contest,
    gate: Option<Gate>,
) -> Result<CommandExit, RefereeError> {
    let board_program = args.watch.then(BoardProgram::find).transpose()?;
    let openings = prepare::openings(&args.openings)?;
    let players = prepare::players(agents, &args.conditions.seconds)?;
    let out = prepare::folder(&args.out)?;
    let path = out.join(JOURNAL);
    let journal = Journal::open(&path)?;
    if !journal.records().is_empty() && !args.resume {
        return Err(RefereeError::Used { path });
    }
    let temp_root = TempRoot::new()?;
    let conditions = args.conditions.with_seed(args.seed);
    let entrants = prepare::calibrated(players, &temp_root, conditions.sandbox_mode, &out)?;
    let series = Series {
        entrants: &entrants,
        openings: &openings,
        conditions,
        temp_root: &temp_root,
        evidence: out.join("evidence"),
        live: LivePlace { folder: out.clone(), on_error: warn_of_live_file },
    };
    let games =
        schedule(contest, openings.size(), Pairs::for_games(args.games), series.conditions.seed);
    series.check_same_match(&games, journal.records())?;
    if !args.no_preflight {
        prepare::test_agents(&entrants, series.conditions, &temp_root, &series.evidence)?;
    }
    if Pairs::for_games(args.games).games() > 2 * openings.size().get() {
        let openings = match openings.size().get() {
            1 => "there is 1 opening: later games repeat it".to_string(),
            count => format!("there are {count} openings: later games repeat them"),
        };
        warn(format_args!("{openings}, and agents without randomness repeat their games"));
    }
    // It ends by itself, and the match does not depend on it.
    let _page = board_program.map(|program| program.watch(&out)).transpose()?;
    let journal = play_with_progress(&series, &games, journal, args.jobs, gate)?;
    let report = ContestReport { records: journal.records(), gate, plan: None };
    report.write_files(&out)?;
    say(if args.json { report.json() } else { report.text() })?;
    Ok(exit(journal.records(), gate))
}

fn warn_of_live_file(error: LiveError) {
    warn(format_args!("the match goes on, but cannot be watched: {error}"));
}

/// Plays with a progress line on standard error.
fn play_with_progress(
    series: &Series<'_>,
    games: &[ScheduledGame],
    journal: Journal,
    jobs: Option<usize>,
    gate: Option<Gate>,
) -> Result<Journal, RefereeError> {
    let progress = Progress::new(games.len() as u64, "games");
    progress.skip(journal.records().len() as u64);
    let show = |journal: &Journal| {
        let records = journal.records();
        progress.note(message(series.entrants, records));
        let decided =
            |gate: Gate| gate.so_far(&MatchStanding::of_match(records)) != GateStatus::Open;
        if gate.is_some_and(decided) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let on_game = |journal: &Journal| {
        progress.add(1);
        show(journal)
    };
    let journal = if show(&journal).is_break() {
        journal
    } else {
        series.play(games, journal, &prepare::cores(jobs), &on_game)?
    };
    progress.finish();
    Ok(journal)
}

fn message(entrants: &[Entrant], records: &Records) -> String {
    match entrants {
        [_, _] => MatchStanding::of_match(records).line(),
        _ => {
            let table = Crosstable::of(records.values());
            let forfeits: u64 = table.rows.iter().flat_map(|row| row.forfeits.values()).sum();
            let leader = table.rows.first().map_or("no agent", |row| &row.name);
            format!("{leader} leads, {forfeits} forfeits")
        }
    }
}

/// The exit status of these records: the most severe one.
pub fn exit(records: &Records, gate: Option<Gate>) -> CommandExit {
    let endings = records.values().map(|record| CommandExit::from(record.ending.kind()));
    let missed = |gate: &Gate| gate.at_end(&MatchStanding::of_match(records)) != GateStatus::Met;
    let gate = gate.filter(missed).map(|_| CommandExit::GateMissed);
    endings.chain(gate).min().unwrap_or(CommandExit::Success)
}
