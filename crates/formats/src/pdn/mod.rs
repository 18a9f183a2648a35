//! Games of checkers in portable draughts notation (PDN): read as the world writes it, written as
//! PDN 3.0 demands.
//!
//! ```text
//! text -> token.rs (words with their places) -> read.rs (games by the rules) -> PdnGame
//! PdnGame -> write.rs -> text
//! ```
//!
//! Read are the forms of PDN 1 to 3 and those that programs and people write besides: comments in
//! braces and after `;`, variations, numeric annotations and signs such as `!`, results as end of a
//! game or `*`, squares by number or by name (`11-15`, `c3-d4`, `c3:e5`), captures with all their
//! squares or their ends, games from another position and games that White begins. What cannot be
//! read is an error with line and column, and the next game is read all the same.
//!
//! Written is what every reader understands: see [`write`](write()).
//!
//! Sources: the grammar of PDN 3.0, <https://pdn.fmjd.org/grammar.html>; PDN 2.0 of Nielsen (1997).

mod decode;
mod error;
mod game;
mod game_type;
mod read;
mod squares;
mod token;
mod write;

pub use decode::decode;
pub use error::{PdnError, Reason, TextPlace};
pub use game::{PdnGame, PdnLine, PdnResult, Turn};
pub use game_type::{GameType, Squares};
pub use read::{Games, read};
pub use squares::move_of;
pub use write::{PdnStyle, Terminator, short_text, write};
