//! Lines of Action (Claude Soucie 1969), as the assignment restates it.
//!
//! Way in: [`Position`] is the game; `rules.rs` holds the choices, `squares.rs` the board,
//! `lines.rs` and `patterns.rs` what can be done along each line, `movegen.rs` the moves, `ending.rs`
//! and `connectivity.rs` the end of the game, `evaluate.rs` with `weights.rs` and `mass.rs` the
//! judgement, `ordering.rs` the first sight of a move.

pub mod connectivity;
pub mod ending;
pub mod lines;
pub mod mass;
pub mod movegen;
pub mod moves;
pub mod noisy;
pub mod notation;
pub mod patterns;
pub mod position;
pub mod rules;
pub mod squares;

pub use moves::Move;
pub use notation::BoardError;
pub use position::Position;
pub use squares::{Square, Squares};
