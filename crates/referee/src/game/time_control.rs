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

/// As it follows the seconds of a side: `of wall time`, `of CPU time, at most 10 s a move`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "of {}", self.clock)?;
        match self.move_seconds {
            Some(most) => write!(f, ", at most {most} s a move"),
            None => Ok(()),
        }
    }
}
