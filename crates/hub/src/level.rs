//! What limits a search: depth, nodes, time. The arguments of the command `level`.

use crate::arguments::Arguments;
use crate::error::{LineError, Reason};
use crate::line::Word;
use crownhead::time::GameClock;
use search::Depth;
use std::str::FromStr;
use std::time::Duration;

/// The limits of a search. Without one it goes on until `stop`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Level {
    /// No deeper than this.
    pub depth: Option<Depth>,
    /// No more nodes than this.
    pub nodes: Option<u64>,
    /// No longer than this.
    pub time: Option<TimeLimit>,
}

/// How long a search may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeLimit {
    /// So long, and no less.
    Move(Duration),
    /// What is sensible with this clock.
    Game(GameClock),
}

/// The arguments of `level`.
pub const KNOWN: &str = "depth, nodes, move-time, moves, time, inc, infinite, ponder";
/// No more seconds make a difference.
const MOST_SECONDS: f64 = 1e7;

impl Level {
    /// The limits that these arguments ask for; others of the same search stay.
    ///
    /// # Errors
    /// [`LineError`]: a number is none or out of range, or arguments exclude each other.
    pub fn limited_by(self, arguments: &mut Arguments<'_>) -> Result<Level, LineError> {
        let depth = number(arguments, "depth", 1)?
            .map(|plies: u64| Depth::new(i16::try_from(plies).unwrap_or(i16::MAX)));
        let nodes = number(arguments, "nodes", 1)?;
        let time = time_limit(arguments)?;
        // Nothing to obey: a search without a limit is infinite, and pondering is told by `go`.
        arguments.take("infinite");
        arguments.take("ponder");
        Ok(Level {
            depth: depth.or(self.depth),
            nodes: nodes.or(self.nodes),
            time: time.or(self.time),
        })
    }
}

fn time_limit(arguments: &mut Arguments<'_>) -> Result<Option<TimeLimit>, LineError> {
    let per_move = seconds(arguments, "move-time", Sign::Positive)?;
    let left = seconds(arguments, "time", Sign::Any)?;
    let increment = seconds(arguments, "inc", Sign::Positive)?;
    let moves = number(arguments, "moves", 0)?;
    let command = arguments.command();
    let error = |reason| Err(LineError { column: command.column, reason });
    let Some(left) = left else {
        if increment.is_some() || moves.is_some() {
            return error(Reason::Missing { command: "level", name: "time" });
        }
        return Ok(per_move.map(|time| TimeLimit::Move(duration(time))));
    };
    if per_move.is_some() {
        return error(Reason::Both { one: "move-time", other: "time" });
    }
    let increment = increment.unwrap_or(0.0);
    Ok(Some(TimeLimit::Game(GameClock {
        // The increment is added before each move, so that `time` may be below 0.
        left: duration(left + increment),
        increment: duration(increment),
        moves: moves.filter(|&moves| moves > 0),
    })))
}

/// Whether a number of seconds may be below 0.
#[derive(Clone, Copy, PartialEq)]
enum Sign {
    Positive,
    Any,
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.clamp(0.0, MOST_SECONDS)).unwrap_or_default()
}

fn seconds(
    arguments: &mut Arguments<'_>,
    name: &'static str,
    sign: Sign,
) -> Result<Option<f64>, LineError> {
    let wanted = match sign {
        Sign::Positive => "a number of seconds, 0 or more",
        Sign::Any => "a number of seconds",
    };
    let Some(word) = arguments.value(name) else { return Ok(None) };
    let number = f64::from_str(word.text).ok().filter(|number| number.is_finite());
    let number = number.filter(|&number| sign == Sign::Any || number >= 0.0);
    number.map(Some).ok_or_else(|| unwanted(name, word, wanted.to_string()))
}

fn number<T: FromStr + PartialOrd + From<u8>>(
    arguments: &mut Arguments<'_>,
    name: &'static str,
    least: u8,
) -> Result<Option<T>, LineError> {
    let Some(word) = arguments.value(name) else { return Ok(None) };
    let number = word.text.parse().ok().filter(|number| *number >= T::from(least));
    let wanted = || format!("a whole number from {least} on");
    number.map(Some).ok_or_else(|| unwanted(name, word, wanted()))
}

fn unwanted(name: &'static str, word: Word<'_>, wanted: String) -> LineError {
    let reason = Reason::Value { name, value: word.text.to_string(), wanted };
    LineError { column: word.column, reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::Line;

    fn level(text: &str) -> Result<Level, LineError> {
        let line = Line::read(text).expect("well formed").expect("not blank");
        Level::default().limited_by(&mut Arguments::of(line))
    }

    fn clock(text: &str) -> GameClock {
        match level(text).expect("read").time {
            Some(TimeLimit::Game(clock)) => clock,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_form_is_read() {
        let none = Level::default();
        assert_eq!(level("level infinite"), Ok(none));
        assert_eq!(level("level depth=9"), Ok(Level { depth: Some(Depth::new(9)), ..none }));
        assert_eq!(level("level depth=99999"), Ok(Level { depth: Some(Depth::MAX), ..none }));
        assert_eq!(level("level nodes=7"), Ok(Level { nodes: Some(7), ..none }));
        let time = Some(TimeLimit::Move(Duration::from_millis(1_500)));
        assert_eq!(level("level move-time=1.5"), Ok(Level { time, ..none }));
        let seconds = Duration::from_secs;
        let (left, increment) = (seconds(60), Duration::ZERO);
        assert_eq!(clock("level time=60"), GameClock { left, increment, moves: None });
        assert_eq!(clock("level moves=9 time=60").moves, Some(9));
        let added = clock("level time=60 inc=2");
        assert_eq!((added.left, added.increment), (seconds(62), seconds(2)));
    }

    /// pydraughts subtracts the increment, since the engine adds it.
    #[test]
    fn time_may_be_below_zero_by_the_increment() {
        assert_eq!(clock("level time=-1.7 inc=2").left, Duration::from_millis(300));
        assert_eq!(clock("level time=-5 inc=2").left, Duration::ZERO);
        assert_eq!(clock("level time=1e300").left, Duration::from_secs(10_000_000));
    }

    #[test]
    fn what_is_no_limit_is_refused_with_its_column() {
        let cases = [
            ("level depth=0", 13),
            ("level depth=x", 13),
            ("level nodes=-1", 13),
            ("level move-time=-1", 17),
            ("level move-time=nan", 17),
            ("level time=inf", 12),
            ("level depth", 7),
            ("level inc=2", 1),
            ("level moves=2", 1),
            ("level time=3 move-time=1", 1),
        ];
        for (text, column) in cases {
            assert_eq!(level(text).expect_err(text).column, column, "{text}");
        }
    }

    #[test]
    fn several_commands_add_up() {
        let line = |text| Line::read(text).expect("well formed").expect("not blank");
        let first = level("level depth=5 nodes=9").expect("read");
        let both = first.limited_by(&mut Arguments::of(line("level nodes=3 time=1")));
        let both = both.expect("read");
        assert_eq!((both.depth, both.nodes), (Some(Depth::new(5)), Some(3)));
        assert!(both.time.is_some());
    }
}
