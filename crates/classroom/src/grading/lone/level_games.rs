//! The games of one submission against the levels, in an order that is fair if not all fit into the
//! time: the first game against each level, then the second against each, and so on.
//!
//! Such a round is begun only if it fits, by the longest game so far against each level. What is
//! left out is the same for all levels. A game in play when the time is over does not count.
//! While games are still to come, a level has the points of its finished games out of all that are
//! planned: points never fall. In the end they are out of those that were played.

use crate::error::ClassError;
use crate::grade::forms::graded_submission::number;
use crate::scheme::{DrawRule, ReferenceLevel};
use crate::stages::games::{ClassGames, games_of_levels, half_points, journal, opponents, side_of};
use crate::stages::gauntlet::Gauntlet;
use crate::stages::grading_time::GradingTime;
use crate::stages::stage::Stages;
use referee::journal::{GameResult, Journal};
use referee::play::SeriesError;
use referee::players::{AgentRunError, Entrant};
use referee::schedule::ScheduledGame;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Whether the points of a level are out of all its games, or out of those that were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelProgress {
    Running,
    Ended,
}

/// The result of a level so far.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelScore {
    pub points: f64,
    /// Finished games: lost, drawn and won. Where draws are decided by time, none is drawn.
    games: [usize; 3],
    pub played: usize,
    pub planned: usize,
}

/// The games of this player in `gauntlet` against a level.
pub fn games_against<'a>(
    gauntlet: &'a Gauntlet,
    level: &ReferenceLevel,
) -> impl Iterator<Item = &'a GameResult> {
    let opponent = level.name();
    let counts = move |game: &&GameResult| !game.is_void() && side_of(game, &opponent).is_some();
    gauntlet.results.values().filter(counts)
}

impl LevelScore {
    pub fn of(
        gauntlet: &Gauntlet,
        name: &str,
        level: &ReferenceLevel,
        rule: DrawRule,
        progress: LevelProgress,
    ) -> Self {
        let planned = level.games_each().0;
        let half =
            |game: &GameResult| side_of(game, name).map(|side| half_points(game, side, rule));
        let halves: Vec<u32> = games_against(gauntlet, level).filter_map(half).collect();
        let games = [0, 1, 2].map(|of| halves.iter().filter(|halves| **halves == of).count());
        let (won, played) = (game_points(games), halves.len());
        let of = if progress == LevelProgress::Running { planned } else { played };
        let share = won / of.max(1) as f64;
        let points = match level.at_least {
            Some(least) if played > 0 && share >= least.share() => level.points.number(),
            Some(_) => 0.0,
            None => level.points.number() * share,
        };
        LevelScore { points, games, played, planned }
    }

    /// `1.5 points in 2 games: 1 won, 1 drawn, 0 lost`.
    pub fn sentence(&self) -> String {
        let [lost, drawn, won] = self.games;
        let points = game_points(self.games);
        let unit = if points == 1.0 { "point" } else { "points" };
        let games = counted(self.played, "game");
        format!("{} {unit} in {games}: {won} won, {drawn} drawn, {lost} lost", number(points))
    }
}

/// A win is a point, a draw half of one.
fn game_points([_, drawn, won]: [usize; 3]) -> f64 {
    won as f64 + drawn as f64 / 2.0
}

