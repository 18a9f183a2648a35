//! The Hub protocol, version 2, for English checkers: through which a GUI drives an engine. It was
//! made by Fabien Letouzey for Scan 3.1 and its GUI.
//!
//! ```text
//! bytes -> read_line.rs -> line.rs (words) -> command.rs (commands) -> session.rs (steps)
//! steps -> run.rs (threads) -> engine.rs (searches) -> answer.rs -> lines
//! ```
//!
//! | to learn | read |
//! |---|---|
//! | how positions and moves are written | `position.rs`, `moves.rs` |
//! | what a GUI may set | `params.rs` |
//! | what limits a search | `level.rs`, `control.rs` |
//! | how a move is chosen | `engine.rs`, `known.rs`; the agent does the same: `src/homework/` |
//! | what can be wrong in a line | `error.rs` |
//!
//! Only `run.rs` knows threads; all that is said passes through [`Session`], a state machine.

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod answer;
mod arguments;
mod command;
mod control;
mod engine;
mod error;
mod evaluator;
mod game;
mod known;
mod level;
mod line;
mod moves;
mod params;
mod position;
mod read_line;
mod run;
mod session;

pub use answer::{Answer, Found, Info, Source};
pub use command::Purpose;
pub use error::{LineError, Reason};
pub use game::Game;
pub use level::{Level, TimeLimit};
pub use params::{Declared, Kind, Params};
pub use position::PositionFormat;
pub use run::{HubError, run};
pub use session::{LONGEST_LINE, Session, Step, Task};
