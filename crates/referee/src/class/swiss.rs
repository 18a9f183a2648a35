//! The fourth stage: a Swiss tournament of all agents that passed.
//!
//! The pairings of a round follow from the results of the rounds before, which are in the journal:
//! a tournament that was broken off goes on where it was. With as many rounds as there are possible
//! opponents everybody meets everybody instead.

use crate::agent::Entrant;
use crate::class::error::ClassError;
use crate::class::games::{ClassGames, JOURNAL, journal};
use crate::class::scheme::DrawRule;
use crate::class::settings::Stages;
use crate::class::standings::{Place, Standings};
use crate::game::Ending;
use crate::plan::{Contender, Contest, CurrentRound, current_round};
use crate::record::journal_scan::JournalScan;
use crate::record::{GameResult, Journal, Results, journal_scan};
use crate::result::{ContestReport, Crosstable};
use crate::schedule::GamesEach;
use progress::Progress;
use std::ops::ControlFlow;
use tournament::{Format, Player};

/// The tournament's end.
#[derive(Debug, Default)]
pub(super) struct Swiss {
    /// All games.
    pub(super) results: Results,
    /// Everybody's place, in the order of the players.
    pub(super) places: Vec<Place>,
    /// Everybody's rating in Elo, in the same order; `None` for a player without games.
    pub(super) ratings: Vec<Option<f64>>,
    /// The journal, if there were games.
    pub(super) journal: Option<JournalScan>,
}

/// Plays all games that are missing. The first player is taken for the strongest.
///
/// # Errors
/// The referee cannot go on.
pub(super) fn play_swiss(
    stages: &Stages<'_>,
    games: &ClassGames,
    players: &[Entrant],
) -> Result<Swiss, ClassError> {
    let scheme = &stages.scheme().swiss;
    if scheme.rounds == 0 || players.is_empty() {
        return Ok(Swiss::default());
    }
    let each = GamesEach::in_pairs(scheme.games);
    let names: Vec<&str> = players.iter().map(|player| player.agent.name.as_str()).collect();
    let Some(format) = format(scheme.rounds, players.len()) else {
        let places = Standings::of(&names, &Results::new(), &[], each).places();
        return Ok(Swiss { places, ..Swiss::default() });
    };
    let contenders: Vec<Contender> = players.iter().map(contender).collect();
    let contest = Contest {
        format,
        games: each,
        contenders: &contenders,
        openings: &games.openings,
        rules: games.conditions.rules(),
    };
    let folder = stages.folder("swiss")?;
    let key = games.key(stages, players, &(scheme.rounds, scheme.games));
    let journal = journal(&folder, &key)?;
    let rule = stages.scheme().games.draws;
    let (journal, byes) = play_rounds(stages, games, players, &contest, journal)?;
    drop(journal);
    let journal = journal_scan::scan(&folder.join(JOURNAL))?;
    let results = journal.results.clone();
    let report = ContestReport { results: &results, gate: None, plan: None, folder: &folder };
    report.write_files(&journal)?;
    let places = Standings::of(&names, &counted(&results, rule), &byes, each).places();
    let ratings = ratings(&names, &results);
    Ok(Swiss { results, places, ratings, journal: Some(journal) })
}

/// Each player's rating in Elo, by points on the board against all opponents; 0 is the mean.
fn ratings(names: &[&str], results: &Results) -> Vec<Option<f64>> {
    let table = Crosstable::of(results.values());
    let ratings = table.ratings(&table.meetings()).players;
    let rating = |name: &&str| {
        let row = table.rows.iter().position(|row| row.name == **name)?;
        ratings[row].map(|rating| rating.elo)
    };
    names.iter().map(rating).collect()
}

fn contender(player: &Entrant) -> Contender {
    let agent = &player.agent;
    Contender { name: agent.name.clone(), sha256: agent.sha256.clone(), clock: player.clock }
}

