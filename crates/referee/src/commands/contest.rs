//! `referee match` and `referee tournament`.

use super::cli::{Bounds, Demand, Games, Match, ModelWord, Tournament};
use super::error::RefereeError;
use super::exit::{Exit, JOURNAL};
use super::output::say;
use super::prepare;
use super::progress::Progress;
use crate::crosstable::Crosstable;
use crate::encounter::Entrant;
use crate::estate::Estate;
use crate::gate::{Finding, Gate};
use crate::journal::{Journal, Records};
use crate::report::Report;
use crate::schedule::{Contest, Fixture, Pairs, schedule};
use crate::series::Series;
use crate::standing::Standing;
use statistics::{ErrorRates, Hypotheses, Model, Sprt};
use std::ops::ControlFlow;

/// Two players, and perhaps a demand on the first one.
pub fn play_match(task: &Match) -> Result<Exit, RefereeError> {
    let words = [task.players.a.clone(), task.players.b.clone()];
    play(&task.games, &words, Contest::Match, task.gate.gate()?)
}

/// Two or more players.
pub fn play_tournament(task: &Tournament) -> Result<Exit, RefereeError> {
    let players = task.agents.len();
    let contest =
        if task.gauntlet { Contest::Gauntlet { players } } else { Contest::RoundRobin { players } };
    play(&task.games, &task.agents, contest, None)
}

impl Demand {
    /// What is demanded, if anything is.
    fn gate(&self) -> Result<Option<Gate>, RefereeError> {
        if let Some(Bounds(elo0, elo1)) = self.sprt {
            let model = match self.sprt_model {
                ModelWord::Logistic => Model::Logistic,
                ModelWord::Normalized => Model::Normalized,
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
    games: &Games,
    words: &[String],
    contest: Contest,
    gate: Option<Gate>,
) -> Result<Exit, RefereeError> {
    let book = prepare::book(&games.openings)?;
    let players = prepare::players(words, &games.conditions.seconds)?;
    let out = prepare::folder(&games.out)?;
    let path = out.join(JOURNAL);
    let journal = Journal::open(&path)?;
    if !journal.records().is_empty() && !games.resume {
        return Err(RefereeError::Used { path });
    }
    let estate = Estate::new()?;
    let conditions = games.conditions.with_seed(games.seed);
    let entrants = prepare::calibrated(players, &estate, conditions.shutting, &out)?;
    let series = Series {
        entrants: &entrants,
        book: &book,
        conditions,
        estate: &estate,
        evidence: out.join("evidence"),
    };
    let fixtures =
        schedule(contest, book.size(), Pairs::for_games(games.games), series.conditions.seed);
    series.check_is_ours(&fixtures, journal.records())?;
    if !games.no_preflight {
        prepare::preflight(&entrants, series.conditions, &estate, &series.evidence)?;
    }
    if Pairs::for_games(games.games).games() > 2 * book.size().get() {
        eprintln!(
            "there are {} openings: later games repeat them, and agents that always play the same \
             repeat their games",
            book.size()
        );
    }
    let journal = watch(&series, &fixtures, journal, games, gate)?;
    let report = Report { records: journal.records(), gate };
    report.write_files(&out)?;
    say(if games.json { report.json() } else { report.text() })?;
    Ok(exit(journal.records(), gate))
}

/// Plays with a progress line on standard error.
fn watch(
    series: &Series<'_>,
    fixtures: &[Fixture],
    journal: Journal,
    games: &Games,
    gate: Option<Gate>,
) -> Result<Journal, RefereeError> {
    let progress = Progress::new(fixtures.len(), journal.records().len());
    let told = |journal: &Journal| {
        let records = journal.records();
        progress.show(records, message(series.entrants, records));
        let decided = |gate: Gate| gate.so_far(&Standing::of_match(records)) != Finding::Open;
        if gate.is_some_and(decided) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let journal = if told(&journal).is_break() {
        journal
    } else {
        series.play(fixtures, journal, &prepare::cores(games.jobs), &told)?
    };
    progress.close();
    Ok(journal)
}

fn message(entrants: &[Entrant], records: &Records) -> String {
    match entrants {
        [_, _] => Standing::of_match(records).line(),
        _ => {
            let table = Crosstable::of(records.values());
            let forfeits: u64 = table.rows.iter().flat_map(|row| row.forfeits.values()).sum();
            let leader = table.rows.first().map_or("nobody", |row| &row.name);
            format!("{leader} leads, {forfeits} forfeits")
        }
    }
}

/// What the records say to a script: the gravest of it.
pub fn exit(records: &Records, gate: Option<Gate>) -> Exit {
    let endings = records.values().map(|record| Exit::from(record.ending.kind()));
    let missed = |gate: &Gate| gate.in_the_end(&Standing::of_match(records)) != Finding::Met;
    let gate = gate.filter(missed).map(|_| Exit::GateMissed);
    endings.chain(gate).min().unwrap_or(Exit::Fine)
}
