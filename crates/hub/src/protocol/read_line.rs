//! Lines of any bytes, none of which can fill the memory.

use cli::lines::read_bounded;
use std::io::{self, BufRead};

/// The most bytes of a line, the end not counted: more than the moves of any game.
pub const LONGEST_LINE: usize = 64 * 1024;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    /// Without its end. What is not UTF-8 becomes a sign of its own, which no command has.
    Text(String),
    /// It had more than [`LONGEST_LINE`] bytes.
    TooLong,
    /// The GUI has closed its end: there is no line any more.
    End,
}

pub fn read_line(input: &mut impl BufRead) -> io::Result<InputLine> {
    Ok(match read_bounded(input, LONGEST_LINE)? {
        None => InputLine::End,
        Some(line) if line.is_too_long => InputLine::TooLong,
        Some(line) => {
            let text = String::from_utf8_lossy(&line.bytes);
            InputLine::Text(text.trim_end_matches('\r').to_string())
        }
    })
}
