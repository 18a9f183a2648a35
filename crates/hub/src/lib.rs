//! Our engine for English checkers behind the Hub protocol, version 2, through which a GUI drives
//! an engine. Fabien Letouzey made the protocol for Scan 3.1 and its GUI.
//!
//! ```text
//! lines -> protocol -> orders -> engine -> events -> protocol -> lines
//! ```
//!
//! | to learn | read |
//! |---|---|
//! | how positions and moves are written | `protocol/position.rs`, `protocol/moves.rs` |
//! | what a GUI may set | `protocol/params.rs` |
//! | the orders to the engine, and what it reports | `engine/messages.rs` |
//! | what limits a search | `engine/search_control.rs`, [`GameClock`](agent::time::GameClock) |
//! | how a move is chosen | `engine/player.rs`; the agent does the same: `src/homework/` |
//!
//! The engine knows no line of text. All that is said passes through [`Conversation`], a state
//! machine; `run.rs` and the engine know threads.

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod engine;
mod protocol;
mod run;

pub use engine::{BestMove, EngineEvent, EngineOptions, EngineOrder, EngineProblem};
pub use protocol::conversation::{Conversation, Reaction};
pub use protocol::line::LineError;
pub use protocol::params::Params;
pub use protocol::position::PositionFormat;
pub use protocol::read_line::{InputLine, LONGEST_LINE};
pub use run::run;
