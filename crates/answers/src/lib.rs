//! What the board page asks, and the answers. A page asks in JSON and is answered in JSON; it knows
//! no rules, and it does not know who answers: the program natively, or the same code in a page.
//!
//! ```text
//! question.rs -> asked_line.rs (a line of moves, by the rules) -> a file for each kind of question
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

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod about;
mod analyze;
mod answer;
mod asked_limit;
mod asked_line;
mod choose;
mod edit;
mod evaluation_answer;
mod game;
mod game_result;
mod host;
mod knowledge_answer;
mod levels;
mod line_answer;
mod measure;
mod part_sender;
mod problems;
mod question;
mod read;
mod refusal;
mod review;
mod write;

pub use crate::answer::answer;
pub use crate::asked_line::MOST_MOVES;
pub use crate::game::{AskedGame, EditFault, RowsShape};
pub use crate::host::Host;
pub use crate::read::{CommandFault, CommandGame, CommandGames, read_command_games};
