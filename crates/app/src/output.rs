//! Standard output, which may be closed or full.

use crate::error::AppError;
use progress::Progress;
use std::io::{self, Write, stdout};

/// Prints a text at once, while a progress line may be on the screen.
///
/// # Errors
/// [`AppError::File`]: standard output is closed, or its disk is full.
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

/// Why nothing more can be printed.
pub fn failed(error: &io::Error) -> AppError {
    AppError::File(format!("standard output cannot be written: {error}"))
}
