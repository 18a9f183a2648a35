//! Ctrl-C ends a game without an error: it is how a person leaves the program.

use crate::error::AppError;
use signal_hook::consts::SIGINT;
use signal_hook::flag::register_conditional_shutdown;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// From now on Ctrl-C ends the program at once with exit code 0. What an agent has left is then
/// removed as if the program had been killed.
pub fn ends_the_program() -> Result<(), AppError> {
    let no_signal = |error| AppError::NoPage(format!("Ctrl-C cannot be watched: {error}"));
    register_conditional_shutdown(SIGINT, 0, Arc::new(AtomicBool::new(true))).map_err(no_signal)?;
    Ok(())
}
