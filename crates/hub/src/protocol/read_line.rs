//! Lines of any bytes, none of which can fill the memory.

use cli::lines::BoundedLines;
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

pub fn read_line(input: &mut BoundedLines<impl BufRead>) -> io::Result<InputLine> {
    Ok(match input.next_line()? {
        None => InputLine::End,
        Some(line) if line.is_too_long => InputLine::TooLong,
        Some(line) => InputLine::Text(String::from_utf8_lossy(&line.bytes).into_owned()),
    })
}
