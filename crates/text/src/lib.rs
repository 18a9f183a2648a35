//! The text-command programs for Lines of Action, Tablut and Amazons, and the same sessions, with
//! checkers as well, in a browser.
//!
//! A program reads one command a line, answers on standard output, and reports errors on standard
//! error. What differs between the games (how a board is dumped, which pieces `set` knows, what a
//! limit of moves means) is a [`Dialect`]; a new game starts there.
//!
//! | to learn | read |
//! |---|---|
//! | what a line may say | [`command`] |
//! | what differs between the games | [`dialect`], `loa.rs`, `tablut.rs`, `amazons.rs`, `checkers.rs` |
//! | one game with its history | [`game_history`] |
//! | whose turn it is, and what each command does | [`session`] |
//! | how an automatic player chooses | [`search_player`], [`seeded`], [`plain_player`] |
//! | how it thinks while commands are taken | [`auto_player`], [`event`] |
//! | where text comes from and goes to | [`line_reader`], [`console`], [`display`], [`cli`] |
//! | what a page is shown, and how it is opened | [`page`], [`browser`] |
//!
//! A line is read only when a manual player is to move or no game is on: scripts send their
//! commands without waiting, and an automatic player moves before the next of them is read.

#![forbid(unsafe_code)]

mod amazons;
pub mod auto_player;
pub mod browser;
mod checkers;
pub mod cli;
pub mod command;
mod considered;
pub mod console;
pub mod dialect;
pub mod display;
pub mod event;
pub mod game_history;
pub mod help;
pub mod line_reader;
mod loa;
pub mod page;
pub mod plain_player;
mod record;
pub mod search_player;
pub mod seeded;
pub mod session;
mod tablut;

pub use cli::run;
pub use considered::{Considered, score_words};
pub use dialect::Dialect;
