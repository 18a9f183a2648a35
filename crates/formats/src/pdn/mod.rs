//! Games of checkers in portable draughts notation (PDN): read in all common forms, written as PDN
//! 3.0 demands.
//!
//! ```text
//! bytes -> tokens/decode.rs -> text -> tokens/token.rs (words and their offsets)
//!       -> parts/sections.rs (a game each)
//!       -> parts/section_game.rs, parts/move_text.rs (by the rules)
//!       -> read.rs -> PdnGame or FormatError
//! PdnGame -> write.rs -> text
//! ```
//!
//! The reader takes the forms of PDN 1 to 3 and those that programs and people write besides:
//! comments in braces and after `;` anywhere, variations, numeric annotations and signs such as
//! `!`, results in many spellings, squares by number or by name (`11-15`, `c3-d4`, `c3:e5`),
//! captures with all their squares or their ends, games from another position, games that White
//! begins, games of tags alone, files joined from several, in several encodings.
//!
//! Games are found by tokens before any move is looked at. So a game that cannot be read is one
//! error with line and column, and the next game is read: there are as many games and errors
//! together as there are groups of tags. What is doubtful is a [`PdnWarning`]. [`read_any`] is the
//! door for whole files; it also takes positions in FEN, one in each line.
//!
//! The writer keeps to the forms that every reader understands: see [`write`](write()).
//!
//! Sources: the grammar of PDN 3.0, <https://pdn.fmjd.org/grammar.html>; PDN 2.0 of Nielsen (1997).

mod any_form;
mod game;
mod parts;
mod random_game;
mod read;
mod tokens;
mod values;
mod warning;
mod write;
mod written_tags;

pub use crate::pdn::any_form::{AnyGames, is_fen, read_any};
pub use crate::pdn::game::{PdnGame, PdnLine, Turn};
pub use crate::pdn::parts::move_text::MOST_NESTED;
pub use crate::pdn::parts::squares::move_of;
pub use crate::pdn::random_game::random_game;
pub use crate::pdn::read::{Games, places, read};
pub use crate::pdn::tokens::decode::decode;
pub(crate) use crate::pdn::tokens::token::is_set_up;
pub use crate::pdn::values::date::{DateTag, PdnDate};
pub use crate::pdn::values::game_type::{GameType, Squares};
pub use crate::pdn::values::result_text::PdnResult;
pub use crate::pdn::warning::{PdnWarning, PdnWarningKind};
pub use crate::pdn::write::{PdnStyle, Terminator, short_text, write};
