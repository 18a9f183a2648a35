//! What the games of a class have in common, and those against the levels of the reference agent.

use crate::error::ClassError;
use crate::scheme::graded::Graded;
use crate::scheme::{OpeningChoice, ReferenceLevel};
use crate::stages::series_folder::SeriesFolder;
use crate::stages::stage::{ClassRun, InputDigest};
use games::{GameName, board::Side, with_game};
use referee::JournalError;
use referee::journal::{GameConditions, GameResult};
use referee::pairing::{Pairing, Player};
use referee::play::{FileWatch, GameRunner, MatchGame, calibrate};
use referee::players::{Agent, Participant};
use referee::rules::GameLimits;
use referee::schedule::{GamesEach, OpeningList, OpeningOrder, RoundSchedule, ScheduledGame, Seed};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// Turns without capture or crowning that make a draw.
const QUIET_TURNS: u32 = 50;

/// A game in which the referee fails is played so often, at most, in one run.
pub const MOST_PLAYS: u32 = 3;

/// Games that were kept by other rules are played again.
const GAMES_VERSION: u32 = 4;

#[derive(Debug)]
pub struct ClassGames {
    pub openings: OpeningList,
    pub conditions: GameConditions,
}

impl ClassGames {
    pub fn new(run: &ClassRun<'_>) -> Result<Self, ClassError> {
        let (game, scheme) = (run.scheme().game, &run.scheme().games);
        let openings = match scheme.openings {
            OpeningChoice::Start => with_game!(game, G => OpeningList::start_only::<G>()),
            named => {
                let (name, seed) = (named.text(), Seed(scheme.seed));
                with_game!(game, G => <G as MatchGame>::openings(name, seed))?
            }
        };
        let limits = GameLimits {
            replies: scheme.replies(),
            quiet_turns: QUIET_TURNS,
            plies: scheme.max_plies,
        };
        let conditions = GameConditions {
            game,
            limits,
            timing: scheme.timing(),
            opening_mode: scheme.opening_mode,
            time: None,
            sandbox_mode: run.settings.sandbox_mode,
            seed: Seed(scheme.seed),
            opening_order: OpeningOrder::USUAL,
            adjudication: None,
        };
        Ok(ClassGames { openings, conditions })
    }

    /// The agent with its clock and, if it has a `calibrate`, its calibration. Nothing else should
    /// run meanwhile.
    pub fn participant(
        &self,
        run: &ClassRun<'_>,
        agent: &Agent,
    ) -> Result<Participant, ClassError> {
        let folder = run.folder("calibration")?;
        let mode = self.conditions.sandbox_mode;
        let calibration = calibrate(agent, run.temp_root, mode, &folder)?;
        if let Some(remark) = calibration.remark() {
            run.log.line(&format!("{}: {remark}", agent.name));
        }
        let (calibration, clock) = (calibration.file(), run.scheme().games.seconds.time());
        Ok(Participant { agent: agent.clone(), calibration, clock, surcharge: Duration::ZERO })
    }

    /// `planned` games of these players, with the files of the games in `folder`.
    pub fn series<'a>(
        &'a self,
        run: &ClassRun<'a>,
        participants: &'a [Participant],
        planned: usize,
        folder: PathBuf,
    ) -> GameRunner<'a> {
        let folders = [folder.as_path(), run.temp_root.path()];
        let log = run.log;
        let files = FileWatch::new(
            participants,
            folders,
            self.conditions.sandbox_mode,
            move |sentence: &str| {
                log.line(&format!("changed files: {sentence}"));
            },
        );
        GameRunner {
            participants,
            openings: &self.openings,
            conditions: self.conditions,
            planned,
            temp_root: run.temp_root,
            date: Some(&run.settings.date),
            files,
            // Nobody needs to watch.
            on_live_error: |_: JournalError| {},
            log: None,
            tables: None,
            folder,
        }
    }

    /// The folder of games of these players, which also depend on `more`.
    pub fn folder(
        &self,
        run: &ClassRun<'_>,
        path: PathBuf,
        players: &[Participant],
        more: &impl serde::Serialize,
    ) -> SeriesFolder {
        let each = players.iter().flat_map(|player| [&player.agent.name, &player.agent.sha256]);
        let texts: Vec<&str> = each.map(String::as_str).collect();
        let (scheme, around) = (&run.scheme().games, run.surroundings());
        let rules = (GAMES_VERSION, scheme, self.conditions.rules(), around);
        SeriesFolder {
            path,
            key: InputDigest::with(&texts, &(&rules, more)),
            rules: InputDigest::with(&[], &rules),
            players: players
                .iter()
                .map(|player| [player.agent.name.clone(), player.agent.sha256.clone()])
                .collect(),
        }
    }
}

/// The side of a player; `None` if it does not play in the game.
pub fn side_of(result: &GameResult, name: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|&side| *result.player(side).name == *name)
}

fn no_reference(game: GameName) -> ClassError {
    let name = with_game!(game, G => <G as Graded>::OPPONENT);
    ClassError::Correctable(format!(
        "the program {name} is neither beside referee nor in PATH; build both with: cargo build \
         --release -p crownhead-referee -p crownhead-text; or write levels = [] in the scheme"
    ))
}

