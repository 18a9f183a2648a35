//! Cuts what a program prints into lines as it comes, and remembers its last words.
//!
//! The last words are for the report of a failure: often an unfinished line, or a message on
//! standard error, tells at once what went wrong. They are kept short whatever a program prints.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many lines are remembered, and how many characters of each.
const LINES: usize = 6;
const CHARACTERS: usize = 160;

/// The last words of one stream. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Tail(Arc<Mutex<Words>>);

#[derive(Debug, Default)]
struct Words {
    lines: VecDeque<String>,
    unfinished: String,
}

impl Tail {
    fn lock(&self) -> MutexGuard<'_, Words> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn line(&self, bytes: &[u8]) {
        let mut words = self.lock();
        words.unfinished.clear();
        if words.lines.len() == LINES {
            words.lines.pop_front();
        }
        words.lines.push_back(shortened(bytes));
    }

    fn unfinished(&self, bytes: &[u8]) {
        self.lock().unfinished = shortened(bytes);
    }

    /// The last lines, the unfinished one included.
    pub fn lines(&self) -> Vec<String> {
        let words = self.lock();
        let unfinished = Some(&words.unfinished).filter(|text| !text.is_empty());
        words.lines.iter().chain(unfinished).cloned().collect()
    }
}

fn shortened(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * CHARACTERS)]);
    let mut short: String = text.trim_end().chars().take(CHARACTERS).collect();
    if short.len() < text.trim_end().len() || bytes.len() > 4 * CHARACTERS {
        short.push_str("...");
    }
    short
}

/// Hands every line of `pipe` to `take`, without its end, until the end or until it has enough.
/// What grows beyond `longest` bytes is handed over as it is, to be refused or to go on as a new line.
pub fn each_line(
    mut pipe: impl Read,
    longest: usize,
    tail: &Tail,
    mut take: impl FnMut(&[u8]) -> ControlFlow<()>,
) {
    let mut pending = Vec::new();
    let mut chunk = [0; 8 << 10];
    let mut whole = |line: &[u8]| {
        tail.line(line);
        take(line)
    };
    loop {
        let read = match pipe.read(&mut chunk) {
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // Nothing more can be heard, which is all that the end of a pipe means too.
            Err(_) => 0,
        };
        if read == 0 {
            if !pending.is_empty() {
                let _ = whole(&pending);
            }
            return;
        }
        pending.extend_from_slice(&chunk[..read]);
        while let Some(length) = pending.iter().position(|&byte| byte == b'\n') {
            if whole(&pending[..length]).is_break() {
                return;
            }
            pending.drain(..=length);
        }
        if pending.len() > longest {
            if whole(&pending).is_break() {
                return;
            }
            pending.clear();
        }
        tail.unfinished(&pending);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    fn lines_of(bytes: &[u8], longest: usize) -> (Vec<String>, Tail) {
        let (mut lines, tail) = (Vec::new(), Tail::default());
        each_line(bytes, longest, &tail, |line| {
            lines.push(String::from_utf8_lossy(line).into_owned());
            ControlFlow::Continue(())
        });
        (lines, tail)
    }

    #[test]
    fn a_last_line_needs_no_end() {
        assert_eq!(lines_of(b"a\n\nb", 10).0, ["a", "", "b"]);
        assert_eq!(lines_of(b"a\n", 10).0, ["a"]);
        assert!(lines_of(b"", 10).0.is_empty());
    }

    #[test]
    fn endless_lines_are_handed_over() {
        let (lines, _) = lines_of(&b"x".repeat(100_000), 10);
        assert!(lines.len() > 1 && lines.concat().len() == 100_000);
    }

    #[test]
    fn whoever_has_enough_gets_no_more() {
        let mut count = 0;
        each_line(&b"a\nb\nc\n"[..], 10, &Tail::default(), |_| {
            count += 1;
            if count == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(count, 2);
    }

    proptest! {
        #[test]
        fn lines_are_those_of_the_text(lines in vec("[a-z>* ]{0,300}", 0..20)) {
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            let (heard, tail) = lines_of(text.as_bytes(), 1000);
            prop_assert_eq!(&heard, &lines);
            let last = tail.lines();
            prop_assert!(last.len() == lines.len().min(LINES));
            for (short, line) in last.iter().rev().zip(lines.iter().rev()) {
                let begins = short.trim_end_matches("...");
                prop_assert!(line.starts_with(begins) && short.len() <= CHARACTERS + 3);
            }
        }
    }
}
