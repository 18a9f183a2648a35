//! The files that more than one program reads. Each format is read *and* written in one place, and
//! validated there.
//!
//! | file | module | who writes it |
//! |---|---|---|
//! | `input.txt` | [`request`] | the referee, before each move |
//! | `output.txt` | [`answer`] | the agent |
//! | commands of the text programs | [`commands`] | people, referees |
//! | `*.pdn` | [`pdn`] | people, and programs for draughts |
//!
//! [`board_lines`] knows the lines of a board that people type. The names of the agent's own files
//! stand here too, since a referee keeps them from move to move; what is in them only the agent
//! knows.

pub mod answer;
pub mod board_lines;
pub mod commands;
pub mod pdn;
pub mod request;

pub use crate::request::{Play, Request, RequestError};

/// The file in which the referee asks for a move.
pub const INPUT_FILE: &str = "input.txt";
/// The file in which the agent answers.
pub const OUTPUT_FILE: &str = "output.txt";
/// The file that the agent keeps from one move of a game to the next.
pub const PLAYDATA_FILE: &str = "playdata.txt";
/// The file with the measurements of `calibrate`.
pub const CALIBRATION_FILE: &str = "calibration.txt";
