//! The latest value, for any number of readers.
//!
//! A reader gets the value of the moment at once, and then each new one. One that reads slowly
//! skips values instead of making others wait: only the latest is kept.

use axum::body::Bytes;
use tokio::sync::watch;
use tokio_stream::wrappers::WatchStream;

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

    /// The values as events, the latest first.
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
