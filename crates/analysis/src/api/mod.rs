//! What the board page asks, and the answers. A page asks in JSON and is answered in JSON; it knows
//! no rules, and it does not know who answers: the program natively, or the same code in a page.
//!
//! ```text
//! question.rs -> asked_line.rs (a line of moves, by the rules) -> questions/
//! ```
//!
//! | to learn | read |
//! |---|---|
//! | the questions | `question.rs`; with all fields: docs/BOARD.md |
//! | what a game has to provide | `game/asked_game.rs` |
//! | who stops a search, and by what clock | [`Host`] |
//! | the form of an evaluation | `evaluation_answer.rs` |
//! | files of games that are read and written | `read/`, `write/` |
//!
//! Contract: it only computes. Time, the wish to stop and the way of the answers come from a
//! [`Host`]. Whatever the question is, there is an answer, if only a sentence that says what is
//! wrong with it.

mod answer;
mod asked_limit;
mod asked_line;
mod evaluation_answer;
mod game;
mod game_result;
mod host;
mod line_answer;
mod part_sender;
mod question;
mod questions;
mod read;
mod refusal;
mod write;

pub use crate::api::answer::answer;
pub use crate::api::asked_line::MOST_MOVES;
pub use crate::api::game::{AskedGame, EditFault, RowsShape};
pub use crate::api::host::Host;
pub use crate::api::read::{WrittenFault, WrittenGame, WrittenGames, read_text_games};
