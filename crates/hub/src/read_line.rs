//! Lines of any bytes, none of which can fill the memory.

use crate::session::LONGEST_LINE;
use std::io::{self, BufRead};

/// A line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Its text without its end. What is not UTF-8 becomes a sign of its own, which no command has.
    Line(String),
    /// It had more than [`LONGEST_LINE`] bytes.
    TooLong,
}

/// The next line; `None` at the end of the input. The last line needs no end.
///
/// # Errors
/// The input cannot be read.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Input>> {
    let mut bytes = Vec::new();
    let (mut is_any, mut is_too_long) = (false, false);
    loop {
        let available = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            available => available?,
        };
        if available.is_empty() && !is_any {
            return Ok(None);
        }
        let end = available.iter().position(|&byte| byte == b'\n');
        let length = end.unwrap_or(available.len());
        is_too_long |= bytes.len() + length > LONGEST_LINE;
        if !is_too_long {
            bytes.extend_from_slice(&available[..length]);
        }
        let is_last = end.is_some() || available.is_empty();
        input.consume(length + usize::from(end.is_some()));
        if is_last {
            let text = String::from_utf8_lossy(&bytes).trim_end_matches('\r').to_string();
            return Ok(Some(if is_too_long { Input::TooLong } else { Input::Line(text) }));
        }
        is_any = true;
    }
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
        let line = |text: &str| Some(Input::Line(text.to_string()));
        assert_eq!(next(), line("a"));
        assert_eq!(next(), line(""));
        assert_eq!(next(), line(&long));
        assert_eq!(next(), Some(Input::TooLong));
        assert_eq!(next(), line("z"));
        assert_eq!(next(), line("\u{fffd}"));
        assert_eq!(next(), None);
    }
}
