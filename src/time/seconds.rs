//! Durations as seconds in JSON: a plain number, which people can read.
//!
//! A number that is not a time (negative, or larger than any [`Duration`]) reads as zero. What
//! follows from it is checked where it is used: a file of the agent's is a help, never a condition.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::time::Duration;

pub fn serialize<S: Serializer>(duration: &Duration, format: S) -> Result<S::Ok, S::Error> {
    duration.as_secs_f64().serialize(format)
}

/// An error if it is not a number.
pub fn deserialize<'de, D: Deserializer<'de>>(format: D) -> Result<Duration, D::Error> {
    f64::deserialize(format).map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Time(#[serde(with = "super")] Duration);

    #[test]
    fn times_are_read_back_and_what_is_not_a_time_is_zero() {
        for nanoseconds in [0, 1, 1_234_567_891, 299_930_000_001] {
            let time = Time(Duration::from_nanos(nanoseconds));
            let text = serde_json::to_string(&time).expect("a number");
            assert_eq!(serde_json::from_str::<Time>(&text).expect("our own text"), time);
        }
        for nonsense in ["-1.0", "1e300", "1.8446744073709551616e19"] {
            let read = serde_json::from_str::<Time>(nonsense).expect("a number");
            assert_eq!(read, Time(Duration::ZERO), "{nonsense}");
        }
        assert!(serde_json::from_str::<Time>("\"1\"").is_err());
    }
}
