//! The evaluation of checkers.
//!
//! | to learn | read |
//! |---|---|
//! | what the search is handed | [`CheckersEvaluator`], [`HandCrafted`] |
//! | the learned evaluation | [`network`] |
//! | the hand-crafted evaluation that it is measured against | [`hand_crafted`], `weights.rs` |
//! | endgame tables | [`endgame`] |
//! | the opening book | [`book`] |
//! | margins and reductions of the search | [`tuning`] |

pub mod book;
pub mod endgame;
mod evaluator;
pub mod hand_crafted;
mod identity;
pub mod network;
pub mod tuning;
mod weights;

pub use evaluator::{BuiltInTuning, CheckersEvaluator, HandCrafted};
pub use identity::EVALUATION_IDENTITY;
