//! The current round of a tournament: its games, and those of them still to be played.
//!
//! Rounds are planned again from the first one, each from the results before it: nothing is kept
//! except the results.

use crate::error::MatchError;
use crate::journal::{DrawRule, GameResult, GameRules, Results};
use crate::pairing::{Format, HalfPoints, MeetingResult, Player, Round, RoundResult, next_round};
use crate::plan::contest::{Contest, other_contest};
use crate::plan::numbering;
use crate::schedule::{OpeningIndex, RoundSchedule, ScheduledGame, Seed};
use games::board::Side;
use statistics::GameScore;
use std::collections::BTreeMap;
use std::time::Duration;

#[derive(Clone, Debug, PartialEq)]
pub struct CurrentRound {
    /// The number of the round, from 1.
    pub number: u32,
    pub rounds: u32,
    pub games: Vec<ScheduledGame>,
    pub missing: Vec<ScheduledGame>,
    /// The byes of all rounds up to this one: round and player.
    pub byes: Vec<(u32, Player)>,
}

impl CurrentRound {
    /// True if nothing is left to play in the whole contest.
    pub fn is_over(&self) -> bool {
        self.missing.is_empty() && self.number == self.rounds
    }
}

/// The round `wanted`, after finished ones only; without a number the first round that lacks games,
/// or the last one.
pub fn current_round(
    contest: &Contest<'_>,
    results: &Results,
    wanted: Option<u32>,
) -> Result<CurrentRound, MatchError> {
    contest.check(results)?;
    let rounds = contest.format.rounds(contest.agents.len())?;
    if let Some(wanted) = wanted.filter(|&wanted| wanted == 0 || wanted as usize > rounds) {
        let sentence = format!("there is no round {wanted}; the tournament has {rounds}");
        return Err(MatchError::Correctable(sentence));
    }
    let GameRules { seed, opening_order, .. } = contest.rules;
    let openings = opening_order.indices(contest.openings.size(), Seed(seed));
    let mut rounds =
        RoundPlanner { contest, results, openings, finished: Vec::new(), byes: Vec::new() };
    loop {
        let current = rounds.next()?;
        let number = current.number;
        let lacks = current.missing.len();
        match wanted {
            Some(wanted) if wanted > number && lacks > 0 => {
                return Err(MatchError::Correctable(format!(
                    "round {number} lacks {lacks} games; play them before round {wanted}"
                )));
            }
            Some(wanted) if wanted > number => {}
            None if lacks == 0 && number < current.rounds => {}
            _ => return Ok(current),
        }
    }
}

/// Makes the rounds of a contest, one after the other.
struct RoundPlanner<'a> {
    contest: &'a Contest<'a>,
    results: &'a Results,
    openings: Vec<OpeningIndex>,
    finished: Vec<RoundResult>,
    byes: Vec<(u32, Player)>,
}

impl RoundPlanner<'_> {
    /// The next round; its games count as finished for the one after it.
    fn next(&mut self) -> Result<CurrentRound, MatchError> {
        let Contest { format, games, agents, .. } = *self.contest;
        let players = agents.len();
        let round = next_round(format, players, &self.finished)?.unwrap_or_default();
        let number = self.finished.len() as u32 + 1;
        let earlier: usize = self.finished.iter().map(|round| round.meetings.len()).sum();
        let pairs_before = earlier * games.pairs();
        let schedule =
            RoundSchedule { round: number, pairs_before, games, openings: &self.openings };
        let games = schedule.games(&round.pairings);
        let games = self.numbered(games)?;
        self.byes.extend(round.byes.iter().map(|&player| (number, player)));
        self.finished.push(self.result(&round, &games));
        Ok(CurrentRound {
            number,
            rounds: format.rounds(players)? as u32,
            missing: games
                .iter()
                .filter(|game| self.of(game).is_none_or(GameResult::is_void))
                .copied()
                .collect(),
            games,
            byes: self.byes.clone(),
        })
    }

    /// The games with the numbers that finished ones have in the results.
    fn numbered(&self, games: Vec<ScheduledGame>) -> Result<Vec<ScheduledGame>, MatchError> {
        let (contest, results) = (self.contest, self.results);
        let is_other = |game: &&ScheduledGame| {
            self.of(game).is_some_and(|result| !contest.is_of_game(game, result))
        };
        match (games.iter().find(is_other), contest.format) {
            (None, _) => Ok(games),
            // An agent was added, or one has left.
            (Some(_), Format::RoundRobin | Format::Gauntlet) => {
                Ok(numbering::as_in_results(contest, games, results))
            }
            (Some(game), Format::Swiss { .. } | Format::KnockOut) => {
                Err(other_contest(game.number(), "the players or the opening"))
            }
        }
    }

    fn of(&self, game: &ScheduledGame) -> Option<&GameResult> {
        self.results.get(&(game.number()))
    }

    /// The result of a round; missing games count nothing.
    fn result(&self, round: &Round, games: &[ScheduledGame]) -> RoundResult {
        let mut meetings: BTreeMap<[Player; 2], MeetingResult> = BTreeMap::new();
        for game in games {
            let Some(result) = self.of(game) else { continue };
            let players = [game.black, game.white];
            let key = [game.black.min(game.white), game.black.max(game.white)];
            let meeting = meetings.entry(key).or_insert_with(|| nothing_played(key));
            for (side, player) in Side::ALL.into_iter().zip(players) {
                let index = usize::from(player != key[0]);
                let score = result.score(side, DrawRule::Time);
                meeting.points[index].0 += score.map_or(0, GameScore::half_points);
                meeting.blacks[index] += u32::from(side == Side::Black);
                let player = result.player(side);
                meeting.micros[index] += micros(player.seconds - player.left);
            }
        }
        let meetings = round
            .pairings
            .iter()
            .map(|pairing| {
                let key = [pairing.first.min(pairing.second), pairing.first.max(pairing.second)];
                meetings.get(&key).copied().unwrap_or_else(|| nothing_played(key))
            })
            .collect();
        RoundResult { meetings, byes: round.byes.clone() }
    }
}

const fn nothing_played(players: [Player; 2]) -> MeetingResult {
    let points = [HalfPoints(0), HalfPoints(0)];
    MeetingResult { players, points, blacks: [0, 0], micros: [0, 0] }
}

fn micros(seconds: f64) -> u64 {
    let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
