//! The depth of the plain minimax search (`reference`) that would be as strong as the agent.
//!
//! The agent is rated by its games against `reference` at several depths, whose ratings were
//! measured once; the rating then becomes a depth, between two measured ones in a straight line.
//! Forfeited games say nothing of how well it plays, and are left out.

use crate::played::{AgentEnd, DiagnosedGame, OpponentKind};
use serde::{Deserialize, Serialize};
use statistics::{GameScore, performance};

/// The ratings of `reference` by depth; 0 plays at random. From a round robin of the seven, 60
/// games of each two from the ballots (`referee tournament ... --games 60 --seed 2`): Bradley-Terry
/// with draws, each within 24 points, depth 0 within 49. So depths 1 and 2 are hardly to be told
/// apart; most games of such players are drawn.
const LADDER: [f64; 7] = [-369.0, -35.0, -31.0, 24.0, 81.0, 124.0, 205.0];

/// The depth of equal strength with a 95 % interval. A number that cannot be told is `None`: a
/// strength below random play or beyond the deepest opponent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlainDepth {
    /// Games that count.
    pub games: u32,
    /// The likeliest depth.
    pub depth: Option<f64>,
    /// The lower end.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl PlainDepth {
    /// The deepest opponent whose strength was measured.
    pub const MOST: u32 = LADDER.len() as u32 - 1;

    /// From the games against `reference` that were played to their end; `None` without any.
    pub fn of(games: &[DiagnosedGame<'_>]) -> Option<Self> {
        let results: Vec<_> = games.iter().filter_map(result).collect();
        if results.is_empty() {
            return None;
        }
        let elo = performance(&results);
        let depth = |elo: Option<f64>| elo.and_then(depth_of);
        let games = results.len() as u32;
        Some(PlainDepth {
            games,
            depth: depth(elo.value),
            low: depth(elo.low),
            high: depth(elo.high),
        })
    }

    /// The strength in words: `depth 2 (95 % interval: 1 to 3)`, in whole plies.
    pub fn words(&self) -> String {
        let most = Self::MOST;
        let number = |depth: f64| format!("{depth:.0}");
        let low = self.low.map_or("random play or less".to_string(), number);
        let high = self.high.map_or(format!("more than {most}"), number);
        match (self.depth, self.low, self.high) {
            (None, Some(low), None) => format!("depth {low:.0} or more"),
            (None, None, Some(high)) => format!("depth {high:.0} or less"),
            (None, None, None) => format!("beyond depth {most}, or below random play"),
            (None, Some(low), Some(high)) => format!("between depth {low:.0} and {high:.0}"),
            (Some(depth), ..) => format!("depth {depth:.0} (95 % interval: {low} to {high})"),
        }
    }
}

/// The opponent's rating and the agent's score.
fn result(game: &DiagnosedGame<'_>) -> Option<(f64, GameScore)> {
    let OpponentKind::Plain(depth) = game.opponent else { return None };
    let rating = *LADDER.get(depth as usize)?;
    match game.end {
        AgentEnd::Won => Some((rating, GameScore::Win)),
        AgentEnd::Drawn(_) => Some((rating, GameScore::Draw)),
        AgentEnd::Lost => Some((rating, GameScore::Loss)),
        AgentEnd::Forfeited(_) => None,
    }
}

/// The depth of a rating; `None` outside of the ladder.
fn depth_of(rating: f64) -> Option<f64> {
    let above = LADDER.iter().position(|&step| step >= rating)?;
    let below = above.checked_sub(1)?;
    let (low, high) = (LADDER[below], LADDER[above]);
    Some(below as f64 + (rating - low) / (high - low))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ladder_rises_and_its_steps_are_their_own_depths() {
        assert!(LADDER.is_sorted());
        for depth in 1..LADDER.len() {
            let found = depth_of(LADDER[depth]).expect("on the ladder");
            assert!((found - depth as f64).abs() < 1e-9, "{depth}: {found}");
        }
        assert_eq!((depth_of(-370.0), depth_of(206.0)), (None, None));
        let between = depth_of(52.5).expect("on the ladder");
        assert!(between > 3.4 && between < 3.6, "{between}");
    }

    #[test]
    fn what_cannot_be_told_is_said_in_words() {
        let words = |depth, low, high| PlainDepth { games: 4, depth, low, high }.words();
        assert_eq!(words(None, Some(4.4), None), "depth 4 or more");
        assert_eq!(words(None, None, Some(0.6)), "depth 1 or less");
        assert_eq!(words(Some(2.0), Some(1.0), None), "depth 2 (95 % interval: 1 to more than 6)");
    }
}
