//! The games of a diagnosis, all in one journal: pairs against `reference` on a staircase of depths
//! (round 1), then won endings against a strong defender (round 2). The pairs begin at the start
//! position, as games of the assignment do, so `reference` has another seed in each. The endings
//! are asked as single moves.

use crate::diagnose::positions::won_endings;
use crate::diagnose::settings::DiagnoseSettings;
use crate::error::ClassError;
use crate::scheme::graded::Graded;
use cli::ProgressLine;
use games::{GameName, board::Side, checkers::Position};
use referee::journal::{DrawRule, GameConditions, GameResult, Journal, Results};
use referee::pairing::Player;
use referee::play::{FileWatch, GameRunner};
use referee::players::{Agent, Participant, with_different_names};
use referee::rules::{GameLimits, OpeningMode, ReplyRules, Timing};
use referee::schedule::{
    GameId, Leg, OpeningIndex, OpeningList, OpeningOrder, ScheduledGame, Seed,
};
use referee::{JournalError, MatchError};
use runner::sandbox::SandboxMode;
use std::ops::ControlFlow;
use std::path::Path;

pub const DEPTH_ROUND: u32 = 1;
pub const ENDINGS_ROUND: u32 = 2;
/// Parts of the time that are over when no further pair, or no further ending, begins.
const DEPTH_SHARE: f64 = 0.75;
const AGENT: Player = Player(0);
/// Turns without capture or crowning that make a draw, and turns after which a game is drawn.
const QUIET_TURNS: u32 = 50;
const MOST_PLIES: u32 = 300;
/// Nodes for each move of the defender of endings: it knows them by its tables.
const DEFENDER_NODES: &str = "20000";

pub const fn diagnosis_conditions(
    replies: ReplyRules,
    sandbox_mode: SandboxMode,
    seed: Seed,
) -> GameConditions {
    GameConditions {
        game: GameName::Checkers,
        limits: GameLimits { replies, quiet_turns: QUIET_TURNS, plies: MOST_PLIES },
        timing: Timing::Clocks,
        opening_mode: OpeningMode::Single,
        time: None,
        sandbox_mode,
        seed,
        opening_order: OpeningOrder::USUAL,
        adjudication: None,
    }
}

/// The agent, then `reference` by depth from 0 to [`DEEPEST`], then the defender, all with the
/// clock of the agent. `homework` knows all endings that are played; without it the deepest
/// `reference` defends.
pub fn diagnosis_players(
    agent: &Participant,
    (reference, homework): (&Path, Option<&Path>),
    seed: Seed,
) -> Result<Vec<Participant>, MatchError> {
    let mut agents = vec![agent.agent.clone()];
    for depth in 0..=DEEPEST {
        agents.push(plain(reference, depth, seed.0)?);
    }
    agents.push(defender(reference, homework, seed.0)?);
    let mut players: Vec<Participant> = with_different_names(agents)
        .into_iter()
        .map(|own| Participant { agent: own, calibration: None, ..agent.clone() })
        .collect();
    players[0].calibration.clone_from(&agent.calibration);
    Ok(players)
}

fn plain(reference: &Path, depth: u32, seed: u64) -> Result<Agent, MatchError> {
    let name = match depth {
        0 => "random moves".to_string(),
        depth => format!("reference depth {depth}"),
    };
    let args = <Position as Graded>::opponent_args(depth, seed);
    Ok(Agent { name, ..Agent::of_parts(reference.to_path_buf(), args, Vec::new())? })
}

fn defender(reference: &Path, homework: Option<&Path>, seed: u64) -> Result<Agent, MatchError> {
    let Some(homework) = homework else {
        let agent = plain(reference, DEEPEST, seed)?;
        return Ok(Agent { name: "defender (reference)".to_string(), ..agent });
    };
    let args = ["--nodes", DEFENDER_NODES].map(str::to_string).to_vec();
    let agent = Agent::of_parts(homework.to_path_buf(), args, Vec::new())?;
    Ok(Agent { name: "defender".to_string(), ..agent })
}

/// The players, the openings, and all that their games have in common. The agent comes first, then
/// `reference` by depth from 0, then the defender.
#[derive(Debug)]
pub struct DiagnosisGames {
    pub participants: Vec<Participant>,
    openings: OpeningList,
    /// The places of the endings in that list.
    endings: Vec<OpeningIndex>,
    seed: Seed,
    pairs: usize,
}

