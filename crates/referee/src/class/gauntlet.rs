//! The third stage: every agent that passed meets the levels of the reference agent.
//!
//! Each student has a journal of its own, so that a changed submission costs only its own games.

use crate::agent::{Agent, AgentRunError, Entrant};
use crate::class::error::ClassError;
use crate::class::games::{ClassGames, half_points, journal, side_of};
use crate::class::scheme::{DrawRule, Level};
use crate::class::settings::Stages;
use crate::class::workers::for_each;
use crate::contest::SeriesError;
use crate::record::{GameResult, Results};
use crate::schedule::{GamesEach, RoundSchedule, ScheduledGame, order};
use progress::Progress;
use std::collections::BTreeMap;
use tournament::{Pairing, Player};

/// The games of one agent against all levels.
#[derive(Clone, Debug, Default)]
pub(super) struct Gauntlet {
    /// The games.
    pub(super) results: Results,
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
    let list = games_of_levels(games, levels);
    if list.is_empty() || players.is_empty() {
        return Ok(vec![Gauntlet::default(); players.len()]);
    }
    let total = players.len() * list.len();
    let gauntlets = Gauntlets {
        stages,
        games,
        opponents: opponents(stages, levels)?,
        list,
        progress: Progress::new(total as u64, "games against the reference"),
    };
    let play = |player: &Entrant, core: Option<usize>| gauntlets.play(player, core);
    let all = for_each(players, &stages.settings.cores, &play)?;
    gauntlets.progress.finish();
    Ok(all)
}

/// What the gauntlets of all students have in common.
struct Gauntlets<'a> {
    stages: &'a Stages<'a>,
    games: &'a ClassGames,
    opponents: Vec<Entrant>,
    list: Vec<ScheduledGame>,
    progress: Progress,
}

impl Gauntlets<'_> {
    /// Plays the games of one student.
    fn play(&self, player: &Entrant, core: Option<usize>) -> Result<Gauntlet, ClassError> {
        self.stages.go_on()?;
        let name = &player.agent.name;
        self.progress.task(format!("{name} against the reference"));
        let folder = self.stages.folder("gauntlet")?.join(name);
        let entrants: Vec<Entrant> = [player].into_iter().chain(&self.opponents).cloned().collect();
        let levels = &self.stages.scheme().levels;
        let limits: Vec<_> = levels.iter().map(|level| (level.depth, level.games)).collect();
        let journal = journal(&folder, &self.games.key(self.stages, &entrants, &limits))?;
        let before = journal.results().len();
        self.progress.skip(before as u64);
        let series = self.games.series(self.stages, &entrants, self.list.len(), folder);
        match series.play_all(&self.list, journal, &[core], &self.progress) {
            Ok(journal) => {
                self.stages.go_on()?;
                if journal.results().len() > before {
                    let text = format!("{name}: {} games against the reference", self.list.len());
                    self.stages.log.line(&text);
                }
                Ok(Gauntlet { results: journal.results().clone(), error: None })
            }
            // The system cannot start the student's program, or cannot any more.
            Err(SeriesError::Run(error @ AgentRunError::Start(_))) => {
                let text = error.to_string();
                self.stages.log.line(&format!("{name}: games are missing: {text}"));
                Ok(Gauntlet { results: Results::new(), error: Some(text) })
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// The reference agents, one for each level.
fn opponents(stages: &Stages<'_>, levels: &[Level]) -> Result<Vec<Entrant>, ClassError> {
    let program = stages.settings.reference.as_ref().ok_or(ClassError::NoReference)?;
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

/// The games of the student, who is the first player, against each level: as many as it wants.
fn games_of_levels(games: &ClassGames, levels: &[Level]) -> Vec<ScheduledGame> {
    let most = levels.iter().map(|level| level.games).max().unwrap_or(0);
    let opponents = (1..=levels.len()).map(Player);
    let pairings: Vec<_> = opponents.map(|second| Pairing { first: Player(0), second }).collect();
    let openings = order(games.openings.size(), games.conditions.seed);
    let games = GamesEach::in_pairs(most);
    let all = RoundSchedule { round: 1, pairs_before: 0, games, openings: &openings };
    let mut counts: BTreeMap<Player, usize> = BTreeMap::new();
    let mut list = all.games(&pairings);
    list.retain(|game| {
        let opponent = game.black.max(game.white);
        let count = counts.entry(opponent).or_insert(0);
        *count += 1;
        *count <= levels[opponent.0 - 1].games_each().0
    });
    list
}

impl Gauntlet {
    /// The points for the games against a level, and a text like `2.5 of 4`.
    pub(super) fn points(&self, name: &str, level: &Level, rule: DrawRule) -> (f64, String) {
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
