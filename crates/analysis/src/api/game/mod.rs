//! What each game provides for the questions of a page.
//!
//! | file | job |
//! |---|---|
//! | `asked_game.rs` | the contract |
//! | `rows.rs` | a position in one line of the letters of a board |
//! | `checkers.rs`, `loa.rs`, `tablut.rs`, `amazons.rs` | each game |

mod amazons;
mod asked_game;
mod checkers;
mod loa;
mod rows;
mod tablut;

pub use crate::api::game::asked_game::{AskedGame, EditFault};
pub use crate::api::game::rows::{RowsShape, rows_of};
