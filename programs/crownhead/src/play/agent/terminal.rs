//! Lines on the terminal: the address of the page and the results.
//!
//! Names come from untrusted programs: nothing that is hidden in them reaches the terminal.

use cli::visible;
use std::io::{Write, stderr, stdout};

/// Prints a line. A standard output that is closed does not end the game.
pub fn say(line: &str) {
    let _ = writeln!(stdout(), "{}", visible::line(line));
}

/// Prints a line on standard error.
pub fn warn(line: &str) {
    let _ = writeln!(stderr(), "crownhead: {}", visible::line(line));
}
