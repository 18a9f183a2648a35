//! American checkers (English draughts), as the assignment restates it.
//!
//! Way in: [`Position`] is the game; `rules.rs` holds the choices, `square.rs` and `bitboard.rs`
//! the board, `movegen.rs` the moves, `net/` the judgement, learned from the program's own games,
//! `endgame/` and `book/` what is known of the ends and of the beginnings;
//! `evaluate.rs` with `weights.rs` is the one by hand that it is measured against.

pub mod bitboard;
pub mod movegen;
pub mod moves;
pub mod notation;
pub mod packed;
pub mod position;
pub mod rules;
pub mod square;

pub use bitboard::{Bitboard, Direction};
pub use moves::Move;
pub use notation::BoardError;
pub use packed::Packed;
pub use position::{PieceKind, Position};
pub use square::Square;
