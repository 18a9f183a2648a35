//! Why an agent of checkers loses: its mistakes by kind, what it sees, how it spends its time,
//! which plain search is as strong, and what would help most. Every sentence follows from counts.
//!
//! ```text
//! games, answers -> counts.rs, game_mistakes.rs, strength.rs -> Diagnosis -> rules -> Advice
//! ```
//!
//! | to learn | read |
//! |---|---|
//! | what it is made from | [`DiagnosedGame`], [`PositionAnswer`] |
//! | the kind of a mistake, and the depth that sees it | [`MistakeKind`], `plain_search.rs` |
//! | plain counts | `counts.rs` |
//! | the plain search of equal strength | [`PlainDepth`] |
//! | the rules from counts to sentences | `rules.rs`, `strategy_rules.rs`, `time_rules.rs` |
//! | the order of the sentences | `ranking.rs`; prices: `costs.rs` |
//!
//! Contract: it only computes. The evaluations come from the crate `analysis`.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod advice;
mod costs;
mod counts;
mod diagnose;
mod diagnosis;
mod game_mistakes;
mod mistake;
pub mod plain_search;
mod played;
mod ranking;
#[cfg(test)]
mod rule_tests;
mod rules;
mod strategy_rules;
mod strength;
mod time_rules;

pub use crate::advice::{Advice, AdviceKind};
pub use crate::counts::{
    EndingCount, FailedPosition, OpponentCount, SightCount, TimeSlice, TimeUse,
};
pub use crate::diagnose::diagnose;
pub use crate::diagnosis::{Diagnosis, VERSION};
pub use crate::game_mistakes::{AgentSide, ChoiceCount, Choices, GameOutline, LastStanding};
pub use crate::mistake::{DEEPEST, GamePart, Mistake, MistakeKind, squares};
pub use crate::played::{
    AgentEnd, AgentForfeit, AnswerGrade, DiagnosedGame, OpponentKind, PositionAnswer,
};
pub use crate::strategy_rules::end_words;
pub use crate::strength::{LadderPlace, PlainDepth};
