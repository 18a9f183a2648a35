//! `referee plan --simulate`: a whole tournament by given strengths, without processes.

use super::cli::PlanArgs;
use super::contest_setup::plan_facts;
use super::outcome::{CommandExit, JOURNAL, PLAN, RefereeError, say};
use super::prepare;
use super::prepare::today;
use crate::agent::{Agent, Carry};
use crate::plan::{
    Contender, Contest, Plan, PlanTerms, PlannedAgent, Simulation, Slice, current_round, merge,
    random_strengths,
};
use crate::record::{Results, journal_scan, results_of, write_line};
use crate::result::{ContestReport, RatedTable};
use crate::schedule::GamesEach;
use progress::Progress;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Simulates the tournament, and says how well its ratings find the strengths.
pub fn simulate(args: &PlanArgs, players: usize) -> Result<CommandExit, RefereeError> {
    let format = args.format.format(players)?;
    let games = GamesEach(args.games.games_each(format));
    let agents = agents(players, &args.games.conditions.seconds)?;
    let contenders: Vec<Contender> = agents.iter().map(PlannedAgent::contender).collect();
    let openings = prepare::openings(&args.games.openings)?;
    let rules = args.games.conditions.with_seed(args.games.seed).rules();
    let contest = Contest { format, games, contenders: &contenders, openings: &openings, rules };
    let strengths = random_strengths(players, args.games.seed);
    let date = args.games.date.clone().unwrap_or_else(today);
    let out = args.out.as_deref().unwrap_or(Path::new("simulated"));
    let out = prepare::folder(out)?;
    let terms = PlanTerms {
        format,
        games_each: games.0,
        planned_games: contest.planned_games()?,
        date: date.clone(),
        rules,
        openings_name: args.games.openings.clone(),
    };
    let simulation = Simulation { contest, strengths: &strengths, date: &date };
    let plan = |round: &_| Plan::new(terms.clone(), agents.clone(), &openings, round);
    let slices = Slices::new(&out, args.slices)?;
    play(&simulation, &slices, &plan, &out)?;
    report(&out, &simulation)?;
    Ok(CommandExit::Success)
}

/// Players that are no programs.
fn agents(players: usize, seconds: &[f64]) -> Result<Vec<PlannedAgent>, RefereeError> {
    let clocks = prepare::clocks(seconds, players)?;
    let agent = |(number, clock): (usize, Duration)| PlannedAgent {
        agent: Agent {
            name: format!("agent-{number:03}"),
            program: PathBuf::from("simulated"),
            args: Vec::new(),
            files: Vec::new(),
            calibrate: None,
            directory: None,
            carry: Carry::Nothing,
            sha256: format!("{number:064x}"),
        },
        seconds: clock.as_secs_f64(),
    };
    Ok((1..).zip(clocks).map(agent).collect())
}

/// Where simulated games are written: one journal, or one for each slice.
struct Slices {
    journals: Vec<PathBuf>,
}

impl Slices {
    fn new(out: &Path, slices: Option<usize>) -> Result<Self, RefereeError> {
        let Some(slices) = slices else {
            return Ok(Slices { journals: vec![out.join(JOURNAL)] });
        };
        let folder = |slice: usize| prepare::folder(&out.join("slices").join(slice.to_string()));
        let folders = (1..=slices).map(folder).collect::<Result<Vec<_>, _>>()?;
        Ok(Slices { journals: folders.into_iter().map(|folder| folder.join(JOURNAL)).collect() })
    }
}

/// Plays round after round.
fn play(
    simulation: &Simulation<'_>,
    slices: &Slices,
    plan: &dyn Fn(&crate::plan::CurrentRound) -> Plan,
    out: &Path,
) -> Result<(), RefereeError> {
    let total = simulation.contest.planned_games()?;
    let progress = Progress::new(total as u64, "games");
    let mut results = Results::new();
    for journal in &slices.journals {
        let failed = RefereeError::folder(journal);
        fs::File::create(journal).map(drop).map_err(failed)?;
    }
    while results.len() < total {
        let round = current_round(&simulation.contest, &results, None)?;
        plan(&round).write(&out.join(PLAN))?;
        let of_game = Slice::slices(&round.missing, slices.journals.len());
        for (journal, number) in slices.journals.iter().zip(1_usize..) {
            let of_slice = round.missing.iter().zip(&of_game);
            let ours = of_slice.filter(|(_, slice)| slice.number() == number);
            let records: Vec<_> = ours.filter_map(|(game, _)| simulation.play(game)).collect();
            append(journal, &records)?;
            progress.add(records.len() as u64);
            results.append(&mut results_of(&records));
        }
    }
    progress.finish();
    Ok(())
}

fn append(journal: &Path, records: &[crate::record::RecordedGame]) -> Result<(), RefereeError> {
    let failed = RefereeError::folder(journal);
    let file = File::options().append(true).open(journal).map_err(&failed)?;
    let mut file = BufWriter::new(file);
    for record in records {
        file.write_all(write_line(record)?.as_bytes()).map_err(&failed)?;
    }
    file.flush().map_err(failed)
}

/// Joins the slices, writes all files, and compares ratings with strengths.
fn report(out: &Path, simulation: &Simulation<'_>) -> Result<(), RefereeError> {
    let path = out.join(JOURNAL);
    let mut journals: Vec<PathBuf> = vec![path.clone()];
    let slices = fs::read_dir(out.join("slices")).into_iter().flatten().flatten();
    journals.extend(slices.map(|slice| slice.path().join(JOURNAL)));
    journals.retain(|journal| journal.is_file());
    merge(&journals, &path, &|_| Ok(()))?;
    let journal = journal_scan::scan(&path)?;
    let plan = plan_facts(out, &journal.results);
    let (results, plan) = (&journal.results, plan.as_ref());
    let report = ContestReport::new(results, plan, out);
    report.write_files(&journal)?;
    say(report.text())?;
    say(comparison(report.table(), simulation))
}

/// How far the ratings are from the strengths.
fn comparison(
    RatedTable { table, ratings, .. }: &RatedTable,
    simulation: &Simulation<'_>,
) -> String {
    let strengths = simulation.strengths;
    let mean = strengths.iter().sum::<f64>() / strengths.len().max(1) as f64;
    let (mut squares, mut inside, mut rated) = (0.0, 0_u32, 0_u32);
    for (row, rating) in table.rows.iter().zip(&ratings.players) {
        let player = simulation.contest.player(&row.name);
        let (Some(player), Some(rating)) = (player, rating) else { continue };
        let error = rating.elo - (strengths[player.0] - mean);
        squares += error * error;
        inside += u32::from(error.abs() <= rating.error);
        rated += 1;
    }
    let error = (squares / f64::from(rated.max(1))).sqrt();
    let share = 100.0 * f64::from(inside) / f64::from(rated.max(1));
    format!(
        "ratings against the given strengths of {rated} agents: root mean square error {error:.1} \
         Elo, {share:.1} % within their 95 % intervals\n"
    )
}
