//! Progress of a contest on standard error: a line that is updated on a terminal, a line every half
//! minute in a log.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Time between two lines of a log.
const LOG_INTERVAL: Duration = Duration::from_secs(30);

/// The progress line.
#[derive(Debug)]
pub struct ContestProgress {
    bar: ProgressBar,
    /// Time of the last line of a log; `None` on a terminal.
    logged: Option<Mutex<Instant>>,
}

impl ContestProgress {
    /// A progress line for `games` games, of which `done` are finished.
    pub fn new(games: usize, done: usize) -> Self {
        let bar = ProgressBar::new(games as u64);
        let style = ProgressStyle::with_template("{pos}/{len} games  {msg}  {eta} to go");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_position(done as u64);
        bar.reset_eta();
        let logged = (!stderr().is_terminal()).then(|| Mutex::new(Instant::now()));
        ContestProgress { bar, logged }
    }

    /// Shows that `done` games are finished, and a text on the standing.
    pub fn show(&self, done: usize, message: String) {
        self.bar.set_position(done as u64);
        self.bar.set_message(message);
        let Some(logged) = &self.logged else { return };
        let mut logged = logged.lock().unwrap_or_else(|broken| broken.into_inner());
        if logged.elapsed() >= LOG_INTERVAL {
            *logged = Instant::now();
            let (done, all) = (self.bar.position(), self.bar.length().unwrap_or(0));
            let to_go = self.bar.eta().as_secs();
            eprintln!("{done}/{all} games  {}  {to_go} s to go", self.bar.message());
        }
    }

    /// Removes the line.
    pub fn close(self) {
        self.bar.finish_and_clear();
    }
}
