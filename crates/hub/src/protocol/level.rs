//! The limits of a search: the arguments of the command `level`.

use crate::engine::{AllowedTime, SearchLimits};
use crate::protocol::line::{HubLine, LineError, quoted};
use agent::time::GameClock;
use search::Depth;
use std::str::FromStr;
use std::time::Duration;

/// The arguments of `level`, as messages list them.
pub const KNOWN: &str = "depth, nodes, move-time, moves, time, inc, infinite, ponder";
/// More seconds make no difference.
const MOST_SECONDS: f64 = 1e7;

/// The limits that these arguments ask for; others of the same search stay.
pub fn limited_by(limits: SearchLimits, line: &mut HubLine<'_>) -> Result<SearchLimits, LineError> {
    let depth = number(line, "depth", 1)?
        .map(|plies: u64| Depth::new(i16::try_from(plies).unwrap_or(i16::MAX)));
    let nodes = number(line, "nodes", 1)?;
    let time = allowed_time(line)?;
    // Nothing to set: a search without a limit is infinite, and `go` says when to ponder.
    line.take("infinite");
    line.take("ponder");
    Ok(SearchLimits {
        depth: depth.or(limits.depth),
        nodes: nodes.or(limits.nodes),
        time: time.or(limits.time),
    })
}

fn allowed_time(line: &mut HubLine<'_>) -> Result<Option<AllowedTime>, LineError> {
    const POSITIVE: &str = "a number of seconds, 0 or more";
    let per_move = parsed(line, "move-time", POSITIVE, is_positive)?;
    let left = parsed(line, "time", "a number of seconds", |time: &f64| time.is_finite())?;
    let increment = parsed(line, "inc", POSITIVE, is_positive)?;
    let moves: Option<u32> = number(line, "moves", 0)?;
    let Some(left) = left else {
        if increment.is_some() || moves.is_some() {
            return Err(line.command.error("`level` needs `time`"));
        }
        return Ok(per_move.map(|time| AllowedTime::Move(duration(time))));
    };
    if per_move.is_some() {
        return Err(line.command.error("`move-time` and `time` exclude each other"));
    }
    let increment = increment.unwrap_or(0.0);
    Ok(Some(AllowedTime::Game(GameClock {
        // The increment is added before each move, so `time` may be below 0.
        left: duration(left + increment),
        increment: duration(increment),
        moves: moves.filter(|&moves| moves > 0),
    })))
}

fn is_positive(seconds: &f64) -> bool {
    seconds.is_finite() && *seconds >= 0.0
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.clamp(0.0, MOST_SECONDS)).unwrap_or_default()
}

fn number<T: FromStr + PartialOrd + From<u8>>(
    line: &mut HubLine<'_>,
    name: &str,
    least: u8,
) -> Result<Option<T>, LineError> {
    let wanted = format!("a whole number from {least} on");
    parsed(line, name, &wanted, |number| *number >= T::from(least))
}

/// Takes the value of an argument, if it is there; `wanted` says in an error what it should be.
fn parsed<T: FromStr>(
    line: &mut HubLine<'_>,
    name: &str,
    wanted: &str,
    is_valid: impl Fn(&T) -> bool,
) -> Result<Option<T>, LineError> {
    let Some(word) = line.value(name) else { return Ok(None) };
    let value = word.text.parse().ok().filter(is_valid);
    value.map(Some).ok_or_else(|| {
        word.error(format!("`{name}` should be {wanted}, not {}", quoted(word.text)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Depth;
    use std::time::Duration;

    fn level(text: &str) -> Result<SearchLimits, LineError> {
        let mut line = HubLine::read(text).expect("well formed").expect("not blank");
        limited_by(SearchLimits::default(), &mut line)
    }

    fn clock(text: &str) -> GameClock {
        match level(text).expect("read").time {
            Some(AllowedTime::Game(clock)) => clock,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_form_is_read() {
        let none = SearchLimits::default();
        assert_eq!(level("level infinite"), Ok(none));
        assert_eq!(level("level depth=9"), Ok(SearchLimits { depth: Some(Depth::new(9)), ..none }));
        let found = level("level depth=99999");
        assert_eq!(found, Ok(SearchLimits { depth: Some(Depth::MAX), ..none }));
        assert_eq!(level("level nodes=7"), Ok(SearchLimits { nodes: Some(7), ..none }));
        let time = Some(AllowedTime::Move(Duration::from_millis(1_500)));
        assert_eq!(level("level move-time=1.5"), Ok(SearchLimits { time, ..none }));
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
        let first = level("level depth=5 nodes=9").expect("read");
        let line = HubLine::read("level nodes=3 time=1").expect("well formed");
        let both = limited_by(first, &mut line.expect("not blank"));
        let both = both.expect("read");
        assert_eq!((both.depth, both.nodes), (Some(Depth::new(5)), Some(3)));
        assert!(both.time.is_some());
    }
}
