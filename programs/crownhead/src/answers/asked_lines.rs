//! Lines of standard input, read by a thread of their own, so that a search learns of the next one
//! and of the end of the input.

use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// The most bytes of a question.
const MOST_BYTES: usize = 16 << 20;
/// The most lines that are read ahead.
const MOST_LINES: usize = 8;

/// Why there is no question.
#[derive(Debug)]
pub enum QuestionError {
    /// This line is no question, a sentence says why; the next one may be.
    Refused(String),
    /// The input is broken.
    Unreadable(io::Error),
}

/// The lines, without empty ones, in their order.
pub struct AskedLines {
    lines: Receiver<Result<String, QuestionError>>,
    waiting: LinesWaiting,
}

/// What is known of the lines to come.
#[derive(Clone, Debug, Default)]
pub struct LinesWaiting(Arc<LineCounts>);

#[derive(Debug, Default)]
struct LineCounts {
    /// Lines that have been read and not been taken. The end of the input counts as one.
    lines: AtomicUsize,
    has_ended: AtomicBool,
}

impl LinesWaiting {
    /// Whether somebody waits for the end of the question that is being answered.
    pub fn any(&self) -> bool {
        self.0.lines.load(SeqCst) > 0
    }

    /// Whether no line will come after those that wait.
    pub fn has_ended(&self) -> bool {
        self.0.has_ended.load(SeqCst)
    }
}

impl AskedLines {
    /// Begins to read.
    pub fn read(input: impl BufRead + Send + 'static) -> Self {
        let (sender, lines) = sync_channel(MOST_LINES);
        let waiting = LinesWaiting::default();
        let counted = waiting.clone();
        thread::spawn(move || read_all(input, &sender, &counted));
        AskedLines { lines, waiting }
    }

    /// How many lines wait, also after the lines have gone elsewhere.
    pub fn waiting(&self) -> LinesWaiting {
        self.waiting.clone()
    }
}

impl Iterator for AskedLines {
    type Item = Result<String, QuestionError>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.lines.recv().ok()?;
        self.waiting.0.lines.fetch_sub(1, SeqCst);
        Some(line)
    }
}

fn read_all(
    mut input: impl BufRead,
    sender: &SyncSender<Result<String, QuestionError>>,
    waiting: &LinesWaiting,
) {
    loop {
        let line = read_line(&mut input).transpose();
        waiting.0.lines.fetch_add(1, SeqCst);
        let Some(line) = line else {
            waiting.0.has_ended.store(true, SeqCst);
            return;
        };
        let is_last = matches!(line, Err(QuestionError::Unreadable(_)));
        if sender.send(line).is_err() || is_last {
            return;
        }
    }
}

/// The next line that is not empty; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> Result<Option<String>, QuestionError> {
    loop {
        let mut bytes = Vec::new();
        let most = MOST_BYTES as u64 + 1;
        let read = input.by_ref().take(most).read_until(b'\n', &mut bytes);
        if read.map_err(QuestionError::Unreadable)? == 0 {
            return Ok(None);
        }
        if bytes.len() > MOST_BYTES && !bytes.ends_with(b"\n") {
            skip_line(input).map_err(QuestionError::Unreadable)?;
            let most = MOST_BYTES >> 20;
            return Err(QuestionError::Refused(format!("a question has at most {most} MB")));
        }
        let Ok(line) = String::from_utf8(bytes) else {
            let sentence = "this question is not text in UTF-8; write it in UTF-8";
            return Err(QuestionError::Refused(sentence.to_string()));
        };
        if !line.trim().is_empty() {
            return Ok(Some(line));
        }
    }
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        let (end, count) = match bytes.iter().position(|&byte| byte == b'\n') {
            Some(place) => (true, place + 1),
            None => (bytes.is_empty(), bytes.len()),
        };
        input.consume(count);
        if end {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(input: Vec<u8>) -> Vec<String> {
        let lines = AskedLines::read(io::Cursor::new(input));
        let text = |line| match line {
            Ok(line) => line,
            Err(QuestionError::Refused(sentence)) => format!("refused: {sentence}"),
            Err(QuestionError::Unreadable(error)) => format!("unreadable: {error}"),
        };
        lines.map(text).collect()
    }

    #[test]
    fn lines_come_in_their_order_and_empty_ones_do_not() {
        assert_eq!(texts(b"a\n\n  \r\nb\r\nc".to_vec()), ["a\n", "b\r\n", "c"]);
        assert!(texts(Vec::new()).is_empty());
    }

    #[test]
    fn a_line_that_is_too_long_or_no_text_is_refused_and_the_next_is_read() {
        let mut input = vec![b'x'; MOST_BYTES + 5];
        input.extend(b"\n\xff\nnext\n");
        let found = texts(input);
        assert!(found[0].starts_with("refused: a question has at most 16 MB"), "{}", found[0]);
        assert!(found[1].starts_with("refused: this question is not text"), "{}", found[1]);
        assert_eq!(found[2..], ["next\n"]);
    }

    #[test]
    fn the_end_of_the_input_waits_like_a_line() {
        let mut lines = AskedLines::read(io::Cursor::new(b"only\n".to_vec()));
        let waiting = lines.waiting();
        assert!(lines.next().is_some() && lines.next().is_none());
        assert!(waiting.any() && waiting.has_ended());
    }
}
