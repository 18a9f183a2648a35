//! A running program: one game, its players, and commands from terminal and page.
//!
//! | to learn | read |
//! |---|---|
//! | whose turn it is, when a line is read, answers to questions | `run.rs` |
//! | the effect of each command | `execute.rs` |
//! | the output on terminal and page | `show.rs` |
//! | the state | `state.rs` |

mod execute;
mod run;
mod show;
mod state;

pub use crate::session::state::{ExitReason, Session, SessionParts, TerminalBoard};
