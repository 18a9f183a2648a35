//! The checkers agent: a program that is started anew for each move of a tournament game.
//!
//! | module | job |
//! |---|---|
//! | [`time`] | CPU seconds into a search control; what is known of the opponent's clock |
//! | [`player`] | position, history and budget in; a move out |
//! | [`playdata`], [`calibration`] | the two files that only this package's programs read |
//! | [`homework`] | one move: read, recall, decide, answer, search, write, remember |
//! | [`warning`] | one line on standard error |
//! | `signals` | those that ask the process to end |
//!
//! Rules, search, evaluation and the files that a referee also reads are crates of their own:
//! `docs/ARCHITECTURE.md`.

pub mod calibration;
mod error;
pub mod homework;
pub mod playdata;
pub mod player;
mod signals;
pub mod time;
pub mod warning;

pub use crate::error::AgentFileError;
