//! `calibration.txt`: what `calibrate` measured on the machine of the games.
//!
//! JSON with a version. A number outside of any machine's range means that something went wrong
//! when it was measured; such a file is refused as a whole.

use crate::error::AgentFileError;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// The most bytes that are read; the file has a few hundred.
pub const SIZE_LIMIT: u64 = 16 * 1024;

pub const VERSION: u32 = 1;

/// Speeds and costs of one machine. Times in microseconds of CPU time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    pub version: u32,
    /// Nodes the checkers search visits in a second.
    pub nodes_per_second: f64,
    /// One reading of the CPU clock. Only for people to read.
    pub clock_read_us: f64,
    /// The smallest step of the CPU clock that was seen.
    pub clock_step_us: f64,
    /// From the program's start to its first own line. Only for people to read, because the clock
    /// sees it.
    pub start_us: f64,
    /// From our last look at the clock to the end of the process.
    pub exit_us: f64,
    /// Writing a small file by renaming.
    pub write_us: f64,
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

    pub fn parse(text: &str) -> Result<Self, AgentFileError> {
        let read: Calibration =
            serde_json::from_str(text).map_err(|error| wrong(&format!(": {error}")))?;
        match read.version {
            VERSION => read.checked(),
            found => Err(wrong(&format!(" has version {found}, not {VERSION}"))),
        }
    }

    /// The calibration, if all its numbers are possible; the error names the first that is not.
    pub fn checked(mut self) -> Result<Self, AgentFileError> {
        let figures = self.figures();
        match figures.iter().find(|(_, value, range)| !range.contains(&**value)) {
            Some((name, value, _)) => {
                Err(wrong(&format!(": {name} is {value}, which no machine shows")))
            }
            None => Ok(self),
        }
    }

    /// The same, with each number that is not possible replaced by that of `other`.
    #[must_use]
    pub fn with_doubtful_figures_from(mut self, other: &Calibration) -> Self {
        let mut other = *other;
        for ((_, value, range), (_, usual, _)) in self.figures().into_iter().zip(other.figures()) {
            if !range.contains(value) {
                *value = *usual;
            }
        }
        self
    }

    /// The numbers with their names and the ranges they have on any machine.
    fn figures(&mut self) -> [(&'static str, &mut f64, RangeInclusive<f64>); 6] {
        let microseconds = 0.001..=100_000.0;
        [
            ("nodes_per_second", &mut self.nodes_per_second, 1e4..=1e9),
            ("clock_read_us", &mut self.clock_read_us, microseconds.clone()),
            ("clock_step_us", &mut self.clock_step_us, microseconds.clone()),
            ("start_us", &mut self.start_us, microseconds.clone()),
            // Less than these cannot be: a process has to be taken down, a file to be renamed.
            ("exit_us", &mut self.exit_us, 10.0..=100_000.0),
            ("write_us", &mut self.write_us, 1.0..=100_000.0),
        ]
    }

    /// The text of the file, if all numbers are possible.
    pub fn text(&self) -> Result<String, AgentFileError> {
        let text = serde_json::to_string_pretty(&self.checked()?);
        text.map(|text| text + "\n").map_err(|error| wrong(&format!(": {error}")))
    }
}

fn wrong(what: &str) -> AgentFileError {
    AgentFileError::new(format!("calibration.txt{what}; run calibrate again"))
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

    #[test]
    fn doubtful_figures_give_way_to_the_usual_ones() {
        let usual = Calibration::DEFAULT;
        let odd = Calibration { exit_us: -3.0, clock_step_us: 0.0, nodes_per_second: 9e6, ..usual };
        let mended = odd.with_doubtful_figures_from(&usual);
        assert_eq!(mended, Calibration { nodes_per_second: 9e6, ..usual });
        assert!(mended.checked().is_ok() && odd.checked().is_err());
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
