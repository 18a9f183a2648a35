//! The games of a diagnosis, all in one journal: pairs against `reference` on a staircase of depths
//! (round 1), then won endings against a strong defender (round 2).

use crate::diagnose::error::DiagnoseError;
use crate::diagnose::positions::won_endings;
use crate::diagnose::settings::DiagnoseSettings;
use crate::diagnose::staircase::{PlayedPair, next_depth};
use crate::diagnose::time_cap::TimeCap;
use cli::ProgressLine;
use games::{board::Side, checkers::Position};
use referee::journal::{GameResult, Journal, LiveError, Results};
use referee::pairing::Player;
use referee::play::{ContestGuard, GameConditions, Series};
use referee::players::Entrant;
use referee::schedule::{
    GameId, Leg, Opening, OpeningIndex, OpeningList, OpeningsError, ScheduledGame, ballots, order,
};
use std::ops::ControlFlow;

/// The round of the games against `reference`.
pub const LADDER_ROUND: u32 = 1;
/// The round of the endings.
pub const ENDINGS_ROUND: u32 = 2;
/// The journal.
pub const JOURNAL: &str = "journal.jsonl";
/// Parts of the time that are over when no further pair, or no further ending, begins.
const LADDER_SHARE: f64 = 0.75;
const AGENT: Player = Player(0);

/// The players, the openings, and all that their games have in common. The agent comes first, then
/// `reference` by depth from 0, then the defender.
#[derive(Debug)]
pub struct DiagnosisGames {
    pub entrants: Vec<Entrant>,
    openings: OpeningList,
    /// The places of the endings in that list.
    endings: Vec<OpeningIndex>,
    /// Of the ballots.
    order: Vec<OpeningIndex>,
    pairs: usize,
}

impl DiagnosisGames {
    pub fn new(
        entrants: Vec<Entrant>,
        conditions: GameConditions,
        pairs: usize,
    ) -> Result<Self, DiagnoseError> {
        let ballots = ballots::openings().map_err(OpeningsError::from)?;
        let order = order(ballots.size(), conditions.seed);
        let endings = won_endings()?;
        let all: Vec<Opening> =
            ballots.all().skip(1).chain(endings.all().skip(1)).cloned().collect();
        let openings = OpeningList::new::<Position>(all);
        let places = ballots.size().get()..openings.size().get();
        let endings = places.filter_map(|place| OpeningIndex::in_list(place, &openings)).collect();
        Ok(DiagnosisGames { entrants, openings, endings, order, pairs })
    }

    /// The most games.
    pub fn most(&self) -> usize {
        2 * self.pairs + self.endings.len()
    }

    /// Plays pairs until the staircase or the time ends; says whether the time did.
    pub fn play_ladder(
        &self,
        settings: &DiagnoseSettings<'_>,
        mut journal: Journal,
        cap: &TimeCap,
        progress: &ProgressLine,
    ) -> Result<(Journal, Finish), DiagnoseError> {
        for pair in 0..self.pairs {
            let played = self.played_pairs(journal.results(), pair);
            let Some(depth) = next_depth(&played) else {
                progress.skip(2 * (self.pairs - pair) as u64);
                break;
            };
            if played.len() < pair || cap.has_passed(LADDER_SHARE) {
                return Ok((journal, Finish::OutOfTime));
            }
            progress.task(format!("playing against reference --depth {depth}"));
            let games = self.pair(pair, depth);
            journal = self.play(settings, &games, journal, progress)?;
            settings.go_on(cap)?;
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
        cap: &TimeCap,
        progress: &ProgressLine,
    ) -> Result<Finish, DiagnoseError> {
        for (nth, &opening) in self.endings.iter().enumerate() {
            if cap.has_passed(1.0) {
                return Ok(Finish::OutOfTime);
            }
            let ending = self.openings.get(opening);
            progress.task(format!("ending: {}", ending.map_or("", |ending| &ending.name)));
            let game = self.ending(nth, opening);
            journal = self.play(settings, &[game], journal, progress)?;
            settings.go_on(cap)?;
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
        games: &[ScheduledGame],
        journal: Journal,
        progress: &ProgressLine,
    ) -> Result<Journal, DiagnoseError> {
        let missing = games.iter().filter(|game| !journal.has(game.number())).count();
        progress.skip((games.len() - missing) as u64);
        let folders = [settings.out.as_path(), settings.temp_root.path()];
        let mode = settings.conditions.sandbox_mode;
        let guard = ContestGuard::new(&self.entrants, folders, mode, settings.warn);
        let series = Series {
            entrants: &self.entrants,
            openings: &self.openings,
            conditions: settings.conditions,
            planned: self.most(),
            temp_root: settings.temp_root,
            date: Some(&settings.date),
            guard,
            // Nobody needs to watch.
            on_live_error: |_: LiveError| {},
            folder: settings.out.clone(),
        };
        let on_game = |_: &Journal| {
            progress.add(1);
            ControlFlow::Continue(())
        };
        Ok(series.play(games, journal, &settings.cores, &on_game)?)
    }

    /// The first pairs that are whole, at most `most`.
    fn played_pairs(&self, results: &Results, most: usize) -> Vec<PlayedPair> {
        let pair = |pair: usize| {
            let games = [Leg::First, Leg::Second].map(|leg| GameId::new(pair, leg).number() as u32);
            let [first, second] = games.map(|number| results.get(&number));
            let (first, second) = (first?, second?);
            let depth = self.depth_of(first)?;
            let half_points = half_points(first, Side::Black) + half_points(second, Side::White);
            Some(PlayedPair { depth, half_points })
        };
        (0..most).map_while(pair).collect()
    }

    /// The depth of the opponent, by its name.
    fn depth_of(&self, result: &GameResult) -> Option<u32> {
        let names = result.names();
        let opponents = self.entrants.iter().skip(1).zip(0..);
        let mut met = opponents.filter(|(entrant, _)| names.contains(&entrant.agent.name.as_str()));
        met.next().map(|(_, depth)| depth)
    }

    fn pair(&self, pair: usize, depth: u32) -> Vec<ScheduledGame> {
        let opening = self.order[pair % self.order.len()];
        let opponent = Player(depth as usize + 1);
        let game = |(leg, black, white)| {
            let id = GameId::new(pair, leg);
            ScheduledGame { id, round: LADDER_ROUND, opening, black, white }
        };
        [(Leg::First, AGENT, opponent), (Leg::Second, opponent, AGENT)].map(game).to_vec()
    }

    /// The agent has the side to move, which wins.
    fn ending(&self, nth: usize, opening: OpeningIndex) -> ScheduledGame {
        let defender = Player(self.entrants.len() - 1);
        let begins = self.openings.get(opening).map_or(Side::Black, |ending| ending.begins);
        let (black, white) =
            if begins == Side::Black { (AGENT, defender) } else { (defender, AGENT) };
        let leg = if nth.is_multiple_of(2) { Leg::First } else { Leg::Second };
        let id = GameId::new(self.pairs + nth / 2, leg);
        ScheduledGame { id, round: ENDINGS_ROUND, opening, black, white }
    }
}

/// How a part of the diagnosis ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    Done,
    OutOfTime,
}

fn half_points(result: &GameResult, side: Side) -> u32 {
    match result.winner() {
        Some(winner) if winner == side => 2,
        Some(_) => 0,
        None => 1,
    }
}
