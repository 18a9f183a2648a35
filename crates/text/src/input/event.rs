//! The events a session waits for: lines of the terminal, requests of the page, the end of a
//! search.

use pages::CommandReply;
use std::io;
use std::sync::mpsc::Sender;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

#[derive(Debug)]
pub enum SessionEvent {
    /// A line that was requested; `None` at the end of the input.
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

/// The time for all searches after the end. Starting, printing and leaving need some more.
const LAST_TIME: Duration = Duration::from_secs(2);
/// Later moves still look a little ahead, however many there are.
const LEAST_TIME: Duration = Duration::from_millis(1);

/// A mark at the end of the input; clones share it.
#[derive(Clone, Debug, Default)]
pub struct InputEnd(Arc<OnceLock<Instant>>);

impl InputEnd {
    /// The input has ended, now or earlier.
    pub fn mark(&self) {
        self.0.get_or_init(Instant::now);
    }

    /// The time left for what is owed, above zero; `None` while there is input.
    pub fn time_left(&self) -> Option<Duration> {
        self.0.get().map(|end| LAST_TIME.saturating_sub(end.elapsed()).max(LEAST_TIME))
    }
}
