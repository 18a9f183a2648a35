//! The clock of programs that live as long as a game: what it counts, and the time for one move.
//!
//! The texts allow seconds for a move and for a game (`#*time`). What a program computes in the
//! turns of the other side is CPU time on either clock.

use runner::process::ClockKind;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

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
