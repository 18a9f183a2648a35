//! Standard output, which may be closed or full.

use super::error::RefereeError;
use std::fmt::Display;
use std::io::{Write, stdout};

/// Prints a text as it stands.
pub fn say(text: impl Display) -> Result<(), RefereeError> {
    let mut out = stdout().lock();
    write!(out, "{text}").and_then(|()| out.flush()).map_err(RefereeError::Output)
}
