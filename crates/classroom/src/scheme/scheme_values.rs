//! Values of a scheme that cannot be wrong: points, seconds, percentages, names of checks, and
//! which of them decide who plays.
//!
//! They are checked where the file is read, so that the error names the line.

use crate::checks;
use crate::closest_name::closest;
use crate::error::ClassError;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::time::Duration;

/// A number of a scheme: what it is, its range, and the error outside of it.
macro_rules! number {
    ($(#[$doc:meta])* $name:ident, $range:expr, $error:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
        #[serde(try_from = "f64", into = "f64")]
        pub struct $name(f64);

        impl TryFrom<f64> for $name {
            type Error = ClassError;

            fn try_from(number: f64) -> Result<Self, ClassError> {
                let range: fn(f64) -> bool = $range;
                Ok(range(number).then_some($name(number)).ok_or_else(|| format!($error, number))?)
            }
        }

        impl From<$name> for f64 {
            fn from(number: $name) -> f64 {
                number.0
            }
        }
    };
}

number!(
    /// A number of points, or a weight.
    GradePoints, |number| number.is_finite() && number >= 0.0, "{} is not 0 or more"
);
number!(
    Seconds,
    |number| number > 0.0 && number <= 1e6,
    "{} seconds are not possible; above 0, up to 1000000 are"
);
number!(
    /// CPU seconds of one move.
    MoveSeconds,
    |number| (0.0..=100.0).contains(&number),
    "{} seconds a move are not from 0 to 100"
);
number!(Percent, |number| (0.0..=100.0).contains(&number), "{} is not from 0 to 100");

impl GradePoints {
    pub const fn of(number: u32) -> Self {
        GradePoints(number as f64)
    }

    pub const fn number(self) -> f64 {
        self.0
    }
}

impl Percent {
    pub const fn share(self) -> f64 {
        self.0 / 100.0
    }
}

impl MoveSeconds {
    pub fn time(self) -> Duration {
        Duration::from_secs_f64(self.0)
    }
}

impl Seconds {
    pub const fn of(number: u32) -> Self {
        Seconds(number as f64)
    }

    pub fn time(self) -> Duration {
        Duration::from_secs_f64(self.0)
    }
}

/// The name of a check that there is, or of a group of checks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CheckName(String);

impl CheckName {
    /// One of the names in the code; a test reads the default scheme, so it is a check's.
    pub fn of(name: &str) -> Self {
        CheckName(name.to_string())
    }

    pub fn is_name(&self, check: &str) -> bool {
        self.0 == check
    }

    /// Whether it is this check's name, or that of its group.
    pub fn is(&self, check: &str) -> bool {
        checks::is_of(check, &self.0)
    }

    pub fn text(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for CheckName {
    type Error = ClassError;

    fn try_from(name: String) -> Result<Self, ClassError> {
        if checks::is_known(&name) {
            return Ok(CheckName(name));
        }
        let meant = closest(&name, checks::all_names());
        let hint = meant.map(|meant| format!("; did you mean \"{meant}\"?")).unwrap_or_default();
        Err(format!("there is no check \"{name}\" in any game{hint}").into())
    }
}

impl From<CheckName> for String {
    fn from(name: CheckName) -> String {
        name.0
    }
}

/// Which agents play games, by their checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequiredChecks {
    /// Agents that have made a legal move in one of them.
    OneLegalMove,
    All(Vec<CheckName>),
}

const ONE_LEGAL_MOVE: &str = "one-legal-move";

impl RequiredChecks {
    pub fn names(&self) -> &[CheckName] {
        match self {
            RequiredChecks::OneLegalMove => &[],
            RequiredChecks::All(names) => names,
        }
    }
}

impl Serialize for RequiredChecks {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            RequiredChecks::OneLegalMove => ONE_LEGAL_MOVE.serialize(to),
            RequiredChecks::All(names) => names.serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for RequiredChecks {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct WordOrList;

        impl<'de> Visitor<'de> for WordOrList {
            type Value = RequiredChecks;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of checks, or \"{ONE_LEGAL_MOVE}\"")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Self::Value, E> {
                if word == ONE_LEGAL_MOVE {
                    return Ok(RequiredChecks::OneLegalMove);
                }
                let list = "write a list of checks";
                Err(E::custom(format!("\"{word}\" is not \"{ONE_LEGAL_MOVE}\"; or {list}")))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut names = Vec::new();
                while let Some(name) = list.next_element()? {
                    names.push(name);
                }
                Ok(RequiredChecks::All(names))
            }
        }

        from.deserialize_any(WordOrList)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_refused() {
        for wrong in [-1.0, f64::NAN, f64::INFINITY] {
            assert!(GradePoints::try_from(wrong).is_err(), "{wrong}");
            assert!(Percent::try_from(wrong).is_err(), "{wrong}");
            assert!(Seconds::try_from(wrong).is_err(), "{wrong}");
        }
        assert!(GradePoints::try_from(0.0).is_ok() && Percent::try_from(100.0).is_ok());
        assert!(Percent::try_from(100.1).is_err() && Seconds::try_from(0.0).is_err());
    }
}
