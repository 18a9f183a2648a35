//! Tablut, the Lapland game of the king's flight, as the assignment restates it: sixteen Muscovites
//! (Black, who begins) hunt a king whom eight Swedes (White) guard, on a board of 9 by 9.
//!
//! Way in: [`Position`] is the game; `rules.rs` holds the choices, `captures.rs` the hardest of
//! them, `movegen.rs` the moves, `evaluate.rs` with `lines.rs` and `weights.rs` the judgement.

pub mod board;
pub mod captures;
pub mod movegen;
pub mod moves;
pub mod notation;
pub mod position;
pub mod rules;
pub mod sketch;
pub mod squares;

pub use board::{Board, Piece};
pub use moves::Move;
pub use notation::BoardError;
pub use position::Position;
pub use squares::{Square, Squares};
