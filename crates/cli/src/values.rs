//! Values of options. An error says what to write.

use crate::ProgramError;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::error::Error;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// The longest time: longer than any run, and safe to add to any clock.
const LONGEST: f64 = 1e7;

/// A whole number above 0.
pub fn at_least_one<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, ProgramError> {
    let number = text.parse().ok().filter(|number| *number >= T::from(1));
    number.ok_or_else(|| ProgramError::usage("write a whole number above 0"))
}

/// A time above 0 in seconds, with decimals.
pub fn duration(text: &str) -> Result<Duration, ProgramError> {
    seconds_above_zero(text).ok_or_else(|| {
        ProgramError::usage("write a number of seconds above 0, at most ten million")
    })
}

/// The same; `None` for any other text.
pub fn seconds_above_zero(text: &str) -> Option<Duration> {
    let seconds = text.parse().ok().filter(|seconds| *seconds <= LONGEST)?;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero())
}

/// A number of seconds in a range.
pub fn seconds_in(
    range: RangeInclusive<f64>,
) -> impl Fn(&str) -> Result<f64, ProgramError> + Clone {
    move |text| {
        let seconds = text.parse().ok().filter(|seconds| range.contains(seconds));
        let (least, most) = (range.start(), range.end());
        seconds.ok_or_else(|| {
            ProgramError::usage(format!("write a number of seconds from {least} to {most}"))
        })
    }
}

/// One of these words; help and completions list them.
pub fn one_of<T>(words: impl IntoIterator<Item = &'static str>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(words.into_iter().collect::<Vec<_>>())
        .try_map(|text| text.parse::<T>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_are_above_zero_and_finite() {
        let found = (at_least_one::<u32>("7"), duration("0.5"));
        assert_eq!(found, (Ok(7), Ok(Duration::from_millis(500))));
        for wrong in ["", "0", "-1", "nan", "inf", "1e-30", "1e8", "9m"] {
            assert!(at_least_one::<usize>(wrong).is_err() && duration(wrong).is_err(), "{wrong}");
            assert!(seconds_in(0.001..=1e6)(wrong).is_err(), "{wrong}");
        }
        assert_eq!(seconds_in(10.0..=1e6)("540"), Ok(540.0));
        let error = seconds_in(10.0..=1e6)("9").expect_err("too few");
        assert_eq!(error.to_string(), "write a number of seconds from 10 to 1000000");
    }
}