impl DiagnosisGames {
    pub fn new(
        participants: Vec<Participant>,
        conditions: GameConditions,
        pairs: usize,
    ) -> Result<Self, ClassError> {
        let openings = won_endings()?;
        let places = 1..openings.size().get();
        let endings = places.filter_map(|place| OpeningIndex::in_list(place, &openings)).collect();
        Ok(DiagnosisGames { participants, openings, endings, seed: conditions.seed, pairs })
    }

    pub fn most(&self) -> usize {
        2 * self.pairs + self.endings.len()
    }

    /// Plays pairs until the staircase or the time ends; says whether the time did.
    pub fn play_depths(
        &self,
        settings: &DiagnoseSettings<'_>,
        mut journal: Journal,
        progress: &ProgressLine,
    ) -> Result<(Journal, Finish), ClassError> {
        for pair in 0..self.pairs {
            let played = self.played_pairs(journal.results(), pair);
            let Some(depth) = next_depth(&played) else {
                progress.skip(2 * (self.pairs - pair) as u64);
                break;
            };
            if played.len() < pair || settings.time.has_passed(DEPTH_SHARE) {
                return Ok((journal, Finish::OutOfTime));
            }
            progress.task(format!("playing against reference --depth {depth}"));
            let (players, games) = (self.players_of(pair, depth)?, Self::pair(pair, depth));
            journal = self.play(settings, (&players, &games), journal, progress)?;
            settings.go_on()?;
        }
        let whole = self.played_pairs(journal.results(), self.pairs);
        let is_done = whole.len() == self.pairs || next_depth(&whole).is_none();
        Ok((journal, if is_done { Finish::Done } else { Finish::OutOfTime }))
    }

    /// Plays the endings that are missing; says whether the time ended before all were played.
    pub fn play_endings(
        &self,
        settings: &DiagnoseSettings<'_>,
        mut journal: Journal,
        progress: &ProgressLine,
    ) -> Result<Finish, ClassError> {
        for (nth, &opening) in self.endings.iter().enumerate() {
            if settings.time.has_passed(1.0) {
                return Ok(Finish::OutOfTime);
            }
            let ending = self.openings.get(opening);
            progress.task(format!("ending: {}", ending.map_or("", |ending| &ending.name)));
            let game = self.ending(nth, opening);
            journal = self.play(settings, (&self.participants, &[game]), journal, progress)?;
            settings.go_on()?;
        }
        let is_last_there = self.endings.is_empty() || {
            let last = self.ending(self.endings.len() - 1, self.endings[0]);
            journal.has(last.number())
        };
        Ok(if is_last_there { Finish::Done } else { Finish::OutOfTime })
    }

    fn play(
        &self,
        settings: &DiagnoseSettings<'_>,
        (participants, games): (&[Participant], &[ScheduledGame]),
        journal: Journal,
        progress: &ProgressLine,
    ) -> Result<Journal, ClassError> {
        let missing = games.iter().filter(|game| !journal.has(game.number())).count();
        progress.skip((games.len() - missing) as u64);
        let folders = [settings.out.as_path(), settings.temp_root.path()];
        let mode = settings.conditions.sandbox_mode;
        let files = FileWatch::new(participants, folders, mode, settings.warn);
        let series = GameRunner {
            participants,
            openings: &self.openings,
            conditions: settings.conditions,
            planned: self.most(),
            temp_root: settings.temp_root,
            date: Some(&settings.date),
            files,
            // Nobody needs to watch.
            on_live_error: |_: JournalError| {},
            log: None,
            tables: None,
            folder: settings.out.clone(),
        };
        let played = series.play(games, journal, &settings.cores, &|_| {
            progress.add(1);
            ControlFlow::Continue(())
        });
        played.map_err(|error| ClassError::of_games(&error))
    }

    /// The first pairs that are whole, at most `most`.
    fn played_pairs(&self, results: &Results, most: usize) -> Vec<PlayedPair> {
        (0..most)
            .map_while(|pair| {
                let games =
                    [Leg::First, Leg::Second].map(|leg| GameId::new(pair, leg).number() as u32);
                let [first, second] = games.map(|number| results.get(&number));
                let (first, second) = (first?, second?);
                let depth = self.depth_of(first)?;
                let half_points =
                    half_points(first, Side::Black) + half_points(second, Side::White);
                Some(PlayedPair { depth, half_points })
            })
            .collect()
    }

    /// The depth of the opponent, by its name.
    fn depth_of(&self, result: &GameResult) -> Option<u32> {
        let names = result.names();
        let opponents = self.participants.iter().skip(1).zip(0..);
        let mut met =
            opponents.filter(|(participant, _)| names.contains(&participant.agent.name.as_str()));
        met.next().map(|(_, depth)| depth)
    }

