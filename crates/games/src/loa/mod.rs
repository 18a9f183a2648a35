//! Lines of Action (Claude Soucie 1969), as the assignment restates it.
//!
//! | to learn | read |
//! |---|---|
//! | the choices where the rules can be read in two ways | `rules.rs` |
//! | the board | `squares.rs`; lines and the moves along them: `lines.rs`, `patterns.rs` |
//! | the state, and the game as the search sees it | `position.rs`, `position/game.rs` |
//! | the moves | `moves.rs`, `movegen.rs`; those that a quiescence search follows: `noisy.rs` |
//! | the end of the game | `ending.rs`, `connectivity.rs` |
//! | center of mass, for evaluators | `mass.rs` |
//! | text | `notation.rs` |

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
pub use position::Position;
pub use squares::{Square, SquareSet};
