//! `calibration.txt`: what `calibrate` measured on the judge's machine.
//!
//! JSON with a version. Numbers outside of any machine's range mean that something went wrong when
//! they were measured; such a file is refused as a whole.

use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use thiserror::Error;

/// The file's name.
pub const CALIBRATION_FILE: &str = "calibration.txt";
/// The file has a few hundred bytes.
pub const SIZE_LIMIT: u64 = 16 * 1024;

/// The version that this program reads and writes.
pub const VERSION: u32 = 1;

/// Speeds and costs of one machine. Times in microseconds of CPU time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// The version of the format.
    pub version: u32,
    /// Nodes the checkers search visits in a second.
    pub nodes_per_second: f64,
    /// One reading of the CPU clock.
    pub clock_read_us: f64,
    /// The least step the CPU clock was seen to make.
    pub clock_step_us: f64,
    /// From the program's start to the first line of ours.
    pub start_us: f64,
    /// From our last look at the clock to the end of the process.
    pub exit_us: f64,
    /// Writing a small file by renaming.
    pub write_us: f64,
}

/// Why a calibration cannot be used.
#[derive(Debug, Error)]
pub enum CalibrationError {
    /// The text is not the JSON that we write.
    #[error("calibration.txt: {0}; run calibrate again")]
    Format(#[from] serde_json::Error),
    /// Another version of the program wrote it.
    #[error("calibration.txt has version {found}, not {VERSION}; run calibrate again")]
    Version {
        /// The version read.
        found: u32,
    },
    /// A number no machine shows.
    #[error("calibration.txt: {name} is {value}, which no machine shows; run calibrate again")]
    Absurd {
        /// The number's name.
        name: &'static str,
        /// The number read.
        value: f64,
    },
}

impl Calibration {
    /// Used where nothing was measured: a 2.45 GHz server core.
    pub const DEFAULT: Calibration = Calibration {
        version: VERSION,
        nodes_per_second: 6e6,
        clock_read_us: 2.0,
        clock_step_us: 2.0,
        start_us: 800.0,
        exit_us: 500.0,
        write_us: 150.0,
    };

    /// Reads a calibration.
    ///
    /// # Errors
    /// The text is no calibration of this version, or holds a number no machine shows.
    pub fn parse(text: &str) -> Result<Self, CalibrationError> {
        let read: Calibration = serde_json::from_str(text)?;
        if read.version != VERSION {
            return Err(CalibrationError::Version { found: read.version });
        }
        read.checked()
    }

    /// The calibration, if all its numbers are possible.
    ///
    /// # Errors
    /// [`CalibrationError::Absurd`] names the first that is not.
    pub fn checked(self) -> Result<Self, CalibrationError> {
        let small = 0.0..=100_000.0;
        let limits: [(&'static str, f64, RangeInclusive<f64>); 6] = [
            ("nodes_per_second", self.nodes_per_second, 1e4..=1e9),
            ("clock_read_us", self.clock_read_us, small.clone()),
            ("clock_step_us", self.clock_step_us, small.clone()),
            ("start_us", self.start_us, small.clone()),
            ("exit_us", self.exit_us, small.clone()),
            ("write_us", self.write_us, small),
        ];
        match limits.into_iter().find(|(_, value, range)| !range.contains(value)) {
            Some((name, value, _)) => Err(CalibrationError::Absurd { name, value }),
            None => Ok(self),
        }
    }

    /// The text of the file.
    ///
    /// # Errors
    /// A number is not finite.
    pub fn text(&self) -> Result<String, CalibrationError> {
        Ok(serde_json::to_string_pretty(&self.checked()?)? + "\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, proptest};

    #[test]
    fn what_is_written_is_read_back() {
        let text = Calibration::DEFAULT.text().expect("possible numbers");
        assert_eq!(Calibration::parse(&text).expect("our own text"), Calibration::DEFAULT);
    }

    #[test]
    fn old_corrupt_and_absurd_files_are_refused() {
        let text = Calibration::DEFAULT.text().expect("possible numbers");
        let refused = |text: String| Calibration::parse(&text).expect_err("refused").to_string();
        assert!(refused(text.replace("\"version\": 1", "\"version\": 0")).contains("version 0"));
        assert!(refused(text.replace("6000000.0", "0.0")).contains("nodes_per_second is 0"));
        assert!(refused(text.replace("500.0", "-1.0")).contains("exit_us is -1"));
        assert!(refused(text.replace("500.0", "1e12")).contains("exit_us"));
        assert!(refused(text[..40].to_string()).starts_with("calibration.txt"));
        assert!(refused(String::new()).starts_with("calibration.txt"));
    }

    proptest! {
        #[test]
        fn no_edit_of_a_calibration_makes_the_reader_panic(at in any::<usize>(), byte in any::<u8>()) {
            let mut bytes = Calibration::DEFAULT.text().expect("possible numbers").into_bytes();
            let at = at % bytes.len();
            bytes[at] = byte;
            let _ = Calibration::parse(&String::from_utf8_lossy(&bytes));
        }
    }
}
