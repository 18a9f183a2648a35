//! The parts of a diagnosis that are plain counts. Each is shown on the page; the sentences follow
//! from them (`rules/ranking.rs`).

use crate::diagnosis::played::{AgentEnd, DiagnosedGame, OpponentKind};
use formats::PositionAnswer;
use games::Game;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The answers to the positions of one depth.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SightCount {
    /// The smallest depth of a plain search that finds the good moves; `None` for more than eight.
    pub depth: Option<u32>,
    pub asked: u32,
    pub found: u32,
    /// The number that a choice at random finds on average.
    pub by_chance: f64,
}

/// Counts the answers by depth, the smallest depth first, the deepest positions last.
pub fn sight(answers: &[PositionAnswer]) -> Vec<SightCount> {
    let mut levels: BTreeMap<u32, SightCount> = BTreeMap::new();
    for answer in answers {
        let level = levels.entry(answer.depth.unwrap_or(u32::MAX)).or_default();
        level.depth = answer.depth;
        level.asked += 1;
        level.found += u32::from(answer.is_good());
        level.by_chance += answer.good.len() as f64 / answer.legal.max(1) as f64;
    }
    levels.into_values().collect()
}

/// A position that the agent answered without a legal move.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedPosition {
    pub cause: String,
    pub count: u32,
    /// The first of them, in FEN.
    pub fen: String,
    /// What was answered there, as one line; empty if nothing was.
    pub answer: String,
}

/// The positions without a legal move, by cause, the most frequent first.
pub fn failed_positions(answers: &[PositionAnswer]) -> Vec<FailedPosition> {
    let mut found: Vec<FailedPosition> = Vec::new();
    for answer in answers {
        let Some(cause) = answer.failure() else { continue };
        match found.iter_mut().find(|known| known.cause == cause) {
            Some(known) => known.count += 1,
            None => found.push(FailedPosition {
                cause: cause.to_string(),
                count: 1,
                fen: answer.position.clone(),
                answer: answer.detail.clone().unwrap_or_default(),
            }),
        }
    }
    found.sort_by_key(|failed| Reverse(failed.count));
    found
}

/// Games against one opponent.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpponentCount {
    pub opponent: OpponentKind,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// Of the lost games.
    pub forfeited: u32,
}

/// The results against each opponent, endings left out.
pub fn results(games: &[DiagnosedGame<'_>]) -> Vec<OpponentCount> {
    let mut found: BTreeMap<OpponentKind, OpponentCount> = BTreeMap::new();
    for game in games.iter().filter(|game| game.opponent != OpponentKind::Defender) {
        let count = found.entry(game.opponent).or_insert_with(|| OpponentCount {
            opponent: game.opponent,
            won: 0,
            drawn: 0,
            lost: 0,
            forfeited: 0,
        });
        match game.end {
            AgentEnd::Won => count.won += 1,
            AgentEnd::Drawn(_) => count.drawn += 1,
            AgentEnd::Lost => count.lost += 1,
            AgentEnd::Forfeited(_) => {
                count.lost += 1;
                count.forfeited += 1;
            }
        }
    }
    found.into_values().collect()
}

/// An ending that is won for the agent, played out.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndingCount {
    pub game: u32,
    /// The pieces, in words.
    pub name: String,
    /// The first position, in FEN.
    pub fen: String,
    /// Turns of both sides.
    pub plies: usize,
    pub end: AgentEnd,
}

/// The endings that were played out.
pub fn endings(games: &[DiagnosedGame<'_>]) -> Vec<EndingCount> {
    let endings = games.iter().filter(|game| game.opponent == OpponentKind::Defender);
    endings
        .map(|game| EndingCount {
            game: game.id,
            name: game.opening.to_string(),
            fen: game.game.positions()[0].fen(),
            plies: game.game.moves().len(),
            end: game.end.clone(),
        })
        .collect()
}

/// The time of one part of the game: the agent's own moves from `first` to `last`.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimeSlice {
    /// The first of the agent's own moves, from 1.
    pub first: usize,
    /// The last one; `None` for all that follow.
    pub last: Option<usize>,
    pub moves: u32,
    /// Seconds charged for all of them.
    pub seconds: f64,
}

/// How the agent spends its clock.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimeUse {
    pub games: u32,
    /// Seconds on the clock.
    pub clock: f64,
    /// Mean seconds used in a game.
    pub mean: f64,
    /// Most seconds used in a game.
    pub most: f64,
    /// The slowest move, in seconds.
    pub slowest: f64,
    pub slices: Vec<TimeSlice>,
}

/// First moves of the slices.
const SLICES: [usize; 6] = [1, 6, 11, 21, 31, 41];

/// The time of all whole games, endings left out; `None` without any move.
pub fn time_use(games: &[DiagnosedGame<'_>]) -> Option<TimeUse> {
    let games = games.iter().filter(|game| game.opponent != OpponentKind::Defender);
    let used: Vec<(f64, Vec<f64>)> = games
        .map(|game| (game.seconds, own_times(game)))
        .filter(|(_, own)| !own.is_empty())
        .collect();
    let totals: Vec<f64> = used.iter().map(|(_, own)| own.iter().sum()).collect();
    let most = totals.iter().copied().reduce(f64::max)?;
    let all = used.iter().flat_map(|(_, own)| own.iter().copied().enumerate());
    let slices = SLICES.iter().enumerate().map(|(nth, &first)| {
        let last = SLICES.get(nth + 1).map(|next| next - 1);
        let times: Vec<f64> = all
            .clone()
            .filter(|&(index, _)| index + 1 >= first && last.is_none_or(|last| index < last))
            .map(|(_, time)| time)
            .collect();
        TimeSlice { first, last, moves: times.len() as u32, seconds: times.iter().sum() }
    });
    let slices = slices.filter(|slice| slice.moves > 0).collect();
    Some(TimeUse {
        games: used.len() as u32,
        clock: used[0].0,
        mean: totals.iter().sum::<f64>() / totals.len() as f64,
        most,
        slowest: all.map(|(_, time)| time).fold(0.0, f64::max),
        slices,
    })
}

/// Seconds of the agent's own moves in one game.
pub fn own_times(game: &DiagnosedGame<'_>) -> Vec<f64> {
    let positions = game.game.positions().iter();
    let own = positions.zip(&game.charged).filter(|(at, _)| at.side_to_move() == game.agent);
    own.map(|(_, &time)| time).collect()
}
