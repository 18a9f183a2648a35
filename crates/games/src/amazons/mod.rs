//! The Game of the Amazons, as the assignment restates it.
//!
//! | to learn | read |
//! |---|---|
//! | the choices where the rules can be read in two ways | `rules.rs` |
//! | the board | `square.rs` |
//! | the state, and the game as the search sees it | `position.rs`, `position/game.rs` |
//! | the moves | `moves.rs`, `movegen.rs` |
//! | text | `notation.rs` |

pub mod movegen;
pub mod moves;
pub mod notation;
pub mod position;
pub mod rules;
pub mod square;

pub use moves::Move;
pub use position::{Piece, Position};
pub use square::{Square, SquareSet};
