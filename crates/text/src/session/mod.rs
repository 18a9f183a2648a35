//! A running program: one game, its players, and commands from terminal and page.
//!
//! | to learn | read |
//! |---|---|
//! | whose turn it is, and when a line is read | `run.rs` |
//! | the effect of each command | `execute.rs` |
//! | the answers to questions | `answer.rs` |
//! | the output on terminal and page | `show.rs` |
//! | the state | `state.rs` |

mod answer;
mod execute;
mod run;
mod show;
mod state;

pub use crate::session::state::{ExitReason, Session, SessionParts, TerminalBoard};
