//! Lines of texts and of streams.
//!
//! A text may come from any system: LF, CR LF and a lone CR each end one. Files with
//! lone CRs are old, or were made by programs that write what old ones did.

use std::io::{self, BufRead, Read};

/// The lines of a text, without their ends. A byte order mark at the beginning of a line, where two
/// files were joined, is left out.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (line, end) = first_line(rest);
        rest = &rest[line.len() + end..];
        Some(line.trim_start_matches('\u{feff}'))
    })
}

/// The first line of a text, and the bytes of its end: 0, 1 or 2.
pub fn first_line(text: &str) -> (&str, usize) {
    let Some(at) = text.find(['\n', '\r']) else { return (text, 0) };
    (&text[..at], if text[at..].starts_with("\r\n") { 2 } else { 1 })
}

/// A line of a stream, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundedLine {
    /// Its beginning, where it is too long.
    pub bytes: Vec<u8>,
    #[expect(missing_docs, reason = "its name says it")]
    pub is_too_long: bool,
}

/// Reads the next line, of which at most this many bytes are kept: no line can fill the memory.
/// `None` at the end of the stream; the last line needs no end.
pub fn read_bounded(input: &mut impl BufRead, most: usize) -> io::Result<Option<BoundedLine>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(most as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let is_too_long = bytes.pop_if(|last| *last == b'\n').is_none() && bytes.len() > most;
    if is_too_long {
        input.skip_until(b'\n')?;
        bytes.truncate(most);
    }
    Ok(Some(BoundedLine { bytes, is_too_long }))
}

/// The lines of a stream, with the ends of any system. No line waits for what follows it: behind a
/// CR, an LF is skipped when it comes.
#[derive(Debug)]
pub struct BoundedLines<R> {
    input: R,
    most: usize,
    after_return: bool,
}

impl<R: BufRead> BoundedLines<R> {
    /// At most this many bytes of a line are kept.
    pub const fn new(input: R, most: usize) -> Self {
        BoundedLines { input, most, after_return: false }
    }

    /// The next line without its end, and without a byte order mark before it; `None` at the end of
    /// the stream.
    pub fn next_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let mut is_begun = false;
        loop {
            let bytes = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            let Some(&first) = bytes.first() else {
                return Ok(is_begun.then(|| without_mark(line)));
            };
            if std::mem::take(&mut self.after_return) && first == b'\n' {
                self.input.consume(1);
                continue;
            }
            is_begun = true;
            let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let length = end.unwrap_or(bytes.len());
            line.extend_from_slice(&bytes[..length.min(self.most - line.len())]);
            self.after_return = end.is_some_and(|end| bytes[end] == b'\r');
            self.input.consume(length + usize::from(end.is_some()));
            if end.is_some() {
                return Ok(Some(without_mark(line)));
            }
        }
    }
}

fn without_mark(line: Vec<u8>) -> Vec<u8> {
    line.strip_prefix("\u{feff}".as_bytes()).map(<[u8]>::to_vec).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{prop_assert_eq, proptest};
    use std::io::{BufReader, Cursor};

    #[test]
    fn each_kind_of_end_ends_a_line() {
        let all: Vec<_> = lines("a\nb\r\nc\rd\n\r\u{feff}e\r").collect();
        assert_eq!(all, ["a", "b", "c", "d", "", "e"]);
        assert_eq!(lines("").count(), 0);
    }

    #[test]
    fn lines_of_any_length_are_read_one_by_one() {
        let mut input = BufReader::with_capacity(7, Cursor::new(b"ab\n\n12345\n123456\nz\xff"));
        let lines: [(&[u8], bool); 5] =
            [(b"ab", false), (b"", false), (b"12345", false), (b"12345", true), (b"z\xff", false)];
        for (bytes, is_too_long) in lines {
            let line = BoundedLine { bytes: bytes.to_vec(), is_too_long };
            assert_eq!(read_bounded(&mut input, 5).expect("it reads"), Some(line));
        }
        assert_eq!(read_bounded(&mut input, 5).expect("it reads"), None);
    }

    #[test]
    fn a_stream_has_the_lines_of_its_text() {
        let text = "\u{feff}a\nbb\r\n\rc\r\r\n1234567\n\nd";
        for capacity in 1..9 {
            let input = BufReader::with_capacity(capacity, Cursor::new(text));
            let mut stream = BoundedLines::new(input, 5);
            let mut found = Vec::new();
            while let Some(line) = stream.next_line().expect("it reads") {
                found.push(String::from_utf8(line).expect("text"));
            }
            assert_eq!(found, ["a", "bb", "", "c", "", "12345", "", "d"], "{capacity}");
        }
    }

    /// A person who writes CR waits for the answer.
    #[test]
    fn a_line_does_not_wait_for_the_rest_of_its_end() {
        let (receiver, mut sender) = std::io::pipe().expect("a pipe");
        let mut stream = BoundedLines::new(BufReader::new(receiver), 9);
        for (written, line) in [("a\r", "a"), ("\nb\r", "b"), ("\r", ""), ("c\n", "c")] {
            io::Write::write_all(&mut sender, written.as_bytes()).expect("written");
            let found = stream.next_line().expect("it reads");
            assert_eq!(found.as_deref(), Some(line.as_bytes()));
        }
        drop(sender);
        assert_eq!(stream.next_line().expect("it reads"), None);
    }

    proptest! {
        #[test]
        fn without_lone_returns_they_are_those_of_the_library(text in "[a-c\n ]{0,40}") {
            let ours: Vec<_> = lines(&text).collect();
            prop_assert_eq!(&ours, &text.lines().collect::<Vec<_>>());
            let windows = text.replace('\n', "\r\n");
            prop_assert_eq!(&ours, &lines(&windows).collect::<Vec<_>>());
            let old = text.replace('\n', "\r");
            prop_assert_eq!(ours, lines(&old).collect::<Vec<_>>());
        }
    }
}
