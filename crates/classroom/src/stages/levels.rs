//! The games of an agent against the levels of the reference agent; what they earn:
//! `level_score.rs`.
//!
//! In a class each student has a journal of its own, so that a changed submission costs only its
//! own games. All play their first game, then all their second, and so on: the time left is known
//! after the first, however unlike the agents are, and a class that is broken off has treated all
//! alike.
//!
//! A submission that is graded alone may have a time limit. Its games come in rounds, one against
//! each level, and a round begins only if it fits, by the longest game so far against each level:
//! so the same number is left out at all levels (`round_times.rs`). While games are still to come,
//! a level has the points of its finished games out of all that are planned: points never fall.

use crate::error::ClassError;
use crate::stages::estimate::{Estimate, better_sentence};
use crate::stages::games::{ClassGames, MOST_PLAYS, games_of_levels, opponents};
use crate::stages::level_score::LevelGames;
use crate::stages::round_times::RoundTimes;
use crate::stages::series_folder::SeriesFolder;
use crate::stages::stage::{ClassRun, for_each};
use cli::{ProgressLine, counted};
use referee::journal::{GameResult, Journal};
use referee::play::GameRunner;
use referee::players::Participant;
use referee::schedule::ScheduledGame;
use runner::TimeLimit;
use std::collections::BTreeMap;
use std::iter;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// With fewer games, the line of progress tells enough.
const MANY_GAMES: usize = 20;

/// Plays all games of a class that are missing; the result is in the order of the players.
pub fn play_levels_of_all(
    run: &ClassRun<'_>,
    games: &ClassGames,
    players: &[Participant],
) -> Result<Vec<LevelGames>, ClassError> {
    let levels = &run.scheme().levels;
    let list = games_of_levels(games, levels);
    if list.is_empty() || players.is_empty() {
        return Ok(vec![LevelGames::default(); players.len()]);
    }
    let opponents = opponents(run, games, levels)?;
    let participants: Vec<Vec<Participant>> = players
        .iter()
        .map(|player| iter::once(player).chain(&opponents).cloned().collect())
        .collect();
    let opened: Vec<Result<OpenLevels<'_>, ClassError>> = participants
        .iter()
        .map(|participants| match OpenLevels::open(run, games, participants, list.len()) {
            Err(fault @ ClassError::Correctable(_)) => Ok(Err(fault)),
            opened => opened.map(Ok),
        })
        .collect::<Result<_, ClassError>>()?;
    let playable: Vec<_> = opened.iter().flatten().collect();
    let turns: Vec<_> =
        list.iter().flat_map(|game| playable.iter().map(move |&one| (one, game))).collect();
    let progress = ProgressLine::new(turns.len() as u64, "games against the reference");
    let progress = progress.with_workers(run.settings.cores.len());
    let later = Estimate::new(run.scheme(), players.len(), 1).tournament_games;
    let (begun, played) = (Instant::now(), AtomicUsize::new(0));
    for_each(&turns, &run.settings.cores, &|(levels, game), core| {
        progress.task(format!("{} against the reference", levels.name()));
        match levels.play(game, core)? {
            PlayedNow::Yes => {
                progress.add(1);
                let played = played.fetch_add(1, Ordering::Relaxed) + 1;
                if turns.len() >= MANY_GAMES && played == turns.len().div_ceil(10) {
                    let better = better_sentence(begun.elapsed(), [played, turns.len(), later]);
                    run.log.line(&better);
                    progress.suspend(|| (run.settings.warn)(&better));
                }
            }
            PlayedNow::No => progress.skip(1),
        }
        Ok::<_, ClassError>(())
    })?;
    progress.finish();
    play_void_again(run, &playable, &list)?;
    let games = opened.into_iter().map(|opened| match opened {
        Ok(levels) => levels.games(),
        Err(fault) => Ok(LevelGames { fault: Some(fault.to_string()), ..LevelGames::default() }),
    });
    games.collect()
}