/// The reference agents: one for each level, or one for each pair of games of a level.
pub fn opponents(
    run: &ClassRun<'_>,
    games: &ClassGames,
    levels: &[ReferenceLevel],
) -> Result<Vec<Participant>, ClassError> {
    let (game, scheme) = (run.scheme().game, &run.scheme().games);
    let program = run.settings.reference.as_ref().ok_or_else(|| no_reference(game))?;
    levels
        .iter()
        .flat_map(|level| (0..games.opponents_of(level)).map(move |pair| (level, pair)))
        .map(|(level, pair)| -> Result<Participant, ClassError> {
            let seed = scheme.seed.wrapping_add(pair as u64);
            let args = with_game!(game, G => <G as Graded>::opponent_args(level.depth, seed));
            let agent = Agent::of_parts(program.clone(), args, Vec::new())?;
            let agent = Agent { name: level.name(), ..agent };
            let (clock, surcharge) = (scheme.seconds.time(), level.surcharge());
            Ok(Participant { agent, calibration: None, clock, surcharge })
        })
        .collect()
}

impl ClassGames {
    /// The opponents of a level. From the start alone, one opponent would play the same game again
    /// and again against an agent without chance: so each pair of games has one with another seed.
    fn opponents_of(&self, level: &ReferenceLevel) -> usize {
        if self.openings.size().get() > 1 || level.games == 0 {
            1
        } else {
            level.games_each().pairs()
        }
    }

    /// The place in the scheme, from 0, of the level that the student, who is the first player,
    /// meets in this game.
    pub fn level_of(&self, levels: &[ReferenceLevel], game: &ScheduledGame) -> usize {
        let mut before = game.black.max(game.white).0 - 1;
        for (place, level) in levels.iter().enumerate() {
            if before < self.opponents_of(level) {
                return place;
            }
            before -= self.opponents_of(level);
        }
        levels.len()
    }
}

/// The games of the student, who is the first player, against each level, as many as the level
/// says.
pub fn games_of_levels(games: &ClassGames, levels: &[ReferenceLevel]) -> Vec<ScheduledGame> {
    let most = levels.iter().map(|level| level.games).max().unwrap_or(0);
    let opponents = (1..=levels.len()).map(Player);
    let pairings: Vec<_> = opponents.map(|second| Pairing { first: Player(0), second }).collect();
    let GameConditions { seed, opening_order, .. } = games.conditions;
    let openings = opening_order.indices(games.openings.size(), seed);
    let each = GamesEach::in_pairs(most);
    let all = RoundSchedule { round: 1, pairs_before: 0, games: each, openings: &openings };
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    let mut list = Vec::new();
    for mut game in all.games(&pairings) {
        let level = game.black.max(game.white).0 - 1;
        let count = counts.entry(level).or_insert(0);
        if *count < levels[level].games_each().0 {
            let before = levels[..level].iter().map(|level| games.opponents_of(level));
            let own = (*count / 2).min(games.opponents_of(&levels[level]) - 1);
            let opponent = Player(1 + before.sum::<usize>() + own);
            *(if game.black == Player(0) { &mut game.white } else { &mut game.black }) = opponent;
            list.push(game);
        }
        *count += 1;
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheme::Scheme;
    use games::checkers::Position;
    use referee::rules::{OpeningMode, ReplyRules, Timing};
    use runner::sandbox::SandboxMode;

    fn class_games(openings: OpeningList) -> ClassGames {
        let limits = GameLimits { replies: ReplyRules::default(), quiet_turns: 50, plies: 400 };
        let (game, seed) = (GameName::Checkers, Seed(1));
        let (timing, opening_mode) = (Timing::Clocks, OpeningMode::Single);
        let (time, sandbox_mode) = (None, SandboxMode::Off);
        let opening_order = OpeningOrder::USUAL;
        let conditions = GameConditions {
            game,
            limits,
            timing,
            opening_mode,
            time,
            sandbox_mode,
            seed,
            opening_order,
            adjudication: None,
        };
        ClassGames { openings, conditions }
    }

    #[test]
    fn nine_games_are_nine_and_the_agent_begins_five() {
        let games = class_games(OpeningList::start_only::<Position>());
        let levels = Scheme::default().levels;
        let list = games_of_levels(&games, &levels);
        assert_eq!(list.len(), 9);
        assert_eq!(list.iter().filter(|game| game.black == Player(0)).count(), 5);
        let opponents: Vec<_> = list.iter().map(|game| game.black.max(game.white).0).collect();
        assert_eq!(opponents, [1, 1, 2, 2, 3, 3, 4, 4, 5], "another seed for each pair");
        assert!(list.iter().all(|game| games.level_of(&levels, game) == 0));
    }

    #[test]
    fn with_openings_each_level_has_one_opponent() {
        let games = class_games(referee::schedule::ballots::openings().expect("the deck"));
        let mut levels = Scheme::default().levels;
        levels.push(ReferenceLevel { depth: 1, games: 2, ..levels[0].clone() });
        let list = games_of_levels(&games, &levels);
        assert_eq!(list.len(), 11);
        for game in list {
            assert_eq!(games.level_of(&levels, &game), game.black.max(game.white).0 - 1);
        }
    }
}
