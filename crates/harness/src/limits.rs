//! Limits of the time that a program may take, and of the output that it may print.
//!
//! The figures are those of the courses' own testers: 10 seconds for a move and 60 for a game where
//! a script says nothing else, 5 seconds for what needs no thought, 3,000 lines of output (but not
//! in Amazons) and 100 announcements that no directive has taken. Time is wall time.

use cli::values::seconds_above_zero;
use std::fmt;
use std::time::{Duration, Instant};

/// A whole number of seconds, from 1 to ten million, in digits alone; `None` for other text.
pub fn whole_seconds(word: &str) -> Option<Duration> {
    let is_whole = word.bytes().all(|byte| byte.is_ascii_digit());
    seconds_above_zero(word).filter(|_| is_whole)
}

/// The times that the directive `time MOVE GAME` sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScriptTimes {
    /// The longest wait for one announcement.
    pub per_move: Duration,
    /// The longest that all waits of one game may take together.
    pub per_game: Duration,
}

impl Default for ScriptTimes {
    fn default() -> Self {
        ScriptTimes { per_move: Duration::from_secs(10), per_game: Duration::from_secs(60) }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For a script that sets none with `time`.
    pub time: ScriptTimes,
    /// For what needs no thought: a result requested with `win+`, and leaving at the end of input.
    pub patience: Duration,
    /// The most lines of output, but for Amazons.
    pub max_lines: usize,
    /// The most lines of output of Amazons. Its tester has no limit, and games with their dumps
    /// take thousands of lines; this one only stops a program that prints without end.
    pub max_lines_of_amazons: usize,
    pub max_line_bytes: usize,
    /// The most announcements that wait for a directive.
    pub max_unread: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            time: ScriptTimes::default(),
            patience: Duration::from_secs(5),
            max_lines: 3_000,
            max_lines_of_amazons: 1_000_000,
            max_line_bytes: 64 << 10,
            max_unread: 100,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitLimit {
    Move(Duration),
    Game(Duration),
    /// The limit for things that need no thought.
    Patience(Duration),
}

impl WaitLimit {
    const fn time(self) -> Duration {
        let (WaitLimit::Move(time) | WaitLimit::Game(time) | WaitLimit::Patience(time)) = self;
        time
    }
}

impl fmt::Display for WaitLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.time().as_secs_f64();
        match self {
            WaitLimit::Move(_) => write!(f, "within {seconds} s, the limit for a move"),
            WaitLimit::Game(_) => write!(f, "before the {seconds} s of the game were used up"),
            WaitLimit::Patience(_) => write!(f, "within {seconds} s"),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct WaitDeadline {
    at: Instant,
    /// The limit that is reached then, for messages.
    pub limit: WaitLimit,
}

impl WaitDeadline {
    pub fn from_now(limit: WaitLimit) -> Self {
        WaitDeadline { at: Instant::now() + limit.time(), limit }
    }

    /// The time until then; zero if it has passed.
    pub fn left(&self) -> Duration {
        self.at.saturating_duration_since(Instant::now())
    }
}

#[derive(Clone, Copy, Debug)]
pub struct GameTimer {
    per_move: Duration,
    end: WaitDeadline,
}

impl GameTimer {
    pub fn start(limits: ScriptTimes) -> Self {
        let ScriptTimes { per_move, per_game } = limits;
        GameTimer { per_move, end: WaitDeadline::from_now(WaitLimit::Game(per_game)) }
    }

    /// The deadline of a wait for one announcement that begins now.
    pub fn deadline(&self) -> WaitDeadline {
        let own = WaitDeadline::from_now(WaitLimit::Move(self.per_move));
        if own.at < self.end.at { own } else { self.end }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_number_of_seconds_has_digits_alone() {
        assert_eq!(whole_seconds("10"), Some(Duration::from_secs(10)));
        for word in ["", "0", "1.5", "10.0", "1e3", "+1", " 1", "10000001"] {
            assert_eq!(whole_seconds(word), None, "{word}");
        }
    }

    fn limit(per_move: Duration, per_game: Duration) -> WaitLimit {
        GameTimer::start(ScriptTimes { per_move, per_game }).deadline().limit
    }

    #[test]
    fn the_nearer_limit_ends_a_wait() {
        let [short, long] = [1, 100].map(Duration::from_secs);
        assert_eq!(limit(short, long), WaitLimit::Move(short));
        assert_eq!(limit(long, short), WaitLimit::Game(short));
    }
}
