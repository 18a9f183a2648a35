//! Which process is which unit: the time it gets, and the situation of its request.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The units of a run: all processes of the first time, then those of the second and so on.
#[derive(Clone, Debug)]
pub struct LatePlan {
    pub seed: u64,
    pub processes: u32,
    pub seconds: Vec<f64>,
    /// One in this number is [`RequestKind::Single`].
    pub single_every: u32,
}

/// The request, and what the agent finds in its directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RequestKind {
    Single,
    /// `GAME` in an empty directory.
    Begun,
    /// `GAME` after an earlier move of the same game, with the `playdata.txt` of that move.
    Continued,
}

impl fmt::Display for RequestKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RequestKind::Single => "SINGLE",
            RequestKind::Begun => "GAME, first",
            RequestKind::Continued => "GAME, later",
        })
    }
}

impl LatePlan {
    pub fn units(&self) -> u32 {
        self.processes * self.seconds.len() as u32
    }

    /// The number of a unit among those of its time, from 0.
    pub const fn number(&self, unit: u32) -> u32 {
        unit % self.processes
    }

    /// The time that the unit gets; whole microseconds, as a referee writes it.
    pub fn given(&self, unit: u32) -> Duration {
        let seconds = self.seconds[(unit / self.processes) as usize];
        Duration::from_micros((seconds * 1e6).round() as u64)
    }

    pub const fn situation(&self, unit: u32) -> RequestKind {
        let number = self.number(unit);
        match (number % self.single_every == self.single_every - 1, number.is_multiple_of(2)) {
            (true, _) => RequestKind::Single,
            (false, true) => RequestKind::Begun,
            (false, false) => RequestKind::Continued,
        }
    }
}
