//! The program's side of the server: its files, and its answers to commands.
//!
//! The server never opens a file. It passes paths to the program as text, and only those that are
//! made of plain names: see [`Site::get`].
//!
//! A [`Feed`] is the latest value, for any number of readers: each gets the value of the moment at
//! once, and then each new one. One that reads slowly skips values instead of making others wait.

use axum::body::Bytes;
use tokio::sync::{mpsc, watch};
use tokio_stream::wrappers::WatchStream;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The media type, such as `text/html; charset=utf-8`.
    pub content_type: &'static str,
    pub body: Vec<u8>,
}

/// The way of the parts of an answer to the page that sent the request.
#[derive(Clone, Debug)]
pub struct PartsOut(pub(crate) mpsc::UnboundedSender<Bytes>);

impl PartsOut {
    /// Sends a part: one line, whose end is added here.
    pub fn send(&self, line: &str) {
        // A page that is gone needs no part.
        let _ = self.0.send(Bytes::from(format!("{line}\n")));
    }

    /// True if the page has broken the request off, or is gone.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.0.is_closed()
    }
}

/// The content of a server. The methods may block: each call has a thread of its own.
pub trait Site: Send + Sync + 'static {
    /// The document at `path`; `None` is answered as "not found".
    ///
    /// `""` is the page itself. Any other path is made of one or more names, with `/` between them;
    /// a name has only ASCII letters, digits, `.`, `_` and `-`, and is neither `.` nor `..`.
    fn get(&self, path: &str) -> Option<Document>;

    /// The answer to a request with a body. `path` is as in [`Site::get`]; `None` is answered as
    /// "not found".
    fn post(&self, path: &str, body: &str) -> Option<Document>;

    /// The most bytes of such a body.
    fn most_bytes(&self) -> usize {
        1 << 20
    }

    /// True for a path that is answered in parts, by [`Site::answer_in_parts`].
    fn has_parts(&self, path: &str) -> bool {
        let _ = path;
        false
    }

    /// Answers line by line, each of which a page gets at once. It should end soon after `out` is
    /// closed.
    fn answer_in_parts(&self, path: &str, body: &str, out: &PartsOut) {
        let _ = (path, body, out);
    }

    /// The values of the path `events`, which pages get as server-sent events.
    fn feed(&self) -> &Feed;
}

#[derive(Debug)]
pub struct Feed(watch::Sender<Bytes>);

impl Feed {
    /// A feed with its first value, which is JSON.
    #[must_use]
    pub fn new(json: String) -> Self {
        Self(watch::Sender::new(event(&json)))
    }

    /// Sends a new value, which is JSON, to all readers.
    pub fn publish(&self, json: String) {
        self.0.send_replace(event(&json));
    }

    pub(crate) fn events(&self) -> WatchStream<Bytes> {
        WatchStream::new(self.0.subscribe())
    }
}

/// A server-sent event (WHATWG HTML, section 9.2). Line ends in JSON are white space between its
/// parts, but they would end the event.
fn event(json: &str) -> Bytes {
    format!("data: {}\n\n", json.replace(['\r', '\n'], " ")).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_one_line_and_an_empty_one() {
        assert_eq!(event("{\r\n\"a\":\n1}"), "data: {  \"a\": 1}\n\n");
    }
}
