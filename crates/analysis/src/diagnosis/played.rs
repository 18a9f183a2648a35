//! What a diagnosis is made from: games of the agent with their evaluations, and its answers to
//! single positions.

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
    /// Anybody else.
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
#[derive(Clone, Debug)]
pub struct DiagnosedGame<'a> {
    /// The number of the game.
    pub id: u32,
    /// The agent's side.
    pub agent: Side,
    #[expect(missing_docs, reason = "the type says it")]
    pub opponent: OpponentKind,
    /// The name of the opening.
    pub opening: &'a str,
    #[expect(missing_docs, reason = "the type says it")]
    pub game: &'a PlayedGame,
    /// One for each position.
    pub evaluations: &'a GameEvaluations,
    /// Seconds charged for each turn, of both sides.
    pub charged: Vec<f64>,
    /// Seconds on the agent's clock at the beginning.
    pub seconds: f64,
    #[expect(missing_docs, reason = "the type says it")]
    pub end: AgentEnd,
}

/// What an answer to a position was worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerGrade {
    /// One of the moves that win or keep a piece.
    Good,
    /// Another legal move.
    Other,
    /// No legal move, for this cause.
    Failed(String),
}

/// An answer to a position of which the good moves are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionAnswer {
    /// The smallest depth of a plain search that finds the good moves; `None` if it is more than
    /// eight.
    pub depth: Option<u32>,
    /// Numbers of good and of legal moves.
    pub good: usize,
    #[expect(missing_docs, reason = "said above")]
    pub legal: usize,
    /// The position in FEN.
    pub fen: String,
    /// What was answered, as one line.
    pub answer: String,
    #[expect(missing_docs, reason = "the type says it")]
    pub grade: AnswerGrade,
}
