//! One line on standard error for each thing that is wrong.

use cli::visible;
use std::env;
use std::fmt::Display;
use std::io::{Write, stderr};
use std::path::Path;

/// Prints a warning behind the name under which the program was started, as other tools do:
/// `homework: there is no calibration.txt`. A standard error that is closed or full is ignored.
pub fn warn(what: impl Display) {
    let started_as = env::args_os().next().unwrap_or_default();
    let program = visible::path(Path::new(&started_as).file_stem().unwrap_or_default());
    // In one piece, since other processes may write there as well.
    let _ = stderr().write_all(format!("{program}: {what}\n").as_bytes());
}
