//! The text-command programs for Lines of Action, Tablut and Amazons, and the same sessions, with
//! checkers as well, in a browser.
//!
//! A program reads one command a line, answers on standard output, and reports errors on standard
//! error. A [`Dialect`] holds the differences between the games: the dump of a board, the pieces of
//! `set`, the limit of moves. A new game starts there.
//!
//! | to learn | read |
//! |---|---|
//! | the commands of a line | [`formats::commands`] |
//! | the differences between the games | [`dialect`], then `dialects/loa.rs` and the others |
//! | one game with its history | [`game_history`] |
//! | whose turn it is, and the effect of each command | [`session`] |
//! | how an automatic player chooses | [`players::search_player`], [`players::seeded`], [`players::plain_player`] |
//! | how it thinks while commands are taken | [`players::auto_player`], [`players::thinker`], [`input::event`] |
//! | input and output of text | [`input::line_reader`], [`input::input_end`], [`input::console`], [`display`], [`cli`] |
//! | the page | [`page`], [`browser`] |
//!
//! The program `crownhead` plays a person's game against an agent with the same parts: history,
//! thinker, events and page; see `programs/crownhead/src/play/agent/`.
//!
//! A line is obeyed only when a manual player is to move or no game is on: scripts send their
//! commands without waiting, and an automatic player moves before the next of them is read.

#![forbid(unsafe_code)]

pub mod browser;
pub mod cli;
pub mod dialect;
mod dialects;
pub mod display;
pub mod game_history;
pub mod help;
pub mod input;
pub mod page;
pub mod players;
mod record;
pub mod session;

pub use crate::cli::run;
pub use crate::dialect::Dialect;
pub use crate::players::considered::{Considered, grouped, score_words};
