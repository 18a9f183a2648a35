//! The program's side of the server: its files, and its answers to commands.
//!
//! The server never opens a file. It passes paths to the program as text, and only those that are
//! made of plain names: see [`Site::get`].

use crate::server::feed::Feed;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The media type, such as `text/html; charset=utf-8`.
    pub content_type: &'static str,
    pub body: Vec<u8>,
}

/// The content of a server. The methods may block: each call has a thread of its own.
pub trait Site: Send + Sync + 'static {
    /// The document at `path`; `None` is answered as "not found".
    ///
    /// `""` is the page itself. Any other path is made of one or more names, with `/` between them;
    /// a name has only ASCII letters, digits, `.`, `_` and `-`, and is neither `.` nor `..`.
    fn get(&self, path: &str) -> Option<Document>;

    /// The answer to a request with a body, which has at most 1 MiB. `path` is as in [`Site::get`];
    /// `None` is answered as "not found".
    fn post(&self, path: &str, body: &str) -> Option<Document>;

    /// The values of the path `events`, which pages get as server-sent events.
    fn feed(&self) -> &Feed;
}
