//! The fourth stage: a Swiss tournament of all agents that passed.
//!
//! The pairings of a round follow from the results of earlier rounds, which are in the journal, so
//! a tournament that was broken off goes on where it was. With as many rounds as there are possible
//! opponents everybody meets everybody instead.

use crate::error::ClassError;
use crate::stages::games::ClassGames;
use crate::stages::stage::{ClassRun, MOST_NAMES};
use crate::stages::swiss_rounds::{counted, play_rounds};
use cli::{file, visible};
use referee::journal::journal_scan::JournalScan;
use referee::journal::{DrawRule, GameResult, JOURNAL, Results, journal_scan};
use referee::pairing::{Format, Player};
use referee::plan::{Contest, PlannedAgent};
use referee::players::Participant;
use referee::results::{Bye, ContestReport, OpeningsFact, PlanFacts, RatedTable};
use referee::schedule::GamesEach;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The folder of the tournament, and the file with its places.
const SWISS_FOLDER: &str = "swiss";
const PLACES: &str = "places.json";
const LONGEST_FILE: u64 = 64 << 20;

type SwissPlaces = BTreeMap<String, SwissPlace>;

#[derive(Debug, Default)]
pub struct Swiss {
    pub results: Results,
    /// By name.
    pub places: SwissPlaces,
    /// `None` without games.
    pub journal: Option<JournalScan>,
}

/// The place of one player. Points decide, then the tie-breaks of all tables except time, so the
/// same games give the same places. Players who are equal in all of them share the better place.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SwissPlace {
    /// From 1.
    pub place: usize,
    /// A bye counts as games that were won.
    pub points: f64,
    /// Includes the games of byes.
    pub games: u64,
    /// In Elo, relative to the mean of the tournament; `None` without games.
    pub rating: Option<f64>,
}

/// Plays all games that are missing. The players are seeded in their order.
pub fn play_swiss(
    run: &ClassRun<'_>,
    games: &ClassGames,
    players: &[Participant],
) -> Result<Swiss, ClassError> {
    let scheme = &run.scheme().swiss;
    if scheme.rounds == 0 || players.is_empty() {
        return Ok(Swiss::default());
    }
    let Some(format) = format(scheme.rounds, players.len()) else {
        let alone = SwissPlace { place: 1, points: 0.0, games: 0, rating: None };
        let places = players.iter().map(|one| (one.agent.name.clone(), alone)).collect();
        return Ok(Swiss { places, ..Swiss::default() });
    };
    let agents = players.iter().map(|one| PlannedAgent::new(one.agent.clone(), one.clock));
    let agents: Vec<_> = agents.collect();
    let contest = Contest {
        format,
        games: GamesEach::in_pairs(scheme.games),
        agents: &agents,
        openings: &games.openings,
        rules: games.conditions.rules(),
    };
    let folder = run.folder(SWISS_FOLDER)?;
    let more = (scheme.rounds, scheme.games);
    let series = games.folder(run, folder.clone(), players, &more);
    let byes = play_rounds(run, games, players, &contest, &series)?;
    let journal = journal_scan::scan(&folder.join(JOURNAL))?;
    let facts = facts(run, &contest, &byes)?;
    let is_void = |_, result: &GameResult| result.is_void();
    let half = counted(&journal.results, DrawRule::Half, &is_void);
    let half = ContestReport::new(&half, Some(&facts), &folder);
    let counted = counted(&journal.results, run.scheme().games.draws, &is_void);
    let report = ContestReport::new(&counted, Some(&facts), &folder);
    report.write_files(&journal)?;
    let half = places(&contest, half.table(), &facts);
    let places = places(&contest, report.table(), &facts);
    tell_of_time(run, &places, &half);
    file::replace(&folder.join(PLACES), serde_json::to_string_pretty(&places)? + "\n")?;
    Ok(Swiss { results: journal.results.clone(), places, journal: Some(journal) })
}

/// The grader should know where time left in drawn games decides who stands higher, unless the
/// scheme has thought of it: a level charges its reference for time.
fn tell_of_time(run: &ClassRun<'_>, places: &SwissPlaces, half: &SwissPlaces) {
    let is_charged = run.scheme().levels.iter().any(|level| !level.surcharge().is_zero());
    let moved = moved(places, half);
    if !is_charged && !moved.is_empty() {
        run.tell(&format!(
            "drawn games were decided by time left, and the places of {} depend on it; draws = \
             \"half\" in [games] would count them as half a point",
            visible::cut(&moved.join(", "), MOST_NAMES)
        ));
    }
}

fn moved<'a>(places: &'a SwissPlaces, others: &SwissPlaces) -> Vec<&'a str> {
    let place = |all: &SwissPlaces, name: &str| all.get(name).map(|one| one.place);
    let names = places.keys().map(String::as_str);
    names.filter(|name| place(places, name) != place(others, name)).collect()
}

