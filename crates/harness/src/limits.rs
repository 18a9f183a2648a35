//! How long a program may take and how much it may say.
//!
//! The figures are those of the courses' own testers: 10 seconds for a move and 60 for a game where
//! a script says nothing else, 5 seconds for what needs no thought, 3,000 lines of output (but not
//! in Amazons) and 100 announcements that no directive has asked for. Time is wall time.

use std::fmt;
use std::time::{Duration, Instant};

/// The longest limit that can be asked for: longer than any test, and safe to add to any clock.
const MAX_TIME: Duration = Duration::from_secs(1_000_000);

/// A number of seconds above 0 and at most a million, decimals included; `None` for other text.
pub fn seconds(word: &str) -> Option<Duration> {
    let duration = Duration::try_from_secs_f64(word.parse().ok()?).ok()?;
    (!duration.is_zero() && duration <= MAX_TIME).then_some(duration)
}

/// A whole number of seconds, from 1 to a million, in digits alone; `None` for other text.
pub fn whole_seconds(word: &str) -> Option<Duration> {
    let is_whole = word.bytes().all(|byte| byte.is_ascii_digit());
    seconds(word).filter(|_| is_whole)
}

/// What `time MOVE GAME` sets.
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

/// What every program is held to.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For a script that sets none with `time`.
    pub time: ScriptTimes,
    /// For what needs no thought: a result asked for with `win+`, and leaving at the end of input.
    pub patience: Duration,
    /// The most lines of output, but for Amazons.
    pub max_lines: usize,
    /// The most lines of output of Amazons. Its tester has no limit, and games with their dumps
    /// take thousands of lines; this one only stops a program that prints without end.
    pub max_lines_of_amazons: usize,
    /// The most bytes of a line.
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

/// Which limit ends a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitLimit {
    Move(Duration),
    Game(Duration),
    /// What needs no thought.
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

/// When a wait ends, and why.
#[derive(Clone, Copy, Debug)]
pub struct WaitDeadline {
    at: Instant,
    /// The limit that is reached then, for messages.
    pub limit: WaitLimit,
}

impl WaitDeadline {
    /// The limit, counted from now.
    pub fn from_now(limit: WaitLimit) -> Self {
        WaitDeadline { at: Instant::now() + limit.time(), limit }
    }

    /// The time until then; zero if it has passed.
    pub fn left(&self) -> Duration {
        self.at.saturating_duration_since(Instant::now())
    }
}

/// The clock of one game.
#[derive(Clone, Copy, Debug)]
pub struct GameTimer {
    per_move: Duration,
    end: WaitDeadline,
}

impl GameTimer {
    /// A clock that runs from now on.
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
    fn seconds_are_above_zero_and_finite() {
        assert_eq!(seconds("10"), Some(Duration::from_secs(10)));
        assert_eq!(seconds("0.25"), Some(Duration::from_millis(250)));
        for word in ["", "0", "-1", "inf", "nan", "1e99", "1e-30", "ten", "1,5", "1000001"] {
            assert_eq!(seconds(word), None, "{word}");
        }
    }

    #[test]
    fn a_whole_number_of_seconds_has_digits_alone() {
        assert_eq!(whole_seconds("10"), Some(Duration::from_secs(10)));
        for word in ["", "0", "1.5", "10.0", "1e3", "+1", " 1", "1000001"] {
            assert_eq!(whole_seconds(word), None, "{word}");
        }
    }

    #[test]
    fn the_nearer_limit_ends_a_wait() {
        let [short, long] = [1, 100].map(Duration::from_secs);
        let limit = |per_move, per_game| {
            GameTimer::start(ScriptTimes { per_move, per_game }).deadline().limit
        };
        assert_eq!(limit(short, long), WaitLimit::Move(short));
        assert_eq!(limit(long, short), WaitLimit::Game(short));
    }
}
