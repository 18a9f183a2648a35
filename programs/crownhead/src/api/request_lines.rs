//! Lines of standard input, read by a thread of their own, so that a search learns of the next one
//! and of the end of the input.

use cli::lines::BoundedLines;
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

const MOST_BYTES: usize = 16 << 20;
/// The most lines that are read ahead.
const MOST_LINES: usize = 8;

#[derive(Debug)]
pub enum ApiLine {
    Request(String),
    /// It cannot be a request; a sentence says why.
    Refused(String),
    /// Nothing can be read any more.
    Unreadable(io::Error),
}

/// The lines, without empty ones, in their order.
pub struct RequestLines {
    lines: Receiver<ApiLine>,
    /// It counts on when the lines have gone elsewhere.
    pub waiting: Arc<LinesWaiting>,
}

/// What is known of the lines to come.
#[derive(Debug, Default)]
pub struct LinesWaiting {
    /// Lines that have been read and not been taken. The end of the input counts as one.
    lines: AtomicUsize,
    has_ended: AtomicBool,
}

impl LinesWaiting {
    /// Whether a program waits for the end of the request that is being answered.
    pub fn any(&self) -> bool {
        self.lines.load(SeqCst) > 0
    }

    /// Whether no line will come after those that wait.
    pub fn has_ended(&self) -> bool {
        self.has_ended.load(SeqCst)
    }
}

impl RequestLines {
    pub fn read(input: impl BufRead + Send + 'static) -> Self {
        let (sender, lines) = sync_channel(MOST_LINES);
        let waiting = Arc::<LinesWaiting>::default();
        let counted = Arc::clone(&waiting);
        thread::spawn(move || read_all(input, &sender, &counted));
        RequestLines { lines, waiting }
    }
}

impl Iterator for RequestLines {
    type Item = ApiLine;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.lines.recv().ok()?;
        self.waiting.lines.fetch_sub(1, SeqCst);
        Some(line)
    }
}

fn read_all(input: impl BufRead, sender: &SyncSender<ApiLine>, waiting: &LinesWaiting) {
    let mut input = BoundedLines::new(input, MOST_BYTES);
    loop {
        let line = read_line(&mut input);
        waiting.lines.fetch_add(1, SeqCst);
        let Some(line) = line else {
            waiting.has_ended.store(true, SeqCst);
            return;
        };
        let is_last = matches!(line, ApiLine::Unreadable(_));
        if sender.send(line).is_err() || is_last {
            return;
        }
    }
}

/// The next line that is not empty; `None` at the end of the input.
fn read_line(input: &mut BoundedLines<impl BufRead>) -> Option<ApiLine> {
    loop {
        let line = match input.next_line() {
            Ok(line) => line?,
            Err(error) => return Some(ApiLine::Unreadable(error)),
        };
        if line.is_too_long {
            let most = MOST_BYTES >> 20;
            return Some(ApiLine::Refused(format!("a request has at most {most} MB")));
        }
        let Ok(text) = String::from_utf8(line.bytes) else {
            let sentence = "this request is not text in UTF-8; write it in UTF-8";
            return Some(ApiLine::Refused(sentence.to_string()));
        };
        if !text.trim().is_empty() {
            return Some(ApiLine::Request(text));
        }
    }
}

/// False if standard output is a pipe or a socket whose other end is closed.
#[cfg(unix)]
pub fn has_reader() -> bool {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;

    let output = std::io::stdout();
    let mut polled = [PollFd::new(output.as_fd(), PollFlags::empty())];
    let closed = PollFlags::POLLERR | PollFlags::POLLHUP | PollFlags::POLLNVAL;
    match poll(&mut polled, PollTimeout::ZERO) {
        Ok(_) => !polled[0].revents().is_some_and(|events| events.intersects(closed)),
        // Without an answer of the system, the reader counts as there.
        Err(_) => true,
    }
}

/// Other systems do not tell before something is written.
#[cfg(not(unix))]
pub const fn has_reader() -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(input: Vec<u8>) -> Vec<String> {
        let lines = RequestLines::read(io::Cursor::new(input));
        lines
            .map(|line| match line {
                ApiLine::Request(line) => line,
                ApiLine::Refused(sentence) => format!("refused: {sentence}"),
                ApiLine::Unreadable(error) => format!("unreadable: {error}"),
            })
            .collect()
    }

    #[test]
    fn lines_come_in_their_order_and_empty_ones_do_not() {
        assert_eq!(texts(b"a\n\n  \r\nb\r\nc".to_vec()), ["a", "b", "c"]);
        assert!(texts(Vec::new()).is_empty());
    }

    #[test]
    fn a_line_that_is_too_long_or_no_text_is_refused_and_the_next_is_read() {
        let mut input = vec![b'x'; MOST_BYTES + 5];
        input.extend(b"\n\xff\nnext\n");
        let found = texts(input);
        assert!(found[0].starts_with("refused: a request has at most 16 MB"), "{}", found[0]);
        assert!(found[1].starts_with("refused: this request is not text"), "{}", found[1]);
        assert_eq!(found[2..], ["next"]);
    }

    #[test]
    fn the_end_of_the_input_waits_like_a_line() {
        let mut lines = RequestLines::read(io::Cursor::new(b"only\n".to_vec()));
        let waiting = Arc::clone(&lines.waiting);
        assert!(lines.next().is_some() && lines.next().is_none());
        assert!(waiting.any() && waiting.has_ended());
    }
}