/// The tournament of an earlier run, if it has come to its places.
pub fn kept_swiss(run: &ClassRun<'_>) -> Result<Swiss, ClassError> {
    let folder = run.folder(SWISS_FOLDER)?;
    let Some(text) = file::read(&folder.join(PLACES), LONGEST_FILE)? else {
        return Ok(Swiss::default());
    };
    let journal = journal_scan::scan(&folder.join(JOURNAL))?;
    let places = serde_json::from_str(&text)?;
    Ok(Swiss { results: journal.results.clone(), places, journal: Some(journal) })
}

fn facts(
    run: &ClassRun<'_>,
    contest: &Contest<'_>,
    byes: &[(u32, Player)],
) -> Result<PlanFacts, ClassError> {
    let scheme = &run.scheme().games;
    let points = contest.games.0 as f64;
    let openings = scheme.openings.text();
    Ok(PlanFacts {
        kind: if contest.format == Format::RoundRobin { "round robin" } else { "Swiss" }
            .to_string(),
        agents: contest.agents.iter().map(|one| one.agent.name.clone()).collect(),
        games: contest.planned_games()? as u64,
        is_finished: true,
        time: None,
        profile: scheme.profile,
        answers: contest.rules.answers,
        seconds: vec![scheme.seconds.into()],
        openings: OpeningsFact {
            name: openings.to_string(),
            count: contest.openings.size().get(),
            order: contest.rules.opening_order,
        },
        beginning: contest.rules.beginning(contest.openings),
        seed: scheme.seed,
        adjudication: None,
        round: None,
        first_games: Vec::new(),
        left_out: Vec::new(),
        byes: byes
            .iter()
            .map(|&(round, player)| Bye { agent: contest.name(player).to_string(), round, points })
            .collect(),
    })
}

fn places(contest: &Contest<'_>, rated: &RatedTable, facts: &PlanFacts) -> SwissPlaces {
    let RatedTable { table, ratings, .. } = rated;
    contest
        .agents
        .iter()
        .filter_map(|PlannedAgent { agent, .. }| {
            let row = table.rows.iter().position(|row| row.name == agent.name)?;
            let own = &table.points[row];
            let byes = facts.byes.iter().filter(|bye| bye.agent == agent.name).count();
            let place = SwissPlace {
                place: table.points.iter().filter(|other| other.order(own).is_lt()).count() + 1,
                points: own.course,
                games: table.rows[row].games() + (byes * contest.games.0) as u64,
                rating: ratings.players.get(row).copied().flatten().map(|rating| rating.elo),
            };
            Some((agent.name.clone(), place))
        })
        .collect()
}

/// The format for this number of players; `None` if there are fewer than two.
pub const fn format(rounds: usize, players: usize) -> Option<Format> {
    if players < 2 {
        None
    } else if rounds + 1 >= players {
        Some(Format::RoundRobin)
    } else {
        // In more rounds two might have to meet again.
        let most = players.div_ceil(2);
        Some(Format::Swiss { rounds: if rounds < most { rounds } else { most } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_players_all_meet_and_many_play_as_many_rounds_as_they_can() {
        assert_eq!(formats(1), [None; 3]);
        assert_eq!(formats(2), [Some(Format::RoundRobin); 3]);
        assert_eq!(formats(4), [swiss(1), Some(Format::RoundRobin), Some(Format::RoundRobin)]);
        assert_eq!(formats(12), [swiss(1), swiss(3), swiss(6)]);
        assert_eq!(formats(500), [swiss(1), swiss(3), swiss(7)]);
        for (rounds, players) in (1..9).flat_map(|r| (2..40).map(move |p| (r, p))) {
            let format = format(rounds, players).expect("two can meet");
            assert!(format.rounds(players).is_ok(), "{rounds} rounds of {players}");
        }
    }

    fn swiss(rounds: usize) -> Option<Format> {
        Some(Format::Swiss { rounds })
    }

    fn formats(players: usize) -> [Option<Format>; 3] {
        [1, 3, 7].map(|rounds| format(rounds, players))
    }

    #[test]
    fn those_whose_places_time_decides_are_named() {
        let places = |numbers: [usize; 3]| -> SwissPlaces {
            let places = ["ann", "bea", "cy"].map(str::to_string).into_iter().zip(numbers);
            let place = |place| SwissPlace { place, points: 0.0, games: 2, rating: None };
            places.map(|(name, number)| (name, place(number))).collect()
        };
        assert_eq!(moved(&places([1, 2, 3]), &places([1, 1, 3])), ["bea"]);
        assert!(moved(&places([1, 2, 3]), &places([1, 2, 3])).is_empty());
    }
}