/// `1 game`, `2 games`.
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Plays all games that fit and are not in the journal of an earlier run. `on_game` is called with
/// all results after each.
pub fn play_levels(
    stages: &Stages<'_>,
    games: &ClassGames,
    player: &Entrant,
    cap: &GradingTime,
    on_game: &mut dyn FnMut(&Gauntlet) -> Result<(), ClassError>,
) -> Result<(), ClassError> {
    let levels = &stages.scheme().levels;
    if levels.is_empty() {
        return Ok(());
    }
    let folder = stages.folder("gauntlet")?.join(&player.agent.name);
    let opponents = opponents(stages, games, levels)?;
    let entrants: Vec<Entrant> = [player].into_iter().chain(&opponents).cloned().collect();
    let limits: Vec<_> = levels.iter().map(|level| (level.depth, level.games)).collect();
    let mut journal = journal(&folder, &games.key(stages, &entrants, &limits))?;
    let list = games_of_levels(games, levels);
    let series = games.series(stages, &entrants, list.len(), folder);
    let mut longest = LongestGames::default();
    let level_of = |game: &ScheduledGame| games.level_of(levels, game);
    for round in rounds(&list, &level_of) {
        let missing: Vec<_> = round.iter().filter(|game| !journal.has(game.number())).collect();
        if !cap.fits(longest.of(missing.iter().map(|game| level_of(game)))) {
            break;
        }
        for game in missing {
            stages.go_on()?;
            let begun = Instant::now();
            let go_on = |_: &Journal| ControlFlow::Continue(());
            let cores = &stages.settings.cores[..1];
            journal = match series.play(&[*game], journal, cores, &go_on) {
                Ok(journal) => journal,
                // The system cannot start the student's program, or no longer can.
                Err(SeriesError::Run(error @ AgentRunError::Start(_))) => {
                    let error = Some(error.to_string());
                    return on_game(&Gauntlet { error, ..Gauntlet::default() });
                }
                Err(error) => return Err(error.into()),
            };
            longest.add(level_of(game), begun.elapsed());
            on_game(&Gauntlet { results: journal.results().clone(), error: None })?;
        }
    }
    on_game(&Gauntlet { results: journal.results().clone(), error: None })
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

/// The longest game so far against each level.
#[derive(Debug, Default)]
struct LongestGames(BTreeMap<usize, Duration>);

impl LongestGames {
    fn add(&mut self, level: usize, time: Duration) {
        let longest = self.0.entry(level).or_insert(time);
        *longest = time.max(*longest);
    }

    /// How long a game against each of these levels may take; nothing is known of the first one.
    fn of(&self, levels: impl Iterator<Item = usize>) -> Duration {
        levels.filter_map(|level| self.0.get(&level)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheme::scheme_values::{GradePoints, Percent};
    use referee::journal::results_of;
    use referee::pairing::{Pairing, Player};
    use referee::rules::Ending;
    use referee::schedule::{GamesEach, OpeningIndex, RoundSchedule};
    use referee::testing::random_record;

    fn list(levels: usize, games: usize) -> Vec<ScheduledGame> {
        let pairing = |second| Pairing { first: Player(0), second: Player(second) };
        let pairings: Vec<_> = (1..=levels).map(pairing).collect();
        let games = GamesEach::in_pairs(games);
        let openings = &[OpeningIndex::START];
        RoundSchedule { round: 1, pairs_before: 0, games, openings }.games(&pairings)
    }

    #[test]
    fn a_round_has_one_game_against_each_level_in_both_colors_in_turn() {
        let level_of = |game: &ScheduledGame| game.black.max(game.white).0 - 1;
        let rounds = rounds(&list(3, 4), &level_of);
        assert_eq!(rounds.len(), 4);
        for (number, round) in rounds.iter().enumerate() {
            let levels: Vec<_> = round.iter().map(level_of).collect();
            assert_eq!(levels, [0, 1, 2]);
            let is_black = round.iter().map(|game| game.black == Player(0));
            assert!(is_black.into_iter().all(|black| black == number.is_multiple_of(2)));
        }
    }

    #[test]
    fn the_longest_game_of_each_level_tells_how_long_a_round_may_take() {
        let mut longest = LongestGames::default();
        assert_eq!(longest.of(0..2), Duration::ZERO);
        longest.add(0, Duration::from_secs(3));
        longest.add(0, Duration::from_secs(2));
        longest.add(1, Duration::from_secs(5));
        assert_eq!(longest.of(0..2), Duration::from_secs(8));
    }

    #[test]
    fn points_are_out_of_the_planned_games_until_the_end() {
        let level =
            ReferenceLevel { depth: 1, games: 4, points: GradePoints::of(10), at_least: None };
        let mut record = random_record(1, Ending::NoOutput);
        record.black.name = "anna".into();
        record.white.name = level.name();
        let mut results = results_of([&record]);
        let winner = results.values().next().and_then(GameResult::winner).expect("decided");
        if winner == games::board::Side::White {
            let game = results.values_mut().next().expect("one");
            std::mem::swap(&mut game.black.name, &mut game.white.name);
        }
        let gauntlet = Gauntlet { results, error: None };
        let of = |level: &ReferenceLevel, progress| {
            LevelScore::of(&gauntlet, "anna", level, DrawRule::Half, progress)
        };
        assert_eq!(of(&level, LevelProgress::Running).points, 2.5);
        let ended = of(&level, LevelProgress::Ended);
        assert_eq!((ended.points, ended.played, ended.planned), (10.0, 1, 4));
        assert_eq!(ended.sentence(), "1 point in 1 game: 1 won, 0 drawn, 0 lost");
        let half = Some(Percent::try_from(50.0).expect("valid"));
        let level = ReferenceLevel { at_least: half, ..level };
        assert_eq!(of(&level, LevelProgress::Running).points, 0.0);
        assert_eq!(of(&level, LevelProgress::Ended).points, 10.0);
        let none = Gauntlet::default();
        let ended = LevelProgress::Ended;
        assert_eq!(LevelScore::of(&none, "anna", &level, DrawRule::Half, ended).points, 0.0);
    }
}
