//! Two rule profiles: the assignment's text, and the referee that the course really used.
//!
//! They differ in how time is charged, when a draw is declared and how exactly answers are read.

use crate::rules::move_check::AnswerForm;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// The assignment's text: user and system time of the whole process tree, exact; draws at the
    /// third occurrence and after 50 quiet turns, at once.
    Spec,
    /// The course's referee: user time alone in hundredths, and where that reads 0.00 the wall time
    /// in full; a draw on the 51st quiet turn, and one turn after the third occurrence; upper case,
    /// tabs, blanks at line ends, and blank lines do not matter in an answer. Some of its readings
    /// are not followed: it also took some chains of three or more jumps that were cut after two,
    /// and which ones is not known, so a chain has to be played to its end here too.
    Course,
}

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

impl Timing {
    /// The timing for the word `untimed` of a command or a record.
    pub const fn from_untimed(untimed: bool) -> Self {
        if untimed { Timing::Untimed } else { Timing::Clocks }
    }
}

/// The cost of one run of an agent, in the parts that a profile may charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    pub user: Duration,
    pub system: Duration,
    pub wall: Duration,
}

impl Profile {
    /// The name in journals, plans and command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Profile::Spec => "spec",
            Profile::Course => "course",
        }
    }

    /// The words of a command line that ask for it; empty for the default.
    pub const fn options(self) -> &'static [&'static str] {
        match self {
            Profile::Spec => &[],
            Profile::Course => &["--profile", "course"],
        }
    }

    pub fn charge(self, cost: Cost) -> Duration {
        match self {
            Profile::Spec => cost.user + cost.system,
            Profile::Course => match in_hundredths(cost.user) {
                // The course's own clock, which it did not cut (6,781 of 6,781 clocks in its logs).
                Duration::ZERO => cost.wall,
                charged => charged,
            },
        }
    }

    /// The CPU time beyond its clock that an agent may use before it is killed.
    pub const fn grace(self) -> Duration {
        match self {
            Profile::Spec => Duration::ZERO,
            Profile::Course => Duration::from_secs(12),
        }
    }

    /// True if an answer counts that came after the clock had run out. The course's referee played
    /// it and looked at the clock before the next move.
    pub const fn plays_late_answers(self) -> bool {
        matches!(self, Profile::Course)
    }

    pub const fn form(self) -> AnswerForm {
        match self {
            Profile::Spec => AnswerForm::Exact,
            Profile::Course => AnswerForm::Lenient,
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Cuts off to hundredths of a second, as the `time` command prints them.
fn in_hundredths(time: Duration) -> Duration {
    Duration::from_millis(time.as_millis() as u64 / 10 * 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    #[test]
    fn the_name_is_that_of_files_and_of_the_command_line() {
        for &profile in Profile::value_variants() {
            let name = profile.name();
            assert_eq!(serde_json::to_value(profile).expect("a name"), name);
            assert_eq!(Profile::from_str(name, false), Ok(profile));
            let words = profile.options();
            assert!(
                words.is_empty() == (profile == Profile::Spec) || *words == ["--profile", name]
            );
        }
    }

    #[test]
    fn the_text_counts_exactly_and_the_course_counts_hundredths_of_user_time() {
        let ms = |x: f64| Duration::from_secs_f64(x / 1e3);
        let cost = Cost { user: ms(19.9), system: ms(5.0), wall: ms(48.0) };
        assert_eq!(Profile::Spec.charge(cost), ms(24.9));
        assert_eq!(Profile::Course.charge(cost), ms(10.0));
        let quick = Cost { user: ms(9.9), wall: ms(6.5), ..cost };
        assert_eq!(Profile::Course.charge(quick), ms(6.5), "the wall time, and all of it");
    }
}
