//! Lines of results on standard output.

use crate::error::WorkshopError;
use cli::ProgressLine;
use std::fmt::Display;
use std::io::{Write, stdout};

/// Prints a line of results. While a progress line is shown, use [`print_above`] instead.
pub fn print_line(line: impl Display) -> Result<(), WorkshopError> {
    writeln!(stdout(), "{line}").map_err(WorkshopError::Output)
}

/// Prints a line of results above the bar.
pub fn print_above(progress: &ProgressLine, line: impl Display) -> Result<(), WorkshopError> {
    progress.suspend(|| print_line(line))
}
