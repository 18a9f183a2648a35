//! Text for the user: results on standard output, warnings on standard error.

use super::error::RefereeError;
use std::fmt::Display;
use std::io::{Write, stderr, stdout};

/// Prints a result as it is.
///
/// # Errors
/// Standard output is closed or full.
pub fn say(text: impl Display) -> Result<(), RefereeError> {
    let mut out = stdout().lock();
    write!(out, "{text}").and_then(|()| out.flush()).map_err(RefereeError::Output)
}

/// Prints a warning, or a note on what takes long. A standard error that is closed or full is no
/// reason to fail.
pub fn warn(text: impl Display) {
    let _ = writeln!(stderr(), "referee: {text}");
}
