//! A running program: one game, its players, and who gives commands.
//!
//! | to learn | read |
//! |---|---|
//! | whose turn it is, and when a line is read | `run.rs` |
//! | what each command does | `execute.rs` |
//! | how questions are answered | `answer.rs` |
//! | what the terminal and the page are shown | `show.rs` |
//! | what a session knows | `state.rs` |

mod answer;
mod execute;
mod run;
mod show;
mod state;

pub use state::{ExitReason, Session, SessionParts, TerminalBoard};
