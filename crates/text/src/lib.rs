//! The text-command programs for Lines of Action, Tablut and Amazons, and the same sessions, with
//! checkers as well, in a browser.
//!
//! A program reads one command a line, answers on standard output, and reports errors on standard
//! error. A [`Dialect`] adds to a game what its player needs: the evaluator, the pace, the nodes of
//! a seeded search, the unit of scores, the prompt. Its commands are a
//! [`CommandGame`](formats::commands::CommandGame). A new game starts in `games`; the recipe is in
//! CONTRIBUTING.md.
//!
//! | to learn | read |
//! |---|---|
//! | the commands of a line, a game that they change | [`formats::commands`] |
//! | what the player of each game needs | [`dialect`], then `dialects/loa.rs` and the others |
//! | whose turn it is, and the effect of each command | [`session`] |
//! | how an automatic player chooses | [`players::search_player`], [`players::seeded`], [`players::plain_player`] |
//! | how it thinks while commands are taken | [`players::auto_player`], [`players::search_thread`], [`input::event`] |
//! | input and output of text | [`input::line_reader`], [`input::console`], [`display`], [`cli`] |
//! | the page | [`page`], [`browser`] |
//!
//! The program `crownhead` plays a person's game against an agent with the same parts: history,
//! search_thread, events and page; see `programs/crownhead/src/play/agent/`.
//!
//! A line is executed only when a manual player is to move or no game is on: scripts send their
//! commands without waiting, and an automatic player moves before the next of them is read.

#![forbid(unsafe_code)]

pub mod browser;
pub mod cli;
pub mod dialect;
mod dialects;
pub mod display;
pub mod help;
pub mod input;
pub mod page;
pub mod players;
pub mod session;

pub use crate::cli::run;
pub use crate::dialect::Dialect;
pub use crate::players::search_opinion::{SearchOpinion, grouped, score_words};