    /// The players, of whom the opponent of this pair has a seed of its own: from the start it
    /// would play the same game again against an agent without chance.
    fn players_of(&self, pair: usize, depth: u32) -> Result<Vec<Participant>, ClassError> {
        let mut players = self.participants.clone();
        let own = &mut players[depth as usize + 1].agent;
        let seeded = plain(&own.program, depth, self.seed.0.wrapping_add(pair as u64))?;
        *own = Agent { name: own.name.clone(), ..seeded };
        Ok(players)
    }

    fn pair(pair: usize, depth: u32) -> Vec<ScheduledGame> {
        let opening = OpeningIndex::START;
        let opponent = Player(depth as usize + 1);
        [(Leg::First, AGENT, opponent), (Leg::Second, opponent, AGENT)]
            .map(|(leg, black, white)| {
                let id = GameId::new(pair, leg);
                ScheduledGame { id, round: DEPTH_ROUND, opening, black, white }
            })
            .to_vec()
    }

    /// The agent has the side to move, which wins.
    fn ending(&self, nth: usize, opening: OpeningIndex) -> ScheduledGame {
        let defender = Player(self.participants.len() - 1);
        let begins = self.openings.get(opening).map_or(Side::Black, |ending| ending.begins);
        let (black, white) =
            if begins == Side::Black { (AGENT, defender) } else { (defender, AGENT) };
        let leg = if nth.is_multiple_of(2) { Leg::First } else { Leg::Second };
        let id = GameId::new(self.pairs + nth / 2, leg);
        ScheduledGame { id, round: ENDINGS_ROUND, opening, black, white }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    Done,
    OutOfTime,
}

/// A game that does not count tells nothing: it moves the staircase neither way.
fn half_points(result: &GameResult, side: Side) -> u32 {
    result.score(side, DrawRule::Half).map_or(1, |score| score.half_points())
}

/// The depth of the last opponent.
pub const DEEPEST: u32 = 6;
/// The depth of the first opponent.
const FIRST: u32 = 2;
/// At an end of the staircase this many pairs in a row, all won or all lost, decide.
const ENOUGH: usize = 3;

/// A pair of games against `reference` with this depth; 0 plays at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedPair {
    pub depth: u32,
    /// Half points of the agent, from 0 to 4.
    pub half_points: u32,
}

/// The depth that the agent meets next: one more after a pair of games that it has won, one less
/// after a pair that it has lost. So most games are played near its own strength, where they tell
/// most (the up-and-down method of Dixon and Mood, 1948). `None` when nothing more is to be
/// learned.
pub fn next_depth(played: &[PlayedPair]) -> Option<u32> {
    let Some(last) = played.last() else { return Some(FIRST) };
    if is_at_end(played, DEEPEST, 4) || is_at_end(played, 0, 0) {
        return None;
    }
    Some(match last.half_points {
        3.. => (last.depth + 1).min(DEEPEST),
        2 => last.depth,
        _ => last.depth.saturating_sub(1),
    })
}

fn is_at_end(played: &[PlayedPair], depth: u32, half_points: u32) -> bool {
    let latest = played.iter().rev().take(ENOUGH);
    let same = latest.filter(|pair| pair.depth == depth && pair.half_points == half_points);
    same.count() == ENOUGH
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The depths that an agent meets that gets these half points by depth.
    fn depths(pairs: usize, half_points: impl Fn(u32) -> u32) -> Vec<u32> {
        let mut played = Vec::new();
        while let Some(depth) = next_depth(&played).filter(|_| played.len() < pairs) {
            played.push(PlayedPair { depth, half_points: half_points(depth) });
        }
        played.iter().map(|pair| pair.depth).collect()
    }

    #[test]
    fn it_stays_about_the_depth_of_equal_strength() {
        assert_eq!(depths(5, |depth| 4_u32.saturating_sub(depth)), [2, 2, 2, 2, 2]);
        assert_eq!(depths(6, |depth| if depth < 5 { 4 } else { 0 }), [2, 3, 4, 5, 4, 5]);
    }

    #[test]
    fn at_both_ends_three_pairs_decide() {
        assert_eq!(depths(20, |_| 4), [2, 3, 4, 5, 6, 6, 6]);
        assert_eq!(depths(20, |_| 0), [2, 1, 0, 0, 0]);
    }
}
