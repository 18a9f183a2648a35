//! The end of the input: what is owed then, moves and whole games, is played within a short time.
//!
//! Whoever feeds a program by a pipe and closes it waits for its end: the courses' testers do so
//! for 5 s. The reader of lines marks the end as soon as it has read ahead to it, which may be in
//! mid-search, and the player hurries from then on.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

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
