//! The progress line of every long command, on standard error: a bar that is redrawn on a terminal,
//! a line every half minute in a log.
//!
//! A thread redraws it even while nothing happens: the viewer sees the time pass, and the task that
//! takes so long. A standard error that is closed or full changes nothing; the line is only for the
//! viewer.

mod time_left;

use crate::progress::time_left::Work;
use crate::visible;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write, stderr};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Between two lines of a log.
const LOG_INTERVAL: Duration = Duration::from_secs(30);
/// The duration from which a log mentions a task.
const LONG_TASK: Duration = Duration::from_secs(2);
/// Redraws of the bar.
const REDRAWS_PER_SECOND: u8 = 4;
/// Between two looks at the clock while nothing happens.
const TICK: Duration = Duration::from_millis(500);

/// The progress of one command. Threads may share it; dropping it removes the bar.
#[derive(Debug)]
pub struct ProgressLine {
    shared: Arc<SharedProgress>,
    ticker: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct SharedProgress {
    bar: ProgressBar,
    unit: &'static str,
    state: Mutex<ProgressState>,
    over: Condvar,
}

#[derive(Debug)]
struct ProgressState {
    /// Units done by earlier runs, which are no measure of the speed.
    skipped: u64,
    /// Units in work at a time.
    workers: u64,
    /// The time from the beginning to the last unit done.
    last_done: Duration,
    note: String,
    task: Option<CurrentTask>,
    /// The time of the last line in the log; `None` if standard error is a terminal.
    logged: Option<Instant>,
    is_over: bool,
}

#[derive(Debug)]
struct CurrentTask {
    name: String,
    begun: Instant,
    is_logged: bool,
}

impl ProgressLine {
    /// A progress line for `total` units of work, none of them done.
    pub fn new(total: u64, unit: &'static str) -> Self {
        let target = ProgressDrawTarget::stderr_with_hz(REDRAWS_PER_SECOND);
        let bar = ProgressBar::with_draw_target(Some(total), target);
        let style = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let logged = (!stderr().is_terminal()).then(Instant::now);
        let (note, task) = (String::new(), None);
        let (skipped, workers, last_done) = (0, 1, Duration::ZERO);
        let state =
            ProgressState { skipped, workers, last_done, note, task, logged, is_over: false };
        let state = Mutex::new(state);
        let shared = Arc::new(SharedProgress { bar, unit, state, over: Condvar::new() });
        let of_ticker = Arc::clone(&shared);
        // Without the thread the line only moves when something is done.
        let ticker = thread::Builder::new().spawn(move || of_ticker.tick()).ok();
        ProgressLine { shared, ticker }
    }

    /// The same where `workers` units are in work at a time: what they have begun counts half.
    #[must_use]
    pub fn with_workers(self, workers: usize) -> Self {
        self.shared.state().workers = workers.max(1) as u64;
        self
    }

    /// Counts units that are now done.
    pub fn add(&self, units: u64) {
        self.shared.bar.inc(units);
        let mut state = self.shared.state();
        state.last_done = self.shared.bar.elapsed();
        self.shared.show(&mut state);
    }

    /// Counts units that an earlier run did.
    pub fn skip(&self, units: u64) {
        self.shared.bar.inc(units);
        self.shared.state().skipped += units;
    }

    /// Sets the text beside the numbers, a standing for example.
    pub fn note(&self, text: String) {
        let mut state = self.shared.state();
        state.note = text;
        self.shared.show(&mut state);
    }

    /// Names the task at hand, until the next one. A log mentions it if it takes more than two
    /// seconds.
    pub fn task(&self, name: String) {
        let mut state = self.shared.state();
        state.task = Some(CurrentTask { name, begun: Instant::now(), is_logged: false });
        self.shared.show(&mut state);
    }

    /// Hides the bar while `print` prints something else.
    pub fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.shared.bar.suspend(print)
    }

    /// Removes the bar.
    pub fn finish(self) {
        drop(self);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.shared.state().is_over = true;
        self.shared.over.notify_all();
        if let Some(ticker) = self.ticker.take() {
            // It cannot fail, and if it had, only the line would be missing.
            let _ = ticker.join();
        }
        self.shared.bar.finish_and_clear();
    }
}

