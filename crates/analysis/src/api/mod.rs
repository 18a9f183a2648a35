//! What the board page asks, and the responses. A page asks in JSON and is answered in JSON; it
//! knows no rules, and it does not know who answers: the program natively, or the same code in a
//! page.
//!
//! ```text
//! request.rs -> requested_line.rs (a line of moves, by the rules) -> requests/
//! ```
//!
//! | to learn | read |
//! |---|---|
//! | the requests | `request.rs`; with all fields: docs/BOARD.md |
//! | who stops a search, and by what clock | [`Caller`] |
//! | the form of an evaluation | `evaluation_response.rs` |
//! | files of games that are read and written | `read/`, `write.rs`, `game_texts.rs` |
//!
//! Contract: it only computes. Time, the wish to stop and the way of the responses come from a
//! [`Caller`]. Whatever the request is, there is a response, if only a sentence that says what is
//! wrong with it.

mod caller;
mod evaluation_response;
mod game_texts;
mod line_response;
mod read;
mod request;
mod requested_line;
mod requests;
mod respond;
mod write;

pub use crate::api::caller::Caller;
pub use crate::api::evaluation_response::EvaluationResponse;
pub use crate::api::read::{WrittenFault, WrittenGame, WrittenGames, agent_game, read_text_games};
pub use crate::api::requested_line::{MOST_MOVES, texts};
pub use crate::api::requests::analyze::AnalysisResponse;
pub use crate::api::requests::review::ReviewResponse;
pub use crate::api::respond::respond;
