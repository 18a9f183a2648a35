//! The files that more than one program reads. Each format is read *and* written in one place, and
//! validated there.
//!
//! | file | module | who writes it |
//! |---|---|---|
//! | `input.txt` | [`request`] | the referee, before each move |
//! | `output.txt` | [`answer`] | the agent |
//! | `*.pdn` | [`pdn`] | people, and programs for draughts |
//! | `*.jsonl` | [`JsonLines`] | whatever runs long and must go on after a kill |
//!
//! [`file`](mod@file) reads with a size limit and writes whole files or none; [`LockedFile`] keeps
//! a second writer away; [`mapped`] maps a large file that is read only where it is asked;
//! [`lines`](mod@lines) knows the line ends of all systems, and [`board_lines`] the lines of a
//! board that people type. The names of the agent's own files stand here too, since a referee keeps
//! them from move to move; what is in them only the agent knows.

#![warn(missing_docs)]

pub mod answer;
pub mod board_lines;
pub mod file;
mod json_lines;
pub mod lines;
mod locked_file;
#[allow(
    unsafe_code,
    reason = "mapping a file has no safe form, and reading it costs 100 ms a move"
)]
pub mod mapped;
pub mod pdn;
pub mod request;

pub use file::FileError;
pub use json_lines::{JsonLines, JsonLinesError, WholeLine, WholeLines};
pub use locked_file::LockedFile;
pub use request::{Play, Request, RequestError};

/// The file in which the referee asks for a move.
pub const INPUT_FILE: &str = "input.txt";
/// The file in which the agent answers.
pub const OUTPUT_FILE: &str = "output.txt";
/// The file that the agent keeps from one move of a game to the next.
pub const PLAYDATA_FILE: &str = "playdata.txt";
/// The file with the measurements of `calibrate`.
pub const CALIBRATION_FILE: &str = "calibration.txt";