impl SharedProgress {
    fn state(&self) -> MutexGuard<'_, ProgressState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Redraws the line until the work is over.
    fn tick(&self) {
        let mut state = self.state();
        while !state.is_over {
            let waited = self.over.wait_timeout(state, TICK);
            (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
            if !state.is_over {
                self.show(&mut state);
            }
        }
    }

    fn show(&self, state: &mut ProgressState) {
        let message = visible::line(&self.message(state)).into_owned();
        let (position, total) = (self.bar.position(), self.bar.length().unwrap_or(0));
        for line in state.lines_to_log(Instant::now(), &format!("{position}/{total} {message}")) {
            let _ = writeln!(stderr(), "{line}");
        }
        self.bar.set_message(message);
    }

    fn message(&self, state: &ProgressState) -> String {
        let position = self.bar.position();
        let left = self.bar.length().unwrap_or(position).saturating_sub(position);
        let elapsed = self.bar.elapsed();
        let work =
            Work { done: position.saturating_sub(state.skipped), left, workers: state.workers };
        let left = work.time_left(state.last_done, elapsed);
        let task = state.task.as_ref().map_or("", |task| &task.name);
        message(self.unit, elapsed, left, &[task, &state.note])
    }
}

impl ProgressState {
    /// The lines for the log at `now`; `line` is the whole progress line.
    fn lines_to_log(&mut self, now: Instant, line: &str) -> Vec<String> {
        let Some(last) = self.logged else { return Vec::new() };
        if now.saturating_duration_since(last) >= LOG_INTERVAL {
            self.logged = Some(now);
            if let Some(task) = &mut self.task {
                task.is_logged = true;
            }
            return vec![line.to_string()];
        }
        match &mut self.task {
            Some(task)
                if !task.is_logged && now.saturating_duration_since(task.begun) >= LONG_TASK =>
            {
                task.is_logged = true;
                vec![visible::line(&task.name).into_owned()]
            }
            _ => Vec::new(),
        }
    }
}

fn message(unit: &str, elapsed: Duration, left: Option<Duration>, notes: &[&str]) -> String {
    let begun = match elapsed.as_secs() {
        0 => unit.to_string(),
        _ => format!("{unit} after {}", time(elapsed)),
    };
    let left = left.map(|left| format!("{} left", time(left)));
    let parts = std::iter::once(begun).chain(left);
    let notes = notes.iter().filter(|note| !note.is_empty()).map(|note| (*note).to_string());
    parts.chain(notes).collect::<Vec<_>>().join(", ")
}

/// A time for people: seconds, then minutes, then hours.
fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_the_unit_both_times_and_the_notes() {
        let second = Duration::from_secs(1);
        assert_eq!(message("games", Duration::ZERO, None, &["", ""]), "games");
        assert_eq!(message("games", 65 * second, None, &[""]), "games after 65 s");
        let left = Some(Duration::from_millis(1_600));
        let found = message("games", second, left, &["", "+1 =2"]);
        assert_eq!(found, "games after 1 s, 2 s left, +1 =2");
        let found = [119, 120, 7_199, 7_260].map(|seconds| time(seconds * second));
        assert_eq!(found, ["119 s", "2 min 0 s", "119 min 59 s", "2 h 1 min"]);
    }

    #[test]
    fn units_of_earlier_runs_are_no_work_of_this_one() {
        let progress = ProgressLine::new(4, "games");
        let bar = &progress.shared.bar;
        progress.skip(2);
        progress.note("+1 =0 -1".to_string());
        assert!(
            bar.message().starts_with("games") && !bar.message().contains("left"),
            "{}",
            bar.message()
        );
        progress.add(1);
        assert_eq!(progress.shared.bar.position(), 3);
        assert!(bar.message().contains(" s left, +1"), "{}", bar.message());
        assert_eq!(progress.suspend(|| 7), 7);
        progress.finish();
    }

    fn task(name: &str, begun: Instant) -> Option<CurrentTask> {
        Some(CurrentTask { name: name.to_string(), begun, is_logged: false })
    }

    fn log(state: &mut ProgressState, now: Instant) -> String {
        state.lines_to_log(now, "all").join(" ")
    }

    #[test]
    fn a_log_hears_of_a_long_task_once_and_of_everything_twice_a_minute() {
        let (begun, second) = (Instant::now(), Duration::from_secs(1));
        let (note, task_a) = (String::new(), task("a", begun));
        let mut state = ProgressState {
            skipped: 0,
            workers: 1,
            last_done: Duration::ZERO,
            note,
            task: task_a,
            logged: Some(begun),
            is_over: false,
        };
        assert_eq!(
            [1, 2, 3, 29].map(|after| log(&mut state, begun + after * second)),
            ["", "a", "", ""]
        );
        assert_eq!([30, 31].map(|after| log(&mut state, begun + after * second)), ["all", ""]);
        state.task = task("b", begun + 40 * second);
        assert_eq!(
            [41, 43, 44, 60].map(|after| log(&mut state, begun + after * second)),
            ["", "b", "", "all"]
        );
        state.logged = None;
        assert_eq!(log(&mut state, begun + 200 * second), "", "a terminal has the bar");
    }

    #[test]
    fn the_line_is_shown_again_while_nothing_happens() {
        let progress = ProgressLine::new(2, "games");
        progress.shared.bar.set_message("old");
        while progress.shared.bar.message() == "old" {
            thread::yield_now();
        }
        progress.finish();
    }
}
