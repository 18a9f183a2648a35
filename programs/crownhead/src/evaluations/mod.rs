//! Evaluations of games that are kept: what was computed once is not computed again. The reports
//! and `crownhead analyze` share them.
//!
//! | file | job |
//! |---|---|
//! | `evaluated_game.rs` | one game with its key, and its stored form |
//! | `file.rs` | `evaluations.jsonl`: one line for each game |
//! | `evaluate_all.rs` | all games, on several cores |

mod evaluate_all;
mod evaluated_game;
mod file;
#[cfg(test)]
mod tests;

pub use evaluate_all::{EvaluationWork, evaluate_all};
pub use file::EVALUATIONS;