/// Plays the games again in which the referee failed.
fn play_void_again(
    run: &ClassRun<'_>,
    open: &[&OpenLevels<'_>],
    list: &[ScheduledGame],
) -> Result<(), ClassError> {
    for _ in 1..MOST_PLAYS {
        let mut void = Vec::new();
        for &levels in open {
            let results = levels.games()?.results;
            let is_void = |game: &&ScheduledGame| {
                results.get(&game.number()).is_some_and(GameResult::is_void)
            };
            void.extend(list.iter().filter(is_void).map(|game| (levels, game)));
        }
        if void.is_empty() {
            break;
        }
        for_each(&void, &run.settings.cores, &|(levels, game), core| levels.play(game, core))?;
    }
    Ok(())
}

/// Plays the games of one agent that fit into the time; `on_game` is called with all results after
/// each.
pub fn play_levels(
    run: &ClassRun<'_>,
    games: &ClassGames,
    player: &Participant,
    time: &TimeLimit,
    on_game: &mut dyn FnMut(&LevelGames) -> Result<(), ClassError>,
) -> Result<(), ClassError> {
    let levels = &run.scheme().levels;
    if levels.is_empty() {
        return Ok(());
    }
    let opponents = opponents(run, games, levels)?;
    let participants: Vec<Participant> = iter::once(player).chain(&opponents).cloned().collect();
    let list = games_of_levels(games, levels);
    let open = OpenLevels::open(run, games, &participants, list.len())?;
    let mut times = RoundTimes::new(run.temp_root.idle_sum(), run.scheme().games.longest_game());
    let level_of = |game: &ScheduledGame| games.level_of(levels, game);
    for round in rounds(&list, &level_of) {
        let results = open.games()?.results;
        let is_missing =
            |game: &&ScheduledGame| results.get(&game.number()).is_none_or(GameResult::is_void);
        let missing: Vec<_> = round.iter().filter(is_missing).collect();
        if !time.fits(times.of(missing.iter().map(|game| level_of(game)))) {
            break;
        }
        for game in missing {
            let begun = times.begin();
            let core = run.settings.cores.first().copied().flatten();
            // What the journal has by then is not played.
            let played = (0..MOST_PLAYS).try_for_each(|_| open.play(game, core).map(drop));
            times.end(level_of(game), begun);
            on_game(&LevelGames { stall: times.stall(time.limit()), ..open.games()? })?;
            played?;
        }
    }
    on_game(&LevelGames { stall: times.stall(time.limit()), ..open.games()? })
}

/// The games in rounds: in each the next one against each level that has one more.
fn rounds(
    list: &[ScheduledGame],
    level_of: &dyn Fn(&ScheduledGame) -> usize,
) -> Vec<Vec<ScheduledGame>> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    let mut rounds: Vec<Vec<ScheduledGame>> = Vec::new();
    for game in list {
        let count = counts.entry(level_of(game)).or_insert(0);
        if rounds.len() <= *count {
            rounds.push(Vec::new());
        }
        rounds[*count].push(*game);
        *count += 1;
    }
    rounds
}

struct OpenLevels<'a> {
    run: &'a ClassRun<'a>,
    series: GameRunner<'a>,
    folder: SeriesFolder,
    one_game: Mutex<()>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlayedNow {
    Yes,
    No,
}

impl<'a> OpenLevels<'a> {
    /// `participants`: the agent, and then its opponents.
    fn open(
        run: &'a ClassRun<'a>,
        games: &'a ClassGames,
        participants: &'a [Participant],
        planned: usize,
    ) -> Result<Self, ClassError> {
        let levels = &run.scheme().levels;
        let limits: Vec<_> =
            levels.iter().map(|level| (level.depth, level.games, level.surcharge())).collect();
        let path = run.folder("gauntlet")?.join(&participants[0].agent.name);
        let folder = games.folder(run, path.clone(), participants, &limits);
        // What another submission played is put aside before the folder is guarded.
        folder.begin(run, |run, sentence| run.log.line(sentence))?;
        let series = games.series(run, participants, planned, path);
        Ok(OpenLevels { run, series, folder, one_game: Mutex::new(()) })
    }

    fn name(&self) -> &str {
        &self.series.participants[0].agent.name
    }

    /// Plays a game that the journal lacks. The journal is open only meanwhile: a class has more
    /// journals than a process may have open files.
    fn play(&self, game: &ScheduledGame, core: Option<usize>) -> Result<PlayedNow, ClassError> {
        self.run.go_on()?;
        let _one = self.one_game.lock().unwrap_or_else(PoisonError::into_inner);
        let journal = self.folder.journal()?;
        if journal.has(game.number()) {
            return Ok(PlayedNow::No);
        }
        let all = &|_: &Journal| ControlFlow::Continue(());
        let journal = self.series.play(&[*game], journal, &[core], all)?;
        self.run.go_on()?;
        if journal.results().len() == self.series.planned {
            let games = counted(self.series.planned, "game");
            self.run.log.line(&format!("{}: {games} against the reference", self.name()));
        }
        Ok(PlayedNow::Yes)
    }

    fn games(&self) -> Result<LevelGames, ClassError> {
        let results = self.folder.journal()?.results().clone();
        Ok(LevelGames { results, ..LevelGames::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::pairing::{Pairing, Player};
    use referee::schedule::{GamesEach, OpeningIndex, RoundSchedule};

    fn list(levels: usize, games: usize) -> Vec<ScheduledGame> {
        let pairings: Vec<_> = (1..=levels)
            .map(|second| Pairing { first: Player(0), second: Player(second) })
            .collect();
        let games = GamesEach::in_pairs(games);
        let openings = &[OpeningIndex::START];
        RoundSchedule { round: 1, pairs_before: 0, games, openings }.games(&pairings)
    }

    #[test]
    fn a_round_has_one_game_against_each_level_in_both_colors_in_turn() {
        let rounds = rounds(&list(3, 4), &level_of);
        assert_eq!(rounds.len(), 4);
        for (number, round) in rounds.iter().enumerate() {
            let levels: Vec<_> = round.iter().map(level_of).collect();
            assert_eq!(levels, [0, 1, 2]);
            let is_black = round.iter().map(|game| game.black == Player(0));
            assert!(is_black.into_iter().all(|black| black == number.is_multiple_of(2)));
        }
    }

    fn level_of(game: &ScheduledGame) -> usize {
        game.black.max(game.white).0 - 1
    }
}
