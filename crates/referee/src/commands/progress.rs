//! How far a contest has come: a line that renews itself for people, a line now and then for logs.

use crate::journal::Records;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Between two lines of a log.
const PAUSE: Duration = Duration::from_secs(30);

/// The display, on standard error.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    /// When the last line went into a log; none if the display is a terminal.
    logged: Option<Mutex<Instant>>,
}

impl Progress {
    /// A display of `games` games, of which `done` are done.
    pub fn new(games: usize, done: usize) -> Self {
        let bar = ProgressBar::new(games as u64);
        let style = ProgressStyle::with_template("{pos}/{len} games  {msg}  {eta} to go");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_position(done as u64);
        bar.reset_eta();
        let logged = (!stderr().is_terminal()).then(|| Mutex::new(Instant::now()));
        Progress { bar, logged }
    }

    /// Another game is done.
    pub fn show(&self, records: &Records, message: String) {
        self.bar.set_position(records.len() as u64);
        self.bar.set_message(message);
        let Some(logged) = &self.logged else { return };
        let mut logged = logged.lock().unwrap_or_else(|broken| broken.into_inner());
        if logged.elapsed() >= PAUSE {
            *logged = Instant::now();
            let (done, all) = (self.bar.position(), self.bar.length().unwrap_or(0));
            let to_go = self.bar.eta().as_secs();
            eprintln!("{done}/{all} games  {}  {to_go} s to go", self.bar.message());
        }
    }

    /// All is done.
    pub fn close(self) {
        self.bar.finish_and_clear();
    }
}
