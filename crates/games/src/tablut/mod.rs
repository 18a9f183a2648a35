//! Tablut, the Lapland game of the king's flight, as the assignment restates it: sixteen Muscovites
//! (Black, who begins) hunt a king guarded by eight Swedes (White), on a board of 9 by 9.
//!
//! | to learn | read |
//! |---|---|
//! | the choices where the rules can be read in two ways | `rules.rs`; captures: `captures.rs` |
//! | the board | `squares.rs`, `board.rs` |
//! | the state, and the game as the search sees it | `position.rs`, `position/game.rs` |
//! | the moves | `moves.rs`, `movegen.rs` |
//! | text | `notation.rs`; positions for tests: `sketch.rs` |

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
pub use position::Position;
pub use squares::{Square, SquareSet};
