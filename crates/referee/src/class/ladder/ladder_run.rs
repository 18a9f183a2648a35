//! A submission comes to a ladder: it takes the place of an earlier one of its name, plays pairs of
//! games against others, spread over the whole table, and the page is made anew.

use crate::agent::{Agent, Entrant};
use crate::class::error::ClassError;
use crate::class::forms::graded_submission::LadderStanding;
use crate::class::games::{ClassGames, side_of};
use crate::class::grading_time::GradingTime;
use crate::class::ladder::hidden_names::NameVeil;
use crate::class::ladder::ladder_folder::{LadderFolder, PAGE, current};
use crate::class::ladder::ladder_game::LadderGame;
use crate::class::ladder::ladder_page::{self, MOST_GAMES};
use crate::class::ladder::ladder_table::{LadderRow, rows, standing};
use crate::class::scheme_values::PageNames;
use crate::class::stage::Stages;
use crate::record::journal_scan::{JournalScan, scan};
use crate::record::{Journal, Results};
use crate::schedule::{GameId, Leg, ScheduledGame, order};
use formats::file;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};
use tournament::Player;

/// How a submission joins a ladder.
#[derive(Clone, Copy, Debug)]
pub struct LadderOrder<'a> {
    pub folder: &'a Path,
    /// The most opponents; two games against each.
    pub opponents: usize,
    pub names: PageNames,
}

/// A submission on the ladder.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JoinedLadder {
    /// `None` without games.
    pub standing: Option<LadderStanding>,
    /// What did not fit into the time.
    pub remark: Option<String>,
}

/// Puts the player on the ladder.
pub fn join(
    stages: &Stages<'_>,
    games: &ClassGames,
    player: &Entrant,
    cap: &GradingTime,
    wanted: LadderOrder<'_>,
) -> Result<JoinedLadder, ClassError> {
    let no_time = || Some("No time was left for the ladder.".to_string());
    let Some(ladder) = LadderFolder::open(wanted.folder, stages, cap)? else {
        return Ok(JoinedLadder { standing: None, remark: no_time() });
    };
    let agent = ladder.put(stages, &player.agent)?;
    let players = ladder.players(stages)?;
    let journal = ladder.journal()?;
    let chosen = opponents(&players, journal.results(), &agent, wanted.opponents);
    let (count, wanted_games) = (chosen.len(), 2 * chosen.len());
    let mut entrants = vec![Entrant { agent: agent.clone(), ..player.clone() }];
    for opponent in chosen {
        entrants.push(games.entrant(stages, &opponent)?);
    }
    let played = play(stages, games, (&entrants, &ladder.folder), cap, journal)?;
    let results = current(&scan_of(&ladder)?.results, &players);
    let names: Vec<String> = players.into_iter().map(|agent| agent.name).collect();
    let rows = rows(&results, &names);
    write_page(&ladder.folder.join(PAGE), &rows, &scan_of(&ladder)?, &results, &veil(&wanted)?)?;
    stages.log.line(&format!("{}: {played} games against {count} of the ladder", agent.name));
    let remark = (played < wanted_games)
        .then(|| format!("{played} of {wanted_games} games of the ladder fitted into the time."));
    Ok(JoinedLadder { standing: standing(&rows, &agent.name), remark })
}

fn veil(wanted: &LadderOrder<'_>) -> Result<NameVeil, ClassError> {
    NameVeil::new(wanted.names, wanted.folder)
}

fn scan_of(ladder: &LadderFolder) -> Result<JournalScan, ClassError> {
    Ok(scan(&ladder.journal_path())?)
}

/// Others, spread evenly over the table from the strongest to the weakest; those that it has met
/// already are left out.
fn opponents(players: &[Agent], results: &Results, own: &Agent, most: usize) -> Vec<Agent> {
    let now = current(results, players);
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    let has_met = |name: &str| {
        let met = |game: &&crate::record::GameResult| {
            side_of(game, name).is_some() && side_of(game, &own.name).is_some()
        };
        now.values().filter(met).count() >= 2
    };
    let table = rows(&now, &names);
    let others = table.iter().filter(|row| row.name != own.name && !has_met(&row.name));
    let others: Vec<&LadderRow> = others.collect();
    let chosen = spread(others.len(), most).into_iter().map(|at| &others[at].name);
    chosen.filter_map(|name| players.iter().find(|player| player.name == *name).cloned()).collect()
}

/// At most `most` of so many places, the first and the last among them.
fn spread(count: usize, most: usize) -> Vec<usize> {
    match (count, most) {
        (count, most) if count <= most => (0..count).collect(),
        (_, 0) => Vec::new(),
        (count, 1) => vec![count / 2],
        (count, most) => (0..most).map(|at| at * (count - 1) / (most - 1)).collect(),
    }
}

/// Plays two games of the first entrant against each other one, as long as they fit; the number of
/// those that were played.
fn play(
    stages: &Stages<'_>,
    games: &ClassGames,
    (entrants, folder): (&[Entrant], &Path),
    cap: &GradingTime,
    mut journal: Journal,
) -> Result<usize, ClassError> {
    let before = journal.results().len();
    let openings = order(games.openings.size(), games.conditions.seed);
    let first = journal.results().values().map(|game| game.pair as usize).max().unwrap_or(0);
    let series = games.series(stages, entrants, before + 2 * entrants.len(), folder.to_path_buf());
    let mut longest = Duration::ZERO;
    for (at, opponent) in (1..entrants.len()).enumerate() {
        let pair = first + at;
        let game = |leg, black, white| ScheduledGame {
            id: GameId::new(pair, leg),
            round: 1,
            opening: openings[pair % openings.len()],
            black: Player(black),
            white: Player(white),
        };
        if !cap.fits(2 * longest) || stages.settings.stop.is_set() {
            break;
        }
        for game in [game(Leg::First, 0, opponent), game(Leg::Second, opponent, 0)] {
            let begun = Instant::now();
            let go_on = |_: &Journal| ControlFlow::Continue(());
            journal = series.play(&[game], journal, &stages.settings.cores[..1], &go_on)?;
            longest = longest.max(begun.elapsed());
        }
    }
    Ok(journal.results().len() - before)
}

/// Writes the page of these games.
pub fn write_page(
    path: &Path,
    rows: &[LadderRow],
    journal: &JournalScan,
    results: &Results,
    veil: &NameVeil,
) -> Result<(), ClassError> {
    let skipped = results.len().saturating_sub(MOST_GAMES);
    let mut games = Vec::new();
    for id in results.keys().skip(skipped) {
        if let Some(record) = journal.record(*id)? {
            games.push(LadderGame::new(&record, veil)?);
        }
    }
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let now = now.replace('T', " ").replace('Z', " UTC");
    Ok(file::replace(path, ladder_page::text(rows, &games, veil, (&now, results.len())))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_are_spread_over_the_table() {
        assert_eq!(spread(3, 5), [0, 1, 2]);
        assert_eq!(spread(9, 5), [0, 2, 4, 6, 8]);
        assert_eq!(spread(100, 3), [0, 49, 99]);
        assert_eq!((spread(9, 1), spread(9, 0)), (vec![4], vec![]));
        for (count, most) in (0..30).flat_map(|count| (0..10).map(move |most| (count, most))) {
            let places = spread(count, most);
            assert_eq!(places.len(), count.min(most));
            assert!(places.windows(2).all(|two| two[0] < two[1]), "{count} {most}: {places:?}");
        }
    }
}
