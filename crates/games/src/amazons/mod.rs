//! The Game of the Amazons, as the assignment restates it.
//!
//! Way in: [`Position`] is the game; `rules.rs` holds the choices, `movegen.rs` the moves,
//! `evaluate.rs` with `territory.rs` and `weights.rs` the judgement, `fill.rs` with `region.rs` the
//! count of moves once the amazons are apart, `promise.rs` the order of moves.

pub mod movegen;
pub mod moves;
pub mod notation;
pub mod position;
pub mod rules;
pub mod square;

pub use moves::Move;
pub use notation::BoardError;
pub use position::{Piece, Position};
pub use square::{Square, SquareSet};
