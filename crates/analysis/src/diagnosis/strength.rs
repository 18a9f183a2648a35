//! The depth of the plain minimax search (`reference`) that would be as strong as the agent.
//!
//! The agent is rated by its games against `reference` at several depths, whose ratings were
//! measured once; the rating then becomes a depth, between two measured ones in a straight line.
//! Forfeited games say nothing of how well it plays, and are left out.

use crate::diagnosis::played::{AgentEnd, DiagnosedGame, OpponentKind};
use serde::{Deserialize, Serialize};
use statistics::{GameScore, performance};

/// The ratings of `reference` by depth; 0 plays at random. From a round robin of the seven, 60
/// games of each two from the ballots (`referee tournament ... --games 60 --seed 2 --openings
/// ballots --opening-mode game`): Bradley-Terry with draws, each within 24 points, depth 0 within
/// 49. So depths 1 and 2 hardly differ; most games of such players are drawn.
const DEPTH_RATINGS: [f64; 7] = [-369.0, -35.0, -31.0, 24.0, 81.0, 124.0, 205.0];

/// A strength on the ladder of depths.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DepthEstimate {
    /// Weaker than random play, or nothing is known.
    BelowRandom,
    /// At this depth.
    Depth(f64),
    /// Stronger than the deepest opponent, or nothing is known.
    BeyondDeepest,
}

/// The depth of equal strength with a 95 % interval.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlainDepth {
    pub games: u32,
    pub place: DepthEstimate,
    pub low: DepthEstimate,
    pub high: DepthEstimate,
}

impl DepthEstimate {
    /// The place in words: `depth 2`.
    fn words(self) -> String {
        match self {
            DepthEstimate::BelowRandom => "random play".to_string(),
            DepthEstimate::Depth(depth) if depth < 0.5 => "random play".to_string(),
            DepthEstimate::Depth(depth) => format!("depth {depth:.0}"),
            DepthEstimate::BeyondDeepest => format!("more than depth {}", DEPTH_RATINGS.len() - 1),
        }
    }
}

impl PlainDepth {
    /// From the games against `reference` that were played to their end; `None` without any.
    pub fn of(games: &[DiagnosedGame<'_>]) -> Option<Self> {
        let results: Vec<_> = games.iter().filter_map(result).collect();
        if results.is_empty() {
            return None;
        }
        let elo = performance(&results);
        let low = elo.low.map_or(DepthEstimate::BelowRandom, place_of);
        let high = elo.high.map_or(DepthEstimate::BeyondDeepest, place_of);
        // All games were lost, or all were won.
        let place = match (elo.value, elo.low) {
            (Some(value), _) => place_of(value),
            (None, None) => DepthEstimate::BelowRandom,
            (None, Some(_)) => DepthEstimate::BeyondDeepest,
        };
        Some(PlainDepth { games: results.len() as u32, place, low, high })
    }

    /// The strength, to be put behind "it is".
    pub fn words(&self) -> String {
        let (low, high) = (self.low.words(), self.high.words());
        let place = match self.place {
            DepthEstimate::BelowRandom => "no stronger than random play".to_string(),
            DepthEstimate::Depth(_) => {
                format!("about as strong as plain minimax of {}", self.place.words())
            }
            DepthEstimate::BeyondDeepest => {
                format!("stronger than plain minimax of depth {}", DEPTH_RATINGS.len() - 1)
            }
        };
        if low == high { place } else { format!("{place} (95 % interval: {low} to {high})") }
    }
}

fn result(game: &DiagnosedGame<'_>) -> Option<(f64, GameScore)> {
    let OpponentKind::Plain(depth) = game.opponent else { return None };
    let rating = *DEPTH_RATINGS.get(depth as usize)?;
    match game.end {
        AgentEnd::Won => Some((rating, GameScore::Win)),
        AgentEnd::Drawn(_) => Some((rating, GameScore::Draw)),
        AgentEnd::Lost => Some((rating, GameScore::Loss)),
        AgentEnd::Forfeited(_) => None,
    }
}

fn place_of(rating: f64) -> DepthEstimate {
    let Some(above) = DEPTH_RATINGS.iter().position(|&step| step >= rating) else {
        return DepthEstimate::BeyondDeepest;
    };
    let Some(below) = above.checked_sub(1) else { return DepthEstimate::BelowRandom };
    let (low, high) = (DEPTH_RATINGS[below], DEPTH_RATINGS[above]);
    DepthEstimate::Depth(below as f64 + (rating - low) / (high - low))
}

#[cfg(test)]
mod tests {
    use super::*;
    use DepthEstimate::{BelowRandom, BeyondDeepest, Depth};

    fn is_near(place: DepthEstimate, wanted: f64) -> bool {
        matches!(place, Depth(depth) if (depth - wanted).abs() < 0.1)
    }

    #[test]
    fn the_ratings_rise_and_each_is_of_its_own_depth() {
        assert!(DEPTH_RATINGS.is_sorted());
        for (depth, &step) in DEPTH_RATINGS.iter().enumerate().skip(1) {
            assert!(is_near(place_of(step), depth as f64), "{depth}");
        }
        assert_eq!((place_of(-370.0), place_of(206.0)), (BelowRandom, BeyondDeepest));
        assert!(is_near(place_of(52.5), 3.5));
    }

    fn words(place: DepthEstimate, low: DepthEstimate, high: DepthEstimate) -> String {
        PlainDepth { games: 4, place, low, high }.words()
    }

    #[test]
    fn an_unknown_strength_is_said_in_words() {
        assert_eq!(
            words(Depth(2.2), Depth(0.9), BeyondDeepest),
            "about as strong as plain minimax of depth 2 (95 % interval: depth 1 to more than depth 6)"
        );
        let beyond = words(BeyondDeepest, BeyondDeepest, BeyondDeepest);
        assert_eq!(beyond, "stronger than plain minimax of depth 6");
        let below = words(BelowRandom, BelowRandom, Depth(0.2));
        assert_eq!(below, "no stronger than random play");
    }
}
