//! What a program gives to the server: its files, and answers to its commands.
//!
//! The server never opens a file. It hands a path to the program as text, and only one that is made
//! of plain names: see [`Site::get`].

use crate::server::feed::Feed;

/// An answer with its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The media type, such as `text/html; charset=utf-8`.
    pub content_type: &'static str,
    /// The contents.
    pub body: Vec<u8>,
}

/// What a server shows. The methods may block: each call has a thread of its own.
pub trait Site: Send + Sync + 'static {
    /// The document at `path`; `None` is answered as "not found".
    ///
    /// `""` is the page itself. Any other path is made of one or more names, with `/` between them;
    /// a name has only ASCII letters, digits, `.`, `_` and `-`, and is neither `.` nor `..`.
    fn get(&self, path: &str) -> Option<Document>;

    /// The answer to what a page sends to `path`, a path as of [`Site::get`]; `None` is answered as
    /// "not found". The body is at most 1 MiB.
    fn post(&self, path: &str, body: &str) -> Option<Document>;

    /// The values that pages get at the path `events`, as server-sent events.
    fn feed(&self) -> &Feed;
}
