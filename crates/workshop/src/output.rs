//! Lines of results on standard output.

use crate::error::WorkshopError;
use std::fmt::Display;
use std::io::{Write, stdout};

/// Prints a line of results.
///
/// # Errors
/// Standard output is closed or full.
pub fn say(line: impl Display) -> Result<(), WorkshopError> {
    writeln!(stdout(), "{line}").map_err(WorkshopError::Output)
}
