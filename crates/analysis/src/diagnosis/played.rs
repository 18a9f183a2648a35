//! What a diagnosis is made from, besides answers to single positions: games of the agent with
//! their evaluations.

use crate::review::evaluate::GameEvaluations;
use crate::review::played_game::PlayedGame;
use games::board::Side;
use serde::{Deserialize, Serialize};

/// Who played against the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpponentKind {
    /// `reference` with this depth; 0 plays at random.
    Plain(u32),
    /// A strong player that defends an ending; such games say nothing of the agent's strength.
    Defender,
    /// Any other player.
    Other,
}

/// The end of a game for the agent.
#[expect(missing_docs, reason = "the names speak for the variants")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AgentEnd {
    Won,
    Lost,
    /// For this reason: `repetition`, for example.
    Drawn(String),
    Forfeited(AgentForfeit),
}

/// A game that the agent has forfeited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentForfeit {
    /// The kind of fault, as tables name it.
    pub cause: String,
    /// The exact fault, with the answer if there was one.
    pub detail: Option<String>,
    /// The command that asks for the move again.
    pub command: Option<String>,
}

impl AgentEnd {
    /// The points that the agent did not get, from 0 to 1.
    pub const fn points_lost(&self) -> f64 {
        match self {
            AgentEnd::Won => 0.0,
            AgentEnd::Drawn(_) => 0.5,
            AgentEnd::Lost | AgentEnd::Forfeited(_) => 1.0,
        }
    }

    /// Has the agent forfeited?
    pub const fn is_forfeit(&self) -> bool {
        matches!(self, AgentEnd::Forfeited(_))
    }
}

/// A game of the agent.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Debug)]
pub struct DiagnosedGame<'a> {
    pub id: u32,
    pub agent: Side,
    pub opponent: OpponentKind,
    pub opening: &'a str,
    pub game: &'a PlayedGame,
    /// One for each position.
    pub evaluations: &'a GameEvaluations,
    /// Seconds charged for each turn, of both sides.
    pub charged: Vec<f64>,
    /// Seconds on the agent's clock at the beginning.
    pub seconds: f64,
    pub end: AgentEnd,
}