/// The format for so many players; `None` if nobody can meet anybody.
const fn format(rounds: usize, players: usize) -> Option<Format> {
    if players < 2 {
        None
    } else if rounds + 1 >= players {
        Some(Format::RoundRobin)
    } else {
        // With more rounds two might have to meet again.
        let most = players.div_ceil(2);
        Some(Format::Swiss { rounds: if rounds < most { rounds } else { most } })
    }
}

/// Plays round after round; returns the byes too.
fn play_rounds(
    stages: &Stages<'_>,
    games: &ClassGames,
    players: &[Entrant],
    contest: &Contest<'_>,
    mut journal: Journal,
) -> Result<(Journal, Vec<(u32, Player)>), ClassError> {
    let planned = contest.planned_games()?;
    let folder = stages.folder("swiss")?;
    let series = games.series(stages, players, planned, folder);
    let rule = stages.scheme().games.draws;
    let progress = Progress::new(planned as u64, "games of the tournament");
    progress.skip(journal.results().len() as u64);
    let on_game = |_: &Journal| {
        progress.add(1);
        ControlFlow::Continue(())
    };
    let byes = loop {
        let counted = counted(journal.results(), rule);
        let CurrentRound { number, rounds, missing, byes, .. } =
            current_round(contest, &counted, None)?;
        if missing.is_empty() {
            break byes;
        }
        progress.note(format!("round {number} of {rounds}"));
        stages.log.line(&format!("round {number} of {rounds}: {} games", missing.len()));
        journal = series.play(&missing, journal, &stages.settings.cores, &on_game)?;
    };
    progress.finish();
    Ok((journal, byes))
}

/// The results as they count for pairings and places. Where a draw is half a point, no time is left
/// in them, so that time decides nothing. A game in which the referee failed is a draw here: another
/// result, won by playing it again later, could change pairings of rounds that were played.
fn counted(results: &Results, rule: DrawRule) -> Results {
    let mut counted = results.clone();
    for result in counted.values_mut() {
        count(result, rule);
    }
    counted
}

fn count(result: &mut GameResult, rule: DrawRule) {
    if result.is_void() {
        result.ending = Ending::MaxPlies;
        (result.black.left, result.white.left) = (0.0, 0.0);
    }
    match rule {
        DrawRule::Half => (result.black.left, result.white.left) = (0.0, 0.0),
        DrawRule::Time => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::random::random_record;
    use crate::record::results_of;

    #[test]
    fn few_players_all_meet_and_many_play_as_many_rounds_as_they_can() {
        let of = |players| [1, 3, 7].map(|rounds| format(rounds, players));
        let swiss = |rounds| Some(Format::Swiss { rounds });
        assert_eq!(of(1), [None; 3]);
        assert_eq!(of(2), [Some(Format::RoundRobin); 3]);
        assert_eq!(of(4), [swiss(1), Some(Format::RoundRobin), Some(Format::RoundRobin)]);
        assert_eq!(of(12), [swiss(1), swiss(3), swiss(6)]);
        assert_eq!(of(500), [swiss(1), swiss(3), swiss(7)]);
        for (rounds, players) in (1..9).flat_map(|r| (2..40).map(move |p| (r, p))) {
            let format = format(rounds, players).expect("two can meet");
            assert!(format.rounds(players).is_ok(), "{rounds} rounds of {players}");
        }
    }

    #[test]
    fn time_decides_a_draw_only_if_the_scheme_says_so() {
        let mut drawn = random_record(1, Ending::Repetition);
        (drawn.black.left, drawn.white.left) = (1.0, 2.0);
        let void = random_record(2, Ending::RefereeFault);
        let results = results_of([&drawn, &void]);
        let winners = |rule| {
            let counted = counted(&results, rule);
            counted.values().map(GameResult::winner_on_time).collect::<Vec<_>>()
        };
        assert_eq!(winners(DrawRule::Time), [Some(games::board::Side::White), None]);
        assert_eq!(winners(DrawRule::Half), [None, None]);
        assert!(counted(&results, DrawRule::Time).values().all(|result| !result.is_void()));
    }
}
