//! How far a long computation has come: a line that renews itself for people, a line now and then
//! for logs. On standard error.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Between two lines of a log.
const PAUSE: Duration = Duration::from_secs(10);

/// The display. Threads may share it.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    unit: &'static str,
    /// When the last line went into a log; none if the display is a terminal.
    logged: Option<Mutex<Instant>>,
}

impl Progress {
    /// A display of `all` units of work.
    pub fn of(all: u64, unit: &'static str) -> Self {
        let target = ProgressDrawTarget::stderr_with_hz(4);
        let bar = ProgressBar::with_draw_target(Some(all), target);
        let template = "{wide_bar} {human_pos}/{human_len} {msg}  {elapsed} gone, {eta} to go";
        bar.set_style(
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        bar.set_message(unit);
        let logged = (!stderr().is_terminal()).then(|| Mutex::new(Instant::now()));
        Progress { bar, unit, logged }
    }

    /// So many units more are done.
    pub fn add(&self, done: u64) {
        self.bar.inc(done);
        let Some(logged) = &self.logged else { return };
        let mut last = logged.lock().unwrap_or_else(|broken| broken.into_inner());
        if last.elapsed() >= PAUSE {
            *last = Instant::now();
            let (done, all) = (self.bar.position(), self.bar.length().unwrap_or(0));
            let (gone, to_go) = (self.bar.elapsed().as_secs(), self.bar.eta().as_secs());
            eprintln!("{done}/{all} {}  {gone} s gone, {to_go} s to go", self.unit);
        }
    }

    /// So many units were done before: they say nothing about the speed.
    pub fn skip(&self, done: u64) {
        self.bar.inc(done);
        self.bar.reset_eta();
    }

    /// All is done.
    pub fn close(self) {
        self.bar.finish_and_clear();
    }
}
