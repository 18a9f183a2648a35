//! The progress line of every long command, on standard error: a bar that is redrawn on a terminal,
//! a line every ten seconds in a log.
//!
//! The time left is estimated from the average speed so far: some work comes in large parts, after
//! which an estimate from the latest speed would be far off.

use crate::error::WorkshopError;
use crate::output;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt::Display;
use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Between two lines of a log.
const LOG_INTERVAL: Duration = Duration::from_secs(10);
/// How often the bar is redrawn.
const REDRAWS_PER_SECOND: u8 = 4;

/// The progress of one command. Threads may share it.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    unit: &'static str,
    /// Units that earlier runs have done: they say nothing about the speed.
    skipped: AtomicU64,
    /// When the last line went into the log; `None` if standard error is a terminal.
    logged: Option<Mutex<Instant>>,
}

impl Progress {
    /// A progress line for `total` units of work, of which none is done.
    pub fn new(total: u64, unit: &'static str) -> Self {
        let target = ProgressDrawTarget::stderr_with_hz(REDRAWS_PER_SECOND);
        let bar = ProgressBar::with_draw_target(Some(total), target);
        let style = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let logged = (!stderr().is_terminal()).then(|| Mutex::new(Instant::now()));
        Progress { bar, unit, skipped: AtomicU64::new(0), logged }
    }

    /// Counts units that were done now.
    pub fn add(&self, units: u64) {
        self.bar.inc(units);
        let message = format!("{}, {} s left", self.unit, self.seconds_left());
        self.bar.set_message(message.clone());
        let Some(logged) = &self.logged else { return };
        let mut last = logged.lock().unwrap_or_else(|broken| broken.into_inner());
        if last.elapsed() >= LOG_INTERVAL {
            *last = Instant::now();
            eprintln!("{}/{} {message}", self.bar.position(), self.bar.length().unwrap_or(0));
        }
    }

    /// Counts units that an earlier run has done.
    pub fn skip(&self, units: u64) {
        self.skipped.fetch_add(units, Relaxed);
        self.bar.inc(units);
    }

    /// Prints a line of results on standard output, above the bar.
    ///
    /// # Errors
    /// Standard output is closed or full.
    pub fn print_line(&self, line: impl Display) -> Result<(), WorkshopError> {
        self.bar.suspend(|| output::print_line(line))
    }

    /// Removes the bar.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }

    fn seconds_left(&self) -> u64 {
        let position = self.bar.position();
        let done = position.saturating_sub(self.skipped.load(Relaxed)).max(1);
        let left = self.bar.length().unwrap_or(position).saturating_sub(position);
        (self.bar.elapsed().as_secs_f64() * left as f64 / done as f64).round() as u64
    }
}
