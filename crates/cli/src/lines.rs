//! Lines of texts and of streams.
//!
//! A text may come from any system: LF, CR LF and a lone CR each end one. Files with
//! lone CRs are old, or were made by programs that write what old ones did.

use std::io::{self, BufRead};

/// The bytes of a line that are skipped: a device such as /dev/zero has no other end.
const MOST_SKIPPED: usize = 64 << 20;
/// The byte order mark.
const MARK: &str = "\u{feff}";

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
        Some(line.trim_start_matches(MARK))
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

/// The lines of a stream, with the ends of any system; none can fill the memory. No line waits for
/// what follows it: behind a CR, an LF is skipped when it comes.
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

    /// The next line without a byte order mark before it; `None` at the end of the stream. The last
    /// line needs no end.
    pub fn next_line(&mut self) -> io::Result<Option<BoundedLine>> {
        let (mut bytes, mut is_too_long, mut is_begun) = (Vec::new(), false, false);
        let mut skipped = 0;
        loop {
            let read = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read?,
            };
            let Some(&first) = read.first() else {
                return Ok(is_begun.then(|| BoundedLine::new(bytes, is_too_long)));
            };
            if std::mem::take(&mut self.after_return) && first == b'\n' {
                self.input.consume(1);
                continue;
            }
            is_begun = true;
            let end = read.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let length = end.unwrap_or(read.len());
            let room = self.most - bytes.len();
            is_too_long |= length > room;
            skipped += length.saturating_sub(room);
            if skipped > MOST_SKIPPED {
                return Err(io::Error::other("a line has more than 64 MB: this is no text"));
            }
            bytes.extend_from_slice(&read[..length.min(room)]);
            self.after_return = end.is_some_and(|end| read[end] == b'\r');
            self.input.consume(length + usize::from(end.is_some()));
            if end.is_some() {
                return Ok(Some(BoundedLine::new(bytes, is_too_long)));
            }
        }
    }
}

impl BoundedLine {
    fn new(mut bytes: Vec<u8>, is_too_long: bool) -> Self {
        if bytes.starts_with(MARK.as_bytes()) {
            bytes.drain(..MARK.len());
        }
        BoundedLine { bytes, is_too_long }
    }
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
        let input = BufReader::with_capacity(7, Cursor::new(b"ab\n\n12345\n123456\nz\xff"));
        let mut stream = BoundedLines::new(input, 5);
        let lines: [(&[u8], bool); 5] =
            [(b"ab", false), (b"", false), (b"12345", false), (b"12345", true), (b"z\xff", false)];
        for (bytes, is_too_long) in lines {
            let line = BoundedLine { bytes: bytes.to_vec(), is_too_long };
            assert_eq!(stream.next_line().expect("it reads"), Some(line));
        }
        assert_eq!(stream.next_line().expect("it reads"), None);
    }

    #[test]
    fn a_stream_has_the_lines_of_its_text() {
        let text = "\u{feff}a\nbb\r\n\rc\r\r\n1234567\n\nd";
        for capacity in 1..9 {
            let input = BufReader::with_capacity(capacity, Cursor::new(text));
            let mut stream = BoundedLines::new(input, 5);
            let mut found = Vec::new();
            while let Some(line) = stream.next_line().expect("it reads") {
                found.push(String::from_utf8(line.bytes).expect("text"));
            }
            assert_eq!(found, ["a", "bb", "", "c", "", "12345", "", "d"], "{capacity}");
        }
    }

    #[test]
    fn a_line_without_an_end_is_an_error() {
        let mut stream = BoundedLines::new(BufReader::new(std::io::repeat(b'x')), 5);
        assert!(stream.next_line().is_err_and(|error| error.to_string().contains("no text")));
    }

    /// A person who writes CR waits for the answer.
    #[test]
    fn a_line_does_not_wait_for_the_rest_of_its_end() {
        let (receiver, mut sender) = std::io::pipe().expect("a pipe");
        let mut stream = BoundedLines::new(BufReader::new(receiver), 9);
        for (written, line) in [("a\r", "a"), ("\nb\r", "b"), ("\r", ""), ("c\n", "c")] {
            io::Write::write_all(&mut sender, written.as_bytes()).expect("written");
            let found = stream.next_line().expect("it reads").expect("a line");
            assert_eq!(found.bytes, line.as_bytes());
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
