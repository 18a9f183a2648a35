//! The rounds of a Swiss tournament: what is played next, and how results count for pairings.

use crate::error::ClassError;
use crate::stages::earlier_games::EarlierGames;
use crate::stages::games::{ClassGames, MOST_PLAYS};
use crate::stages::series_folder::SeriesFolder;
use crate::stages::stage::ClassRun;
use cli::ProgressLine;
use referee::journal::{DrawRule, GameResult, Journal, Results, journal_scan};
use referee::pairing::Player;
use referee::plan::{Contest, CurrentRound, current_round};
use referee::players::Participant;
use referee::rules::{Ending, EndingKind};
use referee::schedule::ScheduledGame;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Plays round after round; returns the byes.
pub fn play_rounds(
    run: &ClassRun<'_>,
    games: &ClassGames,
    players: &[Participant],
    contest: &Contest<'_>,
    folder: &SeriesFolder,
) -> Result<Vec<(u32, Player)>, ClassError> {
    let mut journal = folder.begin(run, ClassRun::tell)?;
    let mut earlier = EarlierGames::find(run, folder, &journal);
    let planned = contest.planned_games()?;
    let series = games.series(run, players, planned, folder.path.clone());
    let cores = &run.settings.cores;
    let progress =
        ProgressLine::new(planned as u64, "games of the tournament").with_workers(cores.len());
    progress.skip(journal.results().len() as u64);
    let mut rounds =
        SwissRounds { run, contest, given_up: BTreeSet::new(), plays: BTreeMap::new() };
    let mut kept = 0;
    let byes = loop {
        let mut now = rounds.next(&journal)?;
        if now.missing.is_empty() {
            break now.byes;
        }
        if let Some(earlier) = &mut earlier {
            let added = earlier.add_to(&mut journal, &now.missing, players, &games.openings)?;
            now.missing.retain(|game| !journal.has(game.number()));
            progress.skip(added);
            kept += added;
        }
        if now.missing.is_empty() {
            continue;
        }
        progress.note(format!("round {} of {}", now.number, now.rounds));
        run.log.line(&format!(
            "round {} of {}: {}",
            now.number,
            now.rounds,
            cli::counted(now.missing.len(), "game")
        ));
        journal = series.play_all(&now.missing, journal, cores, &progress)?;
        run.go_on()?;
    };
    progress.finish();
    if kept > 0 {
        run.tell(&format!(
            "{kept} of {planned} games of the tournament were kept: the same agents met again"
        ));
    }
    Ok(byes)
}

/// What decides which games are played next.
struct SwissRounds<'a> {
    run: &'a ClassRun<'a>,
    contest: &'a Contest<'a>,
    /// The games that fail however often they are played.
    given_up: BTreeSet<u32>,
    /// How often each was played in this run and failed.
    plays: BTreeMap<u32, u32>,
}

impl SwissRounds<'_> {
    /// The games to play now: those of earlier rounds that count as drawn because the referee
    /// failed in them, so that their results count at last; then those that the current round
    /// lacks.
    fn next(&mut self, journal: &Journal) -> Result<CurrentRound, ClassError> {
        let rule = self.run.scheme().games.draws;
        loop {
            let drawn = paired_as_drawn(journal.path())?;
            let is_drawn =
                |game, _: &GameResult| drawn.contains(&game) || self.given_up.contains(&game);
            let counted = counted(journal.results(), rule, &is_drawn);
            let void = journal.results().iter().filter(|(id, game)| {
                game.is_void() && drawn.contains(id) && !self.given_up.contains(id)
            });
            let wanted = void.map(|(_, game)| game.round).next();
            let mut now = current_round(self.contest, &counted, wanted)?;
            let failed = |id: &u32| journal.results().get(id).is_some_and(GameResult::is_void);
            if wanted.is_some() {
                now.missing = now.games.clone();
                now.missing.retain(|game| failed(&game.number()));
            }
            let again: Vec<u32> =
                now.missing.iter().map(ScheduledGame::number).filter(failed).collect();
            let mut hopeless = Vec::new();
            for game in again {
                let plays = self.plays.entry(game).or_insert(0);
                *plays += 1;
                if *plays >= MOST_PLAYS {
                    hopeless.push(game);
                }
            }
            if hopeless.is_empty() {
                return Ok(now);
            }
            self.given_up.extend(hopeless);
        }
    }
}

/// The games that counted as drawn when a later round was paired, since the referee had failed in
/// them. That round stays as it was paired, even if they have a result by now.
fn paired_as_drawn(journal: &Path) -> Result<BTreeSet<u32>, ClassError> {
    let (mut drawn, mut open) = (BTreeSet::new(), BTreeMap::new());
    journal_scan::each_result(journal, &mut |_, _, result| {
        let (id, round) = (result.id, result.round);
        if result.is_void() {
            open.entry(id).or_insert(round);
        } else {
            open.remove(&id);
        }
        let is_earlier = |(&id, &of): (&u32, &u32)| (of < round).then_some(id);
        drawn.extend(open.iter().filter_map(is_earlier));
        Ok(())
    })?;
    Ok(drawn)
}

/// The results as they count for pairings and places. Where a draw is half a point, both sides get
/// the same time left in a drawn game, so that time decides nothing. A game that `is_drawn` counts
/// as such a one whatever its result is.
pub fn counted(
    results: &Results,
    rule: DrawRule,
    is_drawn: &dyn Fn(u32, &GameResult) -> bool,
) -> Results {
    let mut counted = results.clone();
    for (game, result) in &mut counted {
        let is_drawn = is_drawn(*game, result);
        if is_drawn {
            result.ending = Ending::MaxPlies;
        }
        if is_drawn || (rule == DrawRule::Half && result.ending.kind() == EndingKind::Drawn) {
            let shared = (result.black.left + result.white.left) / 2.0;
            (result.black.left, result.white.left) = (shared, shared);
        }
    }
    counted
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::journal::{JOURNAL, RecordedGame, results_of};
    use referee::testing::random_record;

    #[test]
    fn a_game_is_paired_as_drawn_if_it_fails_until_a_later_round() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join(JOURNAL);
        let mut journal = Journal::open(&path).expect("new");
        let lines = [(1, 1, false), (2, 1, true), (3, 1, false), (3, 1, true), (4, 2, true)];
        for (id, round, is_played) in lines.into_iter().chain([(1, 1, true), (5, 2, false)]) {
            let ending = if is_played { Ending::NoMoves } else { Ending::RefereeFault };
            let record = RecordedGame { round, ..random_record(id, ending) };
            journal.append(&record).expect("written");
        }
        assert_eq!(paired_as_drawn(&path).expect("read"), BTreeSet::from([1]));
    }

    #[test]
    fn time_decides_a_draw_only_if_the_scheme_says_so() {
        let mut drawn = random_record(1, Ending::Repetition);
        (drawn.black.left, drawn.white.left) = (1.0, 2.0);
        let void = random_record(2, Ending::RefereeFault);
        let results = results_of([&drawn, &void]);
        assert_eq!(winners(&results, DrawRule::Time), [Some(games::board::Side::White), None]);
        assert_eq!(winners(&results, DrawRule::Half), [None, None]);
        assert!(
            counted(&results, DrawRule::Time, &|_, one| one.is_void())
                .values()
                .all(|result| !result.is_void())
        );
    }

    fn winners(results: &Results, rule: DrawRule) -> Vec<Option<games::board::Side>> {
        let counted = counted(results, rule, &|_, one| one.is_void());
        counted.values().map(GameResult::winner_on_time).collect()
    }
}
