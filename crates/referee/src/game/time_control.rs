//! The clock of programs that live as long as a game: what it counts, and the time for one move.
//!
//! The texts allow seconds for a move and for a game (`#*time`). What a program computes in the
//! turns of the other side is CPU time on either clock.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// What a clock counts in the turns of its side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum ClockKind {
    /// CPU time of all processes of the program
    #[default]
    Cpu,
    /// The time of day, on a machine that others may load
    Wall,
}

impl ClockKind {
    /// Its seconds, as tables head a column.
    pub const fn unit(self) -> &'static str {
        match self {
            ClockKind::Cpu => "CPU s",
            ClockKind::Wall => "wall s",
        }
    }
}

impl fmt::Display for ClockKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            ClockKind::Cpu => "CPU time",
            ClockKind::Wall => "wall time",
        })
    }
}

/// The clock of a contest, beside the seconds of each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimeControl {
    pub clock: ClockKind,
    /// The most seconds for one move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_seconds: Option<f64>,
}

impl TimeControl {
    /// The most time for one move.
    pub fn move_limit(&self) -> Duration {
        let limit = self.move_seconds.and_then(|most| Duration::try_from_secs_f64(most).ok());
        limit.unwrap_or(Duration::MAX)
    }
}

/// As it follows a number of seconds: `of wall time a side, at most 10 s a move`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "of {} a side", self.clock)?;
        match self.move_seconds {
            Some(most) => write!(f, ", at most {most} s a move"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_named_in_files_and_for_people() {
        let wall = TimeControl { clock: ClockKind::Wall, move_seconds: Some(2.5) };
        let text = serde_json::to_string(&wall).expect("plain data");
        assert_eq!(text, r#"{"clock":"wall","move_seconds":2.5}"#);
        assert_eq!(serde_json::from_str::<TimeControl>(&text).expect("our own"), wall);
        assert_eq!(wall.to_string(), "of wall time a side, at most 2.5 s a move");
        assert_eq!(wall.move_limit(), Duration::from_millis(2_500));
        let usual = TimeControl::default();
        assert_eq!(
            (usual.to_string().as_str(), usual.move_limit()),
            ("of CPU time a side", Duration::MAX)
        );
    }
}
