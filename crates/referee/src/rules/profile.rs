//! Two rule profiles: the assignment's text, and the referee that the course really used.
//!
//! They differ in how time is charged and when a draw is declared. How answers are read is a
//! setting of its own.

use crate::rules::answer_form::AnswerForm;
use runner::process::ClockKind;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// As the assignment says: exact CPU time; draws at once
    #[default]
    Spec,
    /// As the course's referee: user time in hundredths; draws one turn later
    Course,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Timing {
    /// Each side has its time for the whole game.
    #[default]
    Clocks,
    /// Each side has its time for every move, and no time is recorded: agents that count nodes
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

    /// How answers were read while the profile decided it: in records that do not say it.
    pub const fn earlier_form(self) -> AnswerForm {
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

/// What a reply is charged, and how its text is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplyRules {
    pub profile: Profile,
    pub answers: AnswerForm,
}

impl ReplyRules {
    /// The rules of this profile, with answers read as by default.
    pub const fn of(profile: Profile) -> Self {
        ReplyRules { profile, answers: AnswerForm::Lenient }
    }
}

/// Time left for each side, Black first (the order of `Side::index`).
pub type Clocks = [Duration; 2];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameLimits {
    pub replies: ReplyRules,
    /// Quiet turns after which the game is drawn; the assignment says 50.
    pub quiet_turns: u32,
    /// Turns after which the game is stopped as drawn.
    pub plies: u32,
}

/// The clock of a contest, beside the seconds of each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimeControl {
    pub clock: ClockKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_seconds: Option<f64>,
}

impl TimeControl {
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
        let cost = Cost { user: ms(19.9), system: ms(5.0), wall: ms(48.0) };
        assert_eq!(Profile::Spec.charge(cost), ms(24.9));
        assert_eq!(Profile::Course.charge(cost), ms(10.0));
        let quick = Cost { user: ms(9.9), wall: ms(6.5), ..cost };
        assert_eq!(Profile::Course.charge(quick), ms(6.5), "the wall time, and all of it");
    }

    fn ms(x: f64) -> Duration {
        Duration::from_secs_f64(x / 1e3)
    }

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
