//! How a judge counts: the assignment's text, or the course's judge with its quirks.

use crate::verdict::Form;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A judge to imitate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// The assignment's text: user and system time of the whole process tree, exact; draws at the
    /// third occurrence and after 50 quiet turns, at once.
    Spec,
    /// The course's judge: user time alone in hundredths, wall time where that reads nothing; a draw
    /// on the 51st quiet turn, and one turn after the third occurrence; answers read generously.
    Course,
}

/// What one run of an agent cost, in the parts a judge may look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// CPU time in user mode.
    pub user: Duration,
    /// CPU time in system mode.
    pub system: Duration,
    /// Time that passed.
    pub wall: Duration,
}

impl Profile {
    /// What the judge charges for a run.
    pub fn charge(self, cost: Cost) -> Duration {
        match self {
            Profile::Spec => cost.user + cost.system,
            Profile::Course => match in_hundredths(cost.user) {
                Duration::ZERO => in_hundredths(cost.wall),
                charged => charged,
            },
        }
    }

    /// How far beyond its clock the judge lets an agent go before it is killed.
    pub const fn grace(self) -> Duration {
        match self {
            Profile::Spec => Duration::ZERO,
            Profile::Course => Duration::from_secs(12),
        }
    }

    /// Does an answer count that came when the clock had run out? The course's judge played it, and
    /// looked at the clock before the next one.
    pub const fn plays_late_answers(self) -> bool {
        matches!(self, Profile::Course)
    }

    /// How exactly the judge reads an answer.
    pub const fn form(self) -> Form {
        match self {
            Profile::Spec => Form::Exact,
            Profile::Course => Form::Generous,
        }
    }
}

/// Cut to hundredths of a second, as the `time` command prints them.
fn in_hundredths(time: Duration) -> Duration {
    Duration::from_millis(time.as_millis() as u64 / 10 * 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_counts_exactly_and_the_course_counts_hundredths_of_user_time() {
        let ms = |x: f64| Duration::from_secs_f64(x / 1e3);
        let cost = Cost { user: ms(19.9), system: ms(5.0), wall: ms(48.0) };
        assert_eq!(Profile::Spec.charge(cost), ms(24.9));
        assert_eq!(Profile::Course.charge(cost), ms(10.0));
        let quick = Cost { user: ms(3.0), ..cost };
        assert_eq!(Profile::Course.charge(quick), ms(40.0), "wall time is charged instead");
    }
}
