//! Floor 6: the text-command language of Lines of Action, Tablut and Amazons, written once.
//!
//! A program reads one command a line, answers on standard output, and complains on standard
//! error. What differs between the games (how a board is dumped, which pieces `set` knows, what a
//! limit of moves means) is a [`Dialect`].
//!
//! | to learn | read |
//! |---|---|
//! | what a line may say | [`command`] |
//! | what differs between the games | [`dialect`], `loa.rs`, `tablut.rs`, `amazons.rs` |
//! | one game, with its past | [`playing`] |
//! | who moves, and how an automatic player thinks | [`session`], [`thinker`], [`plain`] |
//! | where text comes from and goes to | [`console`], [`display`], [`cli`] |
//!
//! A line is read only when a manual player is to move or no game is on: scripts send their
//! commands without waiting, and an automatic player moves before the next of them is looked at.

mod amazons;
pub mod cli;
pub mod command;
pub mod console;
pub mod dialect;
pub mod display;
mod loa;
pub mod plain;
pub mod playing;
pub mod session;
mod tablut;
pub mod thinker;

pub use cli::run;
pub use dialect::Dialect;
