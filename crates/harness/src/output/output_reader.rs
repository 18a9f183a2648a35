//! Cuts what a program prints into lines as it comes, and keeps the last of them.
//!
//! The last lines are for the report of a failure: often an unfinished line, or a message on
//! standard error, tells at once what went wrong. They are kept short whatever a program prints.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The number of lines that are kept.
const MAX_LINES: usize = 6;
/// The number of characters that are kept of each.
const MAX_CHARACTERS: usize = 160;

/// The last lines of one stream. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct LastLines(Arc<Mutex<KeptLines>>);

#[derive(Debug, Default)]
struct KeptLines {
    whole: VecDeque<String>,
    unfinished: String,
}

impl LastLines {
    fn lock(&self) -> MutexGuard<'_, KeptLines> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn line(&self, bytes: &[u8]) {
        let mut kept = self.lock();
        kept.unfinished.clear();
        if kept.whole.len() == MAX_LINES {
            kept.whole.pop_front();
        }
        kept.whole.push_back(shortened(bytes));
    }

    fn unfinished(&self, bytes: &[u8]) {
        self.lock().unfinished = shortened(bytes);
    }

    /// The last lines, the unfinished one included.
    pub fn lines(&self) -> Vec<String> {
        let kept = self.lock();
        let unfinished = Some(&kept.unfinished).filter(|text| !text.is_empty());
        kept.whole.iter().chain(unfinished).cloned().collect()
    }
}

fn shortened(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * MAX_CHARACTERS)]);
    let mut short: String = text.trim_end().chars().take(MAX_CHARACTERS).collect();
    if short.len() < text.trim_end().len() || bytes.len() > 4 * MAX_CHARACTERS {
        short.push_str("...");
    }
    short
}

/// Calls `take` with every line of `pipe`, without its end, until the end or until `take` breaks.
/// LF, CR LF and a lone CR each end one, and no line waits for what follows its CR.
/// A line that grows beyond `max_line_bytes` is handed over unfinished, and goes on as a new line.
pub fn for_each_line(
    mut pipe: impl Read,
    max_line_bytes: usize,
    last_lines: &LastLines,
    mut take: impl FnMut(&[u8]) -> ControlFlow<()>,
) {
    let mut pending = Vec::new();
    let mut after_return = false;
    let mut chunk = [0; 8 << 10];
    loop {
        let read = match pipe.read(&mut chunk) {
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // Nothing more can be read: the same as the end of the pipe.
            Err(_) => 0,
        };
        if read == 0 {
            if !pending.is_empty() {
                last_lines.line(&pending);
                let _ = take(&pending);
            }
            return;
        }
        let mut rest = &chunk[..read];
        while let Some(&first) = rest.first() {
            if std::mem::take(&mut after_return) && first == b'\n' {
                rest = &rest[1..];
                continue;
            }
            let Some(length) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) else {
                pending.extend_from_slice(rest);
                break;
            };
            pending.extend_from_slice(&rest[..length]);
            after_return = rest[length] == b'\r';
            rest = &rest[length + 1..];
            last_lines.line(&pending);
            if take(&pending).is_break() {
                return;
            }
            pending.clear();
        }
        if pending.len() > max_line_bytes {
            last_lines.line(&pending);
            if take(&pending).is_break() {
                return;
            }
            pending.clear();
        }
        last_lines.unfinished(&pending);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    struct OneByOne<'a>(&'a [u8]);

    impl Read for OneByOne<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.0.read(&mut buffer[..1])
        }
    }

    fn lines_of(bytes: &[u8], max_line_bytes: usize) -> (Vec<String>, LastLines) {
        let (mut lines, last_lines) = (Vec::new(), LastLines::default());
        for_each_line(bytes, max_line_bytes, &last_lines, |line| {
            lines.push(String::from_utf8_lossy(line).into_owned());
            ControlFlow::Continue(())
        });
        (lines, last_lines)
    }

    #[test]
    fn a_last_line_needs_no_end() {
        assert_eq!(lines_of(b"a\n\nb", 10).0, ["a", "", "b"]);
        assert_eq!(lines_of(b"a\n", 10).0, ["a"]);
        assert!(lines_of(b"", 10).0.is_empty());
    }

    #[test]
    fn each_kind_of_end_ends_a_line() {
        let text = b"a\nb\r\nc\rd\n\r\re";
        assert_eq!(lines_of(text, 10).0, ["a", "b", "c", "d", "", "", "e"]);
        let mut found = Vec::new();
        for_each_line(OneByOne(text), 10, &LastLines::default(), |line| {
            found.push(line.to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(found, [&b"a"[..], b"b", b"c", b"d", b"", b"", b"e"]);
    }

    #[test]
    fn a_line_without_end_is_handed_over_in_parts() {
        let (lines, _) = lines_of(&b"x".repeat(100_000), 10);
        assert!(lines.len() > 1 && lines.concat().len() == 100_000);
    }

    #[test]
    fn nothing_is_read_after_a_break() {
        let mut count = 0;
        for_each_line(&b"a\nb\nc\n"[..], 10, &LastLines::default(), |_| {
            count += 1;
            if count == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(count, 2);
    }

    proptest! {
        #[test]
        fn lines_are_those_of_the_text(lines in vec("[a-z>* ]{0,300}", 0..20)) {
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            let (found, last_lines) = lines_of(text.as_bytes(), 1000);
            prop_assert_eq!(&found, &lines);
            let last = last_lines.lines();
            prop_assert!(last.len() == lines.len().min(MAX_LINES));
            for (short, line) in last.iter().rev().zip(lines.iter().rev()) {
                let begins = short.trim_end_matches("...");
                prop_assert!(line.starts_with(begins) && short.len() <= MAX_CHARACTERS + 3);
            }
        }
    }
}
