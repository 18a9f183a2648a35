//! The log of a class: what happened and when, one line each, appended over all runs.
//!
//! ```text
//! 2026-11-22T18:04:31Z anna: built by g++ of homework.cpp
//! ```
//!
//! Texts of submissions may be in a line, so that control characters are left out.

use crate::class::error::ClassError;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// The file, in the folder of the results.
pub const LOG_FILE: &str = "class.log";

/// An open log. Threads may share it.
#[derive(Debug)]
pub(super) struct ClassLog(File);

impl ClassLog {
    /// Opens the log in `out`, or begins one.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn open(out: &Path) -> Result<Self, ClassError> {
        let path = out.join(LOG_FILE);
        let file = OpenOptions::new().append(true).create(true).open(&path);
        Ok(ClassLog(file.map_err(|source| ClassError::system("write", &path, source))?))
    }

    /// Adds a line. A disk that is full stops the class elsewhere; the log alone does not.
    pub(super) fn line(&self, text: &str) {
        let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let line = format!("{} {plain}\n", time_stamp(SystemTime::now()));
        // One call for each line: lines of two threads are never mixed.
        let _ = (&self.0).write_all(line.as_bytes());
    }
}

/// A time as in ISO 8601, in UTC and whole seconds; a clock before 1970 counts as 1970.
fn time_stamp(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = date(days);
    let (hour, minute) = (second / 3_600, second / 60 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{:02}Z", second % 60)
}

/// Year, month and day after so many days since 1970. Years begin in March here, so that the day
/// that is missing in most of them is the last one: Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms", 2013.
const fn date(days: u64) -> (u64, u64, u64) {
    let day = days + 719_468;
    let (era, of_era) = (day / 146_097, day % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (year + era * 400 + next, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::time::Duration;

    #[test]
    fn times_are_written_as_in_the_calendar() {
        let known = [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_709_251_200, "2024-03-01T00:00:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (1_798_761_599, "2026-12-31T23:59:59Z"),
        ];
        for (seconds, expected) in known {
            assert_eq!(time_stamp(UNIX_EPOCH + Duration::from_secs(seconds)), expected);
        }
    }

    #[test]
    fn lines_are_added_and_none_can_be_forged() {
        let dir = tempfile::tempdir().expect("a folder");
        for text in ["one", "two\n1970-01-01T00:00:00Z three\u{1b}[31m"] {
            ClassLog::open(dir.path()).expect("opened").line(text);
        }
        let log = fs::read_to_string(dir.path().join(LOG_FILE)).expect("there");
        let lines: Vec<_> = log.lines().collect();
        assert!(lines.len() == 2 && lines[0].ends_with("Z one"), "{log}");
        assert!(lines[1].ends_with("Z two 1970-01-01T00:00:00Z three [31m"), "{log}");
    }
}
