//! Numbers of a scheme that cannot be out of range: points, seconds, percentages.
//!
//! The range is checked where the file is read, so that the error names the line.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A number of points, or a weight: finite and not below zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Points(f64);

/// Seconds: above zero, at most a million.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Seconds(f64);

/// A percentage: from 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Percent(f64);

impl Points {
    /// A whole number of them.
    pub const fn of(number: u32) -> Self {
        Points(number as f64)
    }

    /// The number.
    pub const fn number(self) -> f64 {
        self.0
    }
}

impl Percent {
    /// As a share, from 0 to 1.
    pub const fn share(self) -> f64 {
        self.0 / 100.0
    }
}

impl Seconds {
    /// A whole number of them, above 0.
    pub(super) const fn of(number: u32) -> Self {
        Seconds(number as f64)
    }

    /// As a time.
    pub fn time(self) -> Duration {
        Duration::from_secs_f64(self.0)
    }
}

impl TryFrom<f64> for Points {
    type Error = String;

    fn try_from(number: f64) -> Result<Self, String> {
        let usable = number.is_finite() && number >= 0.0;
        usable.then_some(Points(number)).ok_or_else(|| format!("{number} is not 0 or more"))
    }
}

impl TryFrom<f64> for Percent {
    type Error = String;

    fn try_from(number: f64) -> Result<Self, String> {
        let usable = (0.0..=100.0).contains(&number);
        usable.then_some(Percent(number)).ok_or_else(|| format!("{number} is not from 0 to 100"))
    }
}

impl TryFrom<f64> for Seconds {
    type Error = String;

    fn try_from(number: f64) -> Result<Self, String> {
        let usable = number > 0.0 && number <= 1e6;
        let error = || format!("{number} seconds are not possible; above 0, up to 1000000 are");
        usable.then_some(Seconds(number)).ok_or_else(error)
    }
}

impl From<Points> for f64 {
    fn from(points: Points) -> f64 {
        points.0
    }
}

impl From<Percent> for f64 {
    fn from(percent: Percent) -> f64 {
        percent.0
    }
}

impl From<Seconds> for f64 {
    fn from(seconds: Seconds) -> f64 {
        seconds.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_refused() {
        for wrong in [-1.0, f64::NAN, f64::INFINITY] {
            assert!(Points::try_from(wrong).is_err(), "{wrong}");
            assert!(Percent::try_from(wrong).is_err(), "{wrong}");
            assert!(Seconds::try_from(wrong).is_err(), "{wrong}");
        }
        assert!(Points::try_from(0.0).is_ok() && Percent::try_from(100.0).is_ok());
        assert!(Percent::try_from(100.1).is_err() && Seconds::try_from(0.0).is_err());
    }
}
