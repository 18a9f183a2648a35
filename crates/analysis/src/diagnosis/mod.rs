//! Why an agent of checkers loses: its mistakes by kind, what it sees, how it spends its time,
//! which plain search is as strong, and what would help most. Every sentence follows from counts.
//!
//! ```text
//! games, answers -> counts.rs, game_mistakes.rs, strength.rs -> Diagnosis -> rules -> Advice
//! ```
//!
//! | to learn | read |
//! |---|---|
//! | what it is made from | [`DiagnosedGame`], [`PositionAnswer`](formats::PositionAnswer) |
//! | the kind of a mistake, and the depth that sees it | [`MistakeKind`], `plain_search.rs` |
//! | plain counts | `counts.rs` |
//! | the plain search of equal strength | [`PlainDepth`] |
//! | the rules from counts to sentences | `rules/` |
//! | the order of the sentences | `rules/ranking.rs`; prices: `rules/costs.rs` |
//!
//! Contract: it only computes. The evaluations come from the rest of this crate.

mod counts;
mod diagnose;
mod game_mistakes;
mod mistake;
pub mod plain_search;
mod played;
mod result;
mod rules;
mod strength;

pub use crate::diagnosis::counts::{
    EndingCount, FailedPosition, OpponentCount, SightCount, TimeSlice, TimeUse,
};
pub use crate::diagnosis::diagnose::diagnose;
pub use crate::diagnosis::game_mistakes::{ChoiceCount, Choices, GameOutline, LastStanding};
pub use crate::diagnosis::mistake::{DEEPEST, GamePart, Mistake, MistakeKind};
pub use crate::diagnosis::played::{AgentEnd, AgentForfeit, DiagnosedGame, OpponentKind};
pub use crate::diagnosis::result::{Advice, AdviceKind, Diagnosis, VERSION};
pub use crate::diagnosis::rules::strategy_rules::end_words;
pub use crate::diagnosis::strength::{DepthEstimate, PlainDepth};
