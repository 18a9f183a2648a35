//! How long a program may take and how much it may say.
//!
//! The figures are those of the courses' own testers: 10 seconds for a move and 60 for a game where
//! a script says nothing else, 5 seconds for what needs no thought, 3,000 lines of output and 100
//! announcements that no directive has asked for. Time is wall time: what a judge waits for.

use std::fmt;
use std::time::{Duration, Instant};

/// The longest limit that can be asked for: far beyond any test, and safe to add to any clock.
const LONGEST: Duration = Duration::from_secs(1_000_000);

/// A number of seconds: above 0, at most a million, with decimals if need be.
pub fn seconds(word: &str) -> Option<Duration> {
    let duration = Duration::try_from_secs_f64(word.parse().ok()?).ok()?;
    (!duration.is_zero() && duration <= LONGEST).then_some(duration)
}

/// What `time MOVE GAME` sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The longest wait for one announcement.
    pub each_move: Duration,
    /// The longest that all waits of one game may take together.
    pub game: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Pace { each_move: Duration::from_secs(10), game: Duration::from_secs(60) }
    }
}

/// All limits.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// As long as a script has not set its own.
    pub pace: Pace,
    /// For what needs no thought: a result asked for with `win+`, and leaving at the end of input.
    pub patience: Duration,
    /// The most lines of output.
    pub lines: usize,
    /// The most bytes of a line.
    pub line_bytes: usize,
    /// The most announcements that wait for a directive.
    pub unread: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            pace: Pace::default(),
            patience: Duration::from_secs(5),
            lines: 3_000,
            line_bytes: 64 << 10,
            unread: 100,
        }
    }
}

/// Which limit ends a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// One move.
    Move(Duration),
    /// A whole game.
    Game(Duration),
    /// What needs no thought.
    Patience(Duration),
}

impl Rule {
    const fn time(self) -> Duration {
        let (Rule::Move(time) | Rule::Game(time) | Rule::Patience(time)) = self;
        time
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.time().as_secs_f64();
        match self {
            Rule::Move(_) => write!(f, "within {seconds} s, the limit for a move"),
            Rule::Game(_) => write!(f, "before the {seconds} s of the game were used up"),
            Rule::Patience(_) => write!(f, "within {seconds} s"),
        }
    }
}

/// When a wait ends, and why.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    at: Instant,
    /// The limit that is reached then.
    pub rule: Rule,
}

impl Deadline {
    /// The limit, counted from now.
    pub fn from_now(rule: Rule) -> Self {
        Deadline { at: Instant::now() + rule.time(), rule }
    }

    /// Zero if it has passed.
    pub fn left(&self) -> Duration {
        self.at.saturating_duration_since(Instant::now())
    }
}

/// The clock of one game.
#[derive(Clone, Copy, Debug)]
pub struct GameClock {
    each_move: Duration,
    end: Deadline,
}

impl GameClock {
    /// Starts it.
    pub fn start(pace: Pace) -> Self {
        GameClock { each_move: pace.each_move, end: Deadline::from_now(Rule::Game(pace.game)) }
    }

    /// When the announcement that is waited for from now on must have come.
    pub fn deadline(&self) -> Deadline {
        let own = Deadline::from_now(Rule::Move(self.each_move));
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
    fn the_nearer_limit_ends_a_wait() {
        let [short, long] = [1, 100].map(Duration::from_secs);
        let rule = |each_move, game| GameClock::start(Pace { each_move, game }).deadline().rule;
        assert_eq!(rule(short, long), Rule::Move(short));
        assert_eq!(rule(long, short), Rule::Game(short));
    }
}
