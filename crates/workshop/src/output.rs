//! Lines of results on standard output.

use crate::error::WorkshopError;
use std::fmt::Display;
use std::io::{Write, stdout};

/// Prints a line of results. While a progress line is shown, use `Progress::print_line` instead.
///
/// # Errors
/// Standard output is closed or full.
pub fn print_line(line: impl Display) -> Result<(), WorkshopError> {
    writeln!(stdout(), "{line}").map_err(WorkshopError::Output)
}
