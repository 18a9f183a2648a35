//! Lines on the terminal: the address of the page and the results.
//!
//! Names come from untrusted programs: none of their control characters reaches the terminal.

use std::io::{Write, stderr, stdout};

/// Prints a line. A standard output that is closed does not end the game.
pub fn say(line: &str) {
    let _ = writeln!(stdout(), "{}", printable(line));
}

/// Prints a line on standard error.
pub fn warn(line: &str) {
    let _ = writeln!(stderr(), "crownhead: {}", printable(line));
}

pub fn printable(line: &str) -> String {
    line.chars().map(|c| if c.is_control() { '?' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_escape_code_passes() {
        assert_eq!(printable("a\u{1b}[31m b\n"), "a?[31m b?");
    }
}
