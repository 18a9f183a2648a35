//! Lines of results on standard output.

use crate::error::TrainingError;
use cli::ProgressLine;
use std::fmt::Display;
use std::io::{Write, stdout};

/// Prints a line of results. While a progress line is shown, use [`print_above`] instead.
pub fn print_line(line: impl Display) -> Result<(), TrainingError> {
    writeln!(stdout(), "{line}").map_err(TrainingError::Output)
}

pub fn print_above(progress: &ProgressLine, line: impl Display) -> Result<(), TrainingError> {
    progress.suspend(|| print_line(line))
}
