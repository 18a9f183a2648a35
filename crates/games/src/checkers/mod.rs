//! American checkers (English draughts), as the assignment restates it.
//!
//! | to learn | read |
//! |---|---|
//! | the choices where the rules can be read in two ways | `rules.rs` |
//! | the board | `square.rs`, `bitboard.rs` |
//! | the state, and the game as the search sees it | `position.rs`, `position/game.rs` |
//! | the moves | `moves.rs`, `movegen.rs` |
//! | openings drawn by lot | `ballots.rs` |
//! | text | `notation.rs`, `fen.rs`; in 12 bytes: `packed.rs` |

pub mod ballots;
pub mod bitboard;
pub mod fen;
pub mod movegen;
pub mod moves;
pub mod notation;
pub mod openings;
pub mod packed;
pub mod position;
pub mod rules;
pub mod square;

pub use bitboard::{Bitboard, Diagonal};
pub use moves::Move;
pub use packed::PackedPosition;
pub use position::{PieceKind, Position};
pub use square::Square;
