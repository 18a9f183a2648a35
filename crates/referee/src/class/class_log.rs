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
use std::time::SystemTime;

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
        let line = format!("{} {plain}\n", humantime::format_rfc3339_seconds(SystemTime::now()));
        // One call for each line: lines of two threads are never mixed.
        let _ = (&self.0).write_all(line.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

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
