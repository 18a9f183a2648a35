//! The events a session waits for: lines of the terminal, requests of the page, the end of a
//! search.

use pages::CommandReply;
use std::io;
use std::sync::mpsc::Sender;

#[derive(Debug)]
pub enum SessionEvent {
    /// A line that was asked for; `None` at the end of the input.
    Line(io::Result<Option<String>>),
    Page(PageCommand),
    /// A browser has fetched the page.
    PageOpened,
    /// The page wants the files of a turn, counted from 1, as JSON. Dropping the sender answers
    /// that there are none.
    Files(usize, Sender<Option<String>>),
    /// The player has finished the task of this number.
    Thought(u64),
}

#[derive(Debug)]
pub struct PageCommand {
    /// One command a line; after `load` the text of a record.
    pub text: String,
    pub answer: Sender<CommandReply>,
}

/// Where a command came from, which is where its answer goes.
#[derive(Debug)]
pub enum Origin {
    /// The terminal, a file or a script.
    Terminal,
    Page(Sender<CommandReply>),
}
