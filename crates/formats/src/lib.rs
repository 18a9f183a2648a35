//! The files that more than one program reads. Each format is read *and* written in one place, and
//! validated there.
//!
//! | file | module | who writes it |
//! |---|---|---|
//! | `input.txt` | [`request`] | the referee, before each move |
//! | `output.txt` | [`answer`] | the agent |
//! | commands of the text programs | [`commands`] | people, referees |
//! | `answers.jsonl` | [`PositionAnswer`] | `referee diagnose` |
//! | `*.pdn` | [`pdn`] | people, and programs for draughts |
//! | `feedback.json` | [`feedback`] | `referee class`, for each student |
//! | `playdata.txt`, its side and boards | [`playdata`] | the agent, which alone reads the rest |
//!
//! [`TextForm`] tells which of these a text is, and [`foreign_form`] what is none. [`board_lines`]
//! reads a board that people type.
//! `calibration.txt` only the agent reads; its name is here because a referee keeps the file.

pub mod answer;
pub mod board_lines;
pub mod commands;
mod error;
pub mod feedback;
mod foreign;
pub mod pdn;
pub mod playdata;
mod position_answer;
pub mod request;
mod text_form;

pub use crate::error::{FormatError, TextPlace};
pub use crate::foreign::foreign_form;
pub use crate::position_answer::PositionAnswer;
pub use crate::request::{Play, Request};
pub use crate::text_form::TextForm;

/// The file in which the referee asks for a move.
pub const INPUT_FILE: &str = "input.txt";
/// The file in which the agent answers.
pub const OUTPUT_FILE: &str = "output.txt";
/// The file that the agent keeps from one move of a game to the next.
pub const PLAYDATA_FILE: &str = "playdata.txt";
/// The file with the measurements of `calibrate`.
pub const CALIBRATION_FILE: &str = "calibration.txt";
