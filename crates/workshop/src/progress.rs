//! How far a long computation has come: a line that renews itself for people, a line now and then
//! for logs. On standard error.
//!
//! The time to go is judged by the average speed so far: some work comes in large lumps, after which
//! an estimate from the latest speed alone would be far off.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Between two lines of a log.
const PAUSE: Duration = Duration::from_secs(10);

/// The display. Threads may share it.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    unit: &'static str,
    /// Units that were done before we began: they say nothing about the speed.
    before: AtomicU64,
    /// When the last line went into a log; none if the display is a terminal.
    logged: Option<Mutex<Instant>>,
}

impl Progress {
    /// A display of `all` units of work.
    pub fn of(all: u64, unit: &'static str) -> Self {
        let target = ProgressDrawTarget::stderr_with_hz(4);
        let bar = ProgressBar::with_draw_target(Some(all), target);
        let style = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let logged = (!stderr().is_terminal()).then(|| Mutex::new(Instant::now()));
        Progress { bar, unit, before: AtomicU64::new(0), logged }
    }

    /// So many units more are done.
    pub fn add(&self, done: u64) {
        self.bar.inc(done);
        let message = format!("{}, {} s to go", self.unit, self.seconds_to_go());
        self.bar.set_message(message.clone());
        let Some(logged) = &self.logged else { return };
        let mut last = logged.lock().unwrap_or_else(|broken| broken.into_inner());
        if last.elapsed() >= PAUSE {
            *last = Instant::now();
            eprintln!("{}/{} {message}", self.bar.position(), self.bar.length().unwrap_or(0));
        }
    }

    /// So many units were done before.
    pub fn skip(&self, done: u64) {
        self.before.fetch_add(done, Relaxed);
        self.bar.inc(done);
    }

    /// All is done.
    pub fn close(self) {
        self.bar.finish_and_clear();
    }

    fn seconds_to_go(&self) -> u64 {
        let position = self.bar.position();
        let done_now = position.saturating_sub(self.before.load(Relaxed)).max(1);
        let left = self.bar.length().unwrap_or(position).saturating_sub(position);
        (self.bar.elapsed().as_secs_f64() * left as f64 / done_now as f64).round() as u64
    }
}
