//! Two rule profiles: the assignment's text, and the referee that the course really used.
//!
//! They differ in how time is charged, when a draw is declared and how exactly answers are read.

use crate::game::move_check::AnswerForm;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Whose rules are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// The assignment's text: user and system time of the whole process tree, exact; draws at the
    /// third occurrence and after 50 quiet turns, at once.
    Spec,
    /// The course's referee: user time alone in hundredths, wall time where that reads nothing; a
    /// draw on the 51st quiet turn, and one turn after the third occurrence; answers are read
    /// leniently.
    Course,
}

/// Whether the clocks of a game are at stake.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Timing {
    /// Each side has its time for the whole game.
    #[default]
    Clocks,
    /// Each side has its time anew for every move, and no time is recorded: agents that count work
    /// instead of time play the same games on every machine.
    Untimed,
}

/// What one run of an agent cost, in the parts that a profile may charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// CPU time in user mode.
    pub user: Duration,
    /// CPU time in system mode.
    pub system: Duration,
    /// Wall time.
    pub wall: Duration,
}

impl Profile {
    /// The time charged for a run.
    pub fn charge(self, cost: Cost) -> Duration {
        match self {
            Profile::Spec => cost.user + cost.system,
            Profile::Course => match in_hundredths(cost.user) {
                Duration::ZERO => in_hundredths(cost.wall),
                charged => charged,
            },
        }
    }

    /// How much CPU time beyond its clock an agent may use before it is killed.
    pub const fn grace(self) -> Duration {
        match self {
            Profile::Spec => Duration::ZERO,
            Profile::Course => Duration::from_secs(12),
        }
    }

    /// Whether an answer counts that came after the clock had run out. The course's referee played
    /// it and looked at the clock before the next move.
    pub const fn plays_late_answers(self) -> bool {
        matches!(self, Profile::Course)
    }

    /// How exactly an answer is read.
    pub const fn form(self) -> AnswerForm {
        match self {
            Profile::Spec => AnswerForm::Exact,
            Profile::Course => AnswerForm::Lenient,
        }
    }
}

/// Cut off to hundredths of a second, as the `time` command prints them.
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
