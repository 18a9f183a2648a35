//! Lines of any bytes, none of which can fill the memory.

use std::io::{self, BufRead, Read as _};

/// The most bytes of a line, the end not counted: more than the moves of any game.
pub const LONGEST_LINE: usize = 64 * 1024;

/// A line of the GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    /// Without its end. What is not UTF-8 becomes a sign of its own, which no command has.
    Text(String),
    /// It had more than [`LONGEST_LINE`] bytes.
    TooLong,
    /// The GUI has closed its end: there is no line any more.
    End,
}

/// The next line. The last one needs no end.
pub fn read_line(input: &mut impl BufRead) -> io::Result<InputLine> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(InputLine::End);
    }
    if bytes.pop_if(|last| *last == b'\n').is_none() && bytes.len() > LONGEST_LINE {
        input.skip_until(b'\n')?;
        return Ok(InputLine::TooLong);
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(InputLine::Text(text.trim_end_matches('\r').to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Cursor};

    #[test]
    fn lines_of_any_length_are_read_one_by_one() {
        let long = "x".repeat(LONGEST_LINE);
        let text = format!("a\r\n\n{long}\n{long}y\nz\n\u{e9}");
        let mut bytes = text.into_bytes();
        bytes.pop();
        let mut input = BufReader::with_capacity(7, Cursor::new(bytes));
        let mut next = || read_line(&mut input).expect("it reads");
        let line = |text: &str| InputLine::Text(text.to_string());
        assert_eq!(next(), line("a"));
        assert_eq!(next(), line(""));
        assert_eq!(next(), line(&long));
        assert_eq!(next(), InputLine::TooLong);
        assert_eq!(next(), line("z"));
        assert_eq!(next(), line("\u{fffd}"));
        assert_eq!(next(), InputLine::End);
    }
}
