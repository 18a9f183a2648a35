//! The third stage: every agent that passed meets the levels of the reference agent.
//!
//! Each student has a journal of its own, so that a changed submission costs only its own games.

use crate::agent::{Agent, Entrant};
use crate::class::error::ClassError;
use crate::class::games::{ClassGames, half_points, journal, side_of};
use crate::class::scheme::{DrawRule, Level};
use crate::class::settings::Stages;
use crate::class::workers::for_each;
use crate::contest::SeriesError;
use crate::record::{Journal, Records};
use crate::schedule::{Contest, Pairs, ScheduledGame, schedule};
use progress::Progress;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// The games of one agent against all levels.
#[derive(Debug)]
pub(super) struct Gauntlet {
    /// The games.
    pub(super) records: Records,
    /// Why games are missing, if some are.
    pub(super) error: Option<String>,
}

/// Plays all games that are missing; results are in the order of the players.
///
/// # Errors
/// The referee cannot go on.
pub(super) fn play_gauntlets(
    stages: &Stages<'_>,
    games: &ClassGames,
    players: &[Entrant],
) -> Result<Vec<Gauntlet>, ClassError> {
    let levels = &stages.scheme().levels;
    let each: usize = levels.iter().map(|level| Pairs::for_games(level.games).games()).sum();
    if each == 0 {
        let none = || Gauntlet { records: Records::new(), error: None };
        return Ok(players.iter().map(|_| none()).collect());
    }
    let opponents = opponents(stages, levels)?;
    let folder = stages.folder("gauntlet")?;
    let progress = Progress::new((players.len() * each) as u64, "games against the reference");
    let play = |player: &Entrant, core: usize| -> Result<Gauntlet, ClassError> {
        progress.note(player.agent.name.clone());
        let folder = folder.join(&player.agent.name);
        play_one(stages, games, &opponents, player, &folder, core, &progress)
    };
    let all = for_each(players, &stages.settings.cores, &play)?;
    progress.finish();
    Ok(all)
}

fn play_one(
    stages: &Stages<'_>,
    games: &ClassGames,
    opponents: &[Entrant],
    player: &Entrant,
    folder: &Path,
    core: usize,
    progress: &Progress,
) -> Result<Gauntlet, ClassError> {
    let levels = &stages.scheme().levels;
    let entrants: Vec<Entrant> = [player].into_iter().chain(opponents).cloned().collect();
    let limits: Vec<_> = levels.iter().map(|level| (level.depth, level.games)).collect();
    let key = games.key(stages, &entrants, &limits);
    let journal = journal(folder, &key)?;
    let list = games_of_levels(games, levels);
    let before = journal.records().len();
    progress.skip(before as u64);
    let on_game = |_: &Journal| {
        progress.add(1);
        ControlFlow::Continue(())
    };
    let series = games.series(stages, &entrants, folder);
    let name = &player.agent.name;
    match series.play(&list, journal, &[core], &on_game) {
        Ok(journal) => {
            if journal.records().len() > before {
                stages.log.line(&format!("{name}: {} games against the reference", list.len()));
            }
            Ok(Gauntlet { records: journal.records().clone(), error: None })
        }
        // The system cannot start the student's program, or cannot any more.
        Err(SeriesError::Run(error)) => {
            let text = error.to_string();
            stages.log.line(&format!("{name}: games are missing: {text}"));
            Ok(Gauntlet { records: Records::new(), error: Some(text) })
        }
        Err(error) => Err(error.into()),
    }
}

/// The reference agents, one for each level.
fn opponents(stages: &Stages<'_>, levels: &[Level]) -> Result<Vec<Entrant>, ClassError> {
    let program: &PathBuf = stages.settings.reference.as_ref().ok_or(ClassError::NoReference)?;
    let scheme = &stages.scheme().games;
    let opponent = |level: &Level| -> Result<Entrant, ClassError> {
        let strength = match level.depth {
            0 => vec!["--random".to_string()],
            depth => vec!["--depth".to_string(), depth.to_string()],
        };
        let args = [strength, vec!["--seed".to_string(), scheme.seed.to_string()]].concat();
        let agent = Agent::of_parts(program.clone(), args, Vec::new())?;
        let agent = Agent { name: level.name(), ..agent };
        Ok(Entrant { agent, calibration: None, clock: scheme.seconds.time() })
    };
    levels.iter().map(opponent).collect()
}

/// The games of the first player against each level, as many as the level wants.
fn games_of_levels(games: &ClassGames, levels: &[Level]) -> Vec<ScheduledGame> {
    let most = levels.iter().map(|level| level.games).max().unwrap_or(0);
    let contest = Contest::Gauntlet { players: levels.len() + 1 };
    let size = games.openings.size();
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    let mut list = schedule(contest, size, Pairs::for_games(most), games.conditions.seed);
    list.retain(|game| {
        // The student is number 0.
        let level = game.black.number().max(game.white.number());
        let count = counts.entry(level).or_insert(0);
        *count += 1;
        *count <= Pairs::for_games(levels[level - 1].games).games()
    });
    list
}

impl Gauntlet {
    /// The points for the games against a level, and a text like `2.5 of 4`.
    pub(super) fn points(&self, name: &str, level: &Level, rule: DrawRule) -> (f64, String) {
        let opponent = level.name();
        let against = |record: &&crate::record::RecordedGame| {
            side_of(record, &opponent).is_some() && side_of(record, name).is_some()
        };
        let halves = self
            .records
            .values()
            .filter(against)
            .filter_map(|record| Some(half_points(record, side_of(record, name)?, rule)));
        let earned = f64::from(halves.sum::<u32>()) / 2.0;
        let games = Pairs::for_games(level.games).games();
        let share = earned / games.max(1) as f64;
        let points = match level.at_least {
            Some(least) if share >= least.share() => level.points.number(),
            Some(_) => 0.0,
            None => level.points.number() * share,
        };
        (points, format!("{earned} of {games}"))
    }
}
