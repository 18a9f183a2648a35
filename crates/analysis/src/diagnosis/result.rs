//! The diagnosis of one agent: all counts, the mistakes, and the sentences that follow from them.

use crate::diagnosis::counts::{EndingCount, FailedPosition, OpponentCount, SightCount, TimeUse};
use crate::diagnosis::game_mistakes::{Choices, GameOutline};
use crate::diagnosis::mistake::Mistake;
use crate::diagnosis::strength::PlainDepth;
use serde::{Deserialize, Serialize};

/// The version of the form in which a diagnosis is stored.
pub const VERSION: u32 = 1;

/// The share of the positions that are found by a program that sees them: the player `reference`
/// found 0.98 of those within its depth.
const SEEN: f64 = 0.92;
/// The share that is found without seeing them, because a natural move is good: 0.4 by `reference`.
const NATURAL: f64 = 0.45;

/// Why an agent loses, as far as its games and answers tell.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Diagnosis {
    pub version: u32,
    pub agent: String,
    /// What was left out, as sentences; empty if nothing was.
    pub left_out: Vec<String>,
    /// What would help most, at most three.
    pub advice: Vec<Advice>,
    pub results: Vec<OpponentCount>,
    pub strength: Option<PlainDepth>,
    /// Positions found, by the depth that they need.
    pub sight: Vec<SightCount>,
    pub failed_positions: Vec<FailedPosition>,
    /// Whole games, one by one.
    pub games: Vec<GameOutline>,
    /// All mistakes of the whole games, the worst first.
    pub mistakes: Vec<Mistake>,
    /// Moves with a choice, by part of the game.
    pub choices: Choices,
    /// Won endings, played out.
    pub endings: Vec<EndingCount>,
    pub time: Option<TimeUse>,
}

impl Diagnosis {
    /// Points that the agent did not get in its whole games.
    pub fn points_lost(&self) -> f64 {
        self.games.iter().map(|game| game.end.points_lost()).fold(0.0, |sum, lost| sum + lost)
    }

    /// The depth to which it sees, by the positions: the likeliest one if it finds most of what it
    /// sees, and what it does not see only where a natural move happens to be good. 0 if it sees
    /// nothing, `None` without positions.
    pub fn sees_to(&self) -> Option<u32> {
        let levels = self.sight.iter().filter_map(|level| Some((level.depth?, level)));
        let (mut best, mut sum) = ((0, 0.0), 0.0);
        let mut asked = 0;
        for (depth, level) in levels {
            let (found, missed) = (f64::from(level.found), f64::from(level.asked - level.found));
            sum += found * (SEEN / NATURAL).ln() + missed * ((1.0 - SEEN) / (1.0 - NATURAL)).ln();
            asked += level.asked;
            if sum > best.1 {
                best = (depth, sum);
            }
        }
        (asked > 0).then_some(best.0)
    }

    /// What it sees, in a sentence; `None` without positions.
    pub fn sight_words(&self) -> Option<String> {
        let depth = self.sees_to()?;
        let deeper = self.sight.iter().filter(|level| level.depth.is_none_or(|at| at > depth));
        let asked: u32 = deeper.clone().map(|level| level.asked).sum();
        let found: u32 = deeper.clone().map(|level| level.found).sum();
        let by_chance: f64 = deeper.map(|level| level.by_chance).sum();
        let of_deeper = format!("{found} of {asked} (by chance: {by_chance:.0})");
        Some(match depth {
            0 => format!("Of the moves that need a look ahead it finds {of_deeper}."),
            _ if asked == 0 => format!("It finds nearly all moves that need up to {depth} plies."),
            1 => format!(
                "It finds nearly all moves that need 1 ply, and {of_deeper} that need more."
            ),
            _ => format!(
                "It finds nearly all moves that need up to {depth} plies, and {of_deeper} that need \
                 more."
            ),
        })
    }
}

/// What it is about.
#[expect(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AdviceKind {
    Forfeits,
    FailedPositions,
    LeftPieces,
    LesserJumps,
    ShortSight,
    DroppedWins,
    Endings,
    Evaluation,
    TimeTrouble,
    UnusedTime,
    Nothing,
}

/// A sentence for the agent's author.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Advice {
    pub kind: AdviceKind,
    /// What was counted, and what would help.
    pub sentence: String,
    /// The counts, one a line.
    pub evidence: Vec<String>,
    /// Points that it cost in the games; `None` where that is not known.
    pub points: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnosis::diagnose::diagnose;

    fn sees(found: &[u32]) -> Option<u32> {
        let mut diagnosis = diagnose("anna", &[], &[], Vec::new());
        diagnosis.sight = (1..)
            .zip(found)
            .map(|(depth, &found)| SightCount {
                depth: Some(depth),
                asked: 12,
                found,
                by_chance: 2.0,
            })
            .collect();
        diagnosis.sees_to()
    }

    #[test]
    fn it_sees_as_deep_as_it_finds_most_positions() {
        assert_eq!(sees(&[]), None);
        assert_eq!(sees(&[4, 3, 5, 2, 6]), Some(0));
        assert_eq!(sees(&[12, 5, 6, 4, 8]), Some(1));
        assert_eq!(sees(&[11, 12, 11, 5, 6]), Some(3));
        assert_eq!(sees(&[12, 11, 9, 12, 12]), Some(5), "a few misses in between are no end");
    }
}
