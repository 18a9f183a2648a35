//! One sentence for the author of an agent, with the counts that it follows from.

use serde::{Deserialize, Serialize};

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Advice {
    #[expect(missing_docs, reason = "the type says it")]
    pub kind: AdviceKind,
    /// What was counted, and what would help.
    pub sentence: String,
    /// The counts, one a line.
    pub evidence: Vec<String>,
    /// Points that it cost in the games; `None` where that cannot be told.
    pub points: Option<f64>,
}
