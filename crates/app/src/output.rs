//! Standard output, which may be closed or full.

use crate::error::AppError;
use progress::Progress;
use serde::Serialize;
use std::io::{self, Write, stdout};

/// Prints a text at once, while a progress line may be on the screen.
///
/// # Errors
/// Standard output is closed, or its disk is full.
pub fn print(text: &str, progress: Option<&Progress>) -> Result<(), AppError> {
    let write = || {
        let mut out = stdout().lock();
        out.write_all(text.as_bytes()).and_then(|()| out.flush())
    };
    let written = match progress {
        Some(progress) => progress.suspend(write),
        None => write(),
    };
    written.map_err(|error| failed(&error))
}

/// A line that holds an object of JSON.
///
/// # Errors
/// It has no form in JSON.
pub fn json(object: &impl Serialize) -> Result<String, AppError> {
    let text = serde_json::to_string(object);
    text.map(|text| text + "\n").map_err(|error| AppError::File(format!("as JSON: {error}")))
}

/// Why nothing more can be printed.
pub fn failed(error: &io::Error) -> AppError {
    match error.kind() {
        io::ErrorKind::BrokenPipe => AppError::Closed,
        _ => AppError::File(format!("standard output cannot be written: {error}")),
    }
}
