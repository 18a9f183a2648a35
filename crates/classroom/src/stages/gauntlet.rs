//! The third stage: every agent that passed the checks meets the levels of the reference agent.
//!
//! Each student has a journal of its own, so that a changed submission costs only its own games.
//! All play their first game, then all their second, and so on: the time left is known after the
//! first, however unlike the agents are, and a class that is broken off has treated all alike.

use crate::error::ClassError;
use crate::scheme::{DrawRule, ReferenceLevel};
use crate::stages::games::{ClassGames, games_of_levels, half_points, journal, opponents, side_of};
use crate::stages::stage::{StageKey, Stages, for_each};
use cli::ProgressLine;
use referee::journal::{GameResult, Results};
use referee::play::{Series, SeriesError};
use referee::players::{AgentRunError, Entrant};
use referee::schedule::ScheduledGame;
use std::iter;
use std::sync::{Mutex, PoisonError};

/// The games of one agent against all levels.
#[derive(Clone, Debug, Default)]
pub struct Gauntlet {
    pub results: Results,
    /// The reason if games are missing.
    pub error: Option<String>,
}

/// Plays all games that are missing; the result is in the order of the players.
pub fn play_gauntlets(
    stages: &Stages<'_>,
    games: &ClassGames,
    players: &[Entrant],
) -> Result<Vec<Gauntlet>, ClassError> {
    let levels = &stages.scheme().levels;
    let list = games_of_levels(games, levels);
    if list.is_empty() || players.is_empty() {
        return Ok(vec![Gauntlet::default(); players.len()]);
    }
    let opponents = opponents(stages, games, levels)?;
    let with_opponents = |player| iter::once(player).chain(&opponents).cloned().collect();
    let entrants: Vec<Vec<Entrant>> = players.iter().map(with_opponents).collect();
    let open = |entrants| OpenGauntlet::open(stages, games, entrants, list.len());
    let gauntlets =
        entrants.iter().map(|entrants| open(entrants)).collect::<Result<Vec<_>, _>>()?;
    let turns: Vec<_> =
        list.iter().flat_map(|game| gauntlets.iter().map(move |one| (one, game))).collect();
    let progress = ProgressLine::new(turns.len() as u64, "games against the reference");
    let progress = progress.with_workers(stages.settings.cores.len());
    for_each(&turns, &stages.settings.cores, &|(gauntlet, game), core| {
        gauntlet.play(game, core, &progress)
    })?;
    progress.finish();
    gauntlets.into_iter().map(OpenGauntlet::end).collect()
}

/// The games of one agent while they are played.
struct OpenGauntlet<'a> {
    stages: &'a Stages<'a>,
    series: Series<'a>,
    key: StageKey,
    /// One game at a time; the reason if no more can be played.
    error: Mutex<Option<String>>,
}

impl<'a> OpenGauntlet<'a> {
    /// `entrants`: the agent, and then its opponents.
    fn open(
        stages: &'a Stages<'a>,
        games: &'a ClassGames,
        entrants: &'a [Entrant],
        planned: usize,
    ) -> Result<Self, ClassError> {
        let levels = &stages.scheme().levels;
        let limits: Vec<_> = levels.iter().map(|level| (level.depth, level.games)).collect();
        let key = games.key(stages, entrants, &limits);
        let folder = stages.folder("gauntlet")?.join(&entrants[0].agent.name);
        // What another submission played is removed before the folder is guarded.
        journal(&folder, &key)?;
        let series = games.series(stages, entrants, planned, folder);
        Ok(OpenGauntlet { stages, series, key, error: Mutex::new(None) })
    }

    fn name(&self) -> &str {
        &self.series.entrants[0].agent.name
    }

    /// Plays a game that the journal lacks. The journal is open only meanwhile: a class has more
    /// journals than a process may have open files.
    fn play(
        &self,
        game: &ScheduledGame,
        core: Option<usize>,
        progress: &ProgressLine,
    ) -> Result<(), ClassError> {
        self.stages.go_on()?;
        let mut error = self.error.lock().unwrap_or_else(PoisonError::into_inner);
        let journal = journal(&self.series.folder, &self.key)?;
        if error.is_some() || journal.has(game.number()) {
            progress.skip(1);
            return Ok(());
        }
        progress.task(format!("{} against the reference", self.name()));
        match self.series.play_all(&[*game], journal, &[core], progress) {
            Ok(journal) => {
                self.stages.go_on()?;
                if journal.results().len() == self.series.planned {
                    self.log(&format!("{} games against the reference", self.series.planned));
                }
                Ok(())
            }
            // The system cannot start the student's program, or no longer can.
            Err(SeriesError::Run(reason @ AgentRunError::Start(_))) => {
                self.log(&format!("games are missing: {reason}"));
                *error = Some(reason.to_string());
                progress.skip(1);
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }

    fn log(&self, text: &str) {
        self.stages.log.line(&format!("{}: {text}", self.name()));
    }

    fn end(self) -> Result<Gauntlet, ClassError> {
        match self.error.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Ok(Gauntlet { results: Results::new(), error: Some(error) }),
            None => {
                let journal = journal(&self.series.folder, &self.key)?;
                Ok(Gauntlet { results: journal.results().clone(), error: None })
            }
        }
    }
}

impl Gauntlet {
    /// The points for the games against a level, and a text of won games like `2.5 of 4`.
    pub fn points(&self, name: &str, level: &ReferenceLevel, rule: DrawRule) -> (f64, String) {
        let opponent = level.name();
        let of_game = |result: &GameResult| {
            side_of(result, &opponent)?;
            Some(half_points(result, side_of(result, name)?, rule))
        };
        let earned = f64::from(self.results.values().filter_map(of_game).sum::<u32>()) / 2.0;
        let games = level.games_each().0;
        let share = earned / games.max(1) as f64;
        let points = match level.at_least {
            Some(least) if share >= least.share() => level.points.number(),
            Some(_) => 0.0,
            None => level.points.number() * share,
        };
        (points, format!("{earned} of {games}"))
    }
}
