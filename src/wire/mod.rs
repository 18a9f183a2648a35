//! Floor 4: the agent's files. Each format is read *and* written in one place.
//!
//! | file | module | who writes it |
//! |---|---|---|
//! | `input.txt` | [`request`] | the judge, before each move |
//! | `output.txt` | [`answer`] | the agent |
//! | `playdata.txt` | [`memory`] | the agent, for its own next move |
//! | `calibration.txt` | [`calibration`] | `calibrate`, once |
//!
//! [`file`](mod@file) reads with a size limit and writes whole files or none.

pub mod answer;
pub mod calibration;
pub mod file;
#[allow(
    unsafe_code,
    reason = "mapping a file has no safe form, and reading it costs 100 ms a move"
)]
pub mod mapped;
pub mod memory;
pub mod request;

pub use answer::ANSWER_FILE;
pub use calibration::{CALIBRATION_FILE, Calibration};
pub use file::FileError;
pub use memory::{MEMORY_FILE, Memory, RivalRecord, Turn};
pub use request::{Play, REQUEST_FILE, Request, RequestError};
