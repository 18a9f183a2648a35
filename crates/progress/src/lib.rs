//! The progress line of every long command, on standard error: a bar that is redrawn on a terminal,
//! a line every half minute in a log.
//!
//! A standard error that is closed or full changes nothing: the line is for who looks on.

#![forbid(unsafe_code)]

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write, stderr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Between two lines of a log.
const LOG_INTERVAL: Duration = Duration::from_secs(30);
/// How often the bar is redrawn.
const REDRAWS_PER_SECOND: u8 = 4;

/// The progress of one command. Threads may share it.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    unit: &'static str,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// Units that earlier runs have done: they say nothing about the speed.
    skipped: u64,
    note: String,
    /// When the last line went into the log; `None` if standard error is a terminal.
    logged: Option<Instant>,
}

impl Progress {
    /// A progress line for `total` units of work, of which none is done.
    pub fn new(total: u64, unit: &'static str) -> Self {
        let target = ProgressDrawTarget::stderr_with_hz(REDRAWS_PER_SECOND);
        let bar = ProgressBar::with_draw_target(Some(total), target);
        let style = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let logged = (!stderr().is_terminal()).then(Instant::now);
        let state = Mutex::new(State { skipped: 0, note: String::new(), logged });
        Progress { bar, unit, state }
    }

    /// Counts units that were done now.
    pub fn add(&self, units: u64) {
        self.bar.inc(units);
        self.show(&mut self.state());
    }

    /// Counts units that an earlier run has done.
    pub fn skip(&self, units: u64) {
        self.bar.inc(units);
        self.state().skipped += units;
    }

    /// Sets what is shown beside the numbers, a standing for example, until the next note.
    pub fn note(&self, text: String) {
        let mut state = self.state();
        state.note = text;
        self.show(&mut state);
    }

    /// Removes the bar while `print` prints something else.
    pub fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }

    /// Removes the bar.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn show(&self, state: &mut State) {
        let position = self.bar.position();
        let total = self.bar.length().unwrap_or(position);
        let done = position.saturating_sub(state.skipped);
        let left = time_left(self.bar.elapsed(), done, total.saturating_sub(position));
        let message = message(self.unit, left, &state.note);
        if state.logged.is_some_and(|last| last.elapsed() >= LOG_INTERVAL) {
            state.logged = Some(Instant::now());
            let _ = writeln!(stderr(), "{position}/{total} {message}");
        }
        self.bar.set_message(message);
    }
}

/// The time that `left` units will take if `done` units took `elapsed`; `None` as long as nothing
/// is done. The average speed counts: some work comes in large parts, after which an estimate from
/// the latest speed would be far off.
fn time_left(elapsed: Duration, done: u64, left: u64) -> Option<Duration> {
    let seconds = elapsed.as_secs_f64() * left as f64 / done as f64;
    Duration::try_from_secs_f64(seconds).ok()
}

fn message(unit: &str, left: Option<Duration>, note: &str) -> String {
    let left = left.map(|time| format!("{:.0} s left", time.as_secs_f64()));
    let parts = [Some(unit.to_string()), left, Some(note.to_string())];
    let parts: Vec<String> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_average_speed() {
        let elapsed = Duration::from_secs(30);
        assert_eq!(time_left(elapsed, 10, 40), Some(Duration::from_secs(120)));
        assert_eq!(time_left(elapsed, 10, 0), Some(Duration::ZERO));
        assert_eq!(time_left(elapsed, 0, 40), None);
        assert_eq!(time_left(Duration::ZERO, 0, 0), None);
    }

    #[test]
    fn a_line_has_the_unit_the_time_left_and_the_note() {
        assert_eq!(message("games", None, ""), "games");
        let left = Some(Duration::from_millis(1_600));
        assert_eq!(message("games", left, "+1 =2 -0"), "games, 2 s left, +1 =2 -0");
    }

    #[test]
    fn units_of_earlier_runs_are_no_work_of_this_one() {
        let progress = Progress::new(4, "games");
        progress.skip(2);
        progress.note("+1 =0 -1".to_string());
        assert_eq!(progress.bar.message(), "games, +1 =0 -1");
        progress.add(1);
        assert_eq!(progress.bar.position(), 3);
        assert!(progress.bar.message().contains(" s left, +1"), "{}", progress.bar.message());
        assert_eq!(progress.suspend(|| 7), 7);
        progress.finish();
    }
}
