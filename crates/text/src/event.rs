//! What a session waits for: lines of the terminal, commands of the page, the end of a search.

use pages::Reply;
use std::io;
use std::sync::mpsc::Sender;

/// Something has happened.
#[derive(Debug)]
pub enum Event {
    /// A line that was asked for; `None` at the end of the input.
    Line(io::Result<Option<String>>),
    /// The page wants something.
    Page(PageCommand),
    /// The search of this number is over.
    Thought(u64),
}

/// Commands of a page.
#[derive(Debug)]
pub struct PageCommand {
    /// One command a line; behind `load` the text of a record.
    pub text: String,
    /// Where the answer goes.
    pub answer: Sender<Reply>,
}

/// Who has given a command, and where its answer goes.
#[derive(Debug)]
pub enum Origin {
    /// The terminal, a file or a script.
    Terminal,
    /// The page.
    Page(Sender<Reply>),
}
