//! `.std` files: the output that is expected of a script, beside the script.
//!
//! What `NAME.in` collects is compared with `NAME.std`, if there is one. `--update` writes it there
//! instead; comment lines at the top of an old file are kept.

use crate::compare::{difference, significant_lines};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// What is done with a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedMode {
    /// It is reported.
    Check,
    /// What was seen is written to the file.
    Update,
}

/// How what was seen compares with the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// It is the same.
    Same,
    /// It differs: the difference, for the user.
    Different(String),
    /// There is no file, and this was seen.
    NoFile(Vec<String>),
    /// The file was written.
    Written,
}

/// The `.std` file of a script.
pub fn path_for(script: &Path) -> PathBuf {
    script.with_extension("std")
}

/// Compares what was seen with the file at `path`, or writes it there.
///
/// # Errors
/// The file is there and cannot be read, or cannot be written.
pub fn compare_or_write(
    path: &Path,
    seen: &[String],
    mode: ExpectedMode,
) -> io::Result<Comparison> {
    let expected = match fs::read(path) {
        Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let text: String = seen.iter().map(|line| format!("{line}\n")).collect();
    let is_empty = significant_lines(&text).is_empty();
    match (expected, mode) {
        (None, ExpectedMode::Update) if is_empty => Ok(Comparison::NoFile(Vec::new())),
        (None, ExpectedMode::Update) => write(path, "", &text),
        (None, ExpectedMode::Check) => Ok(Comparison::NoFile(seen.to_vec())),
        (Some(expected), _) => match (difference(&expected, &text), mode) {
            (None, _) => Ok(Comparison::Same),
            (Some(difference), ExpectedMode::Check) => Ok(Comparison::Different(difference)),
            (Some(_), ExpectedMode::Update) => write(path, &head(&expected), &text),
        },
    }
}

fn write(path: &Path, head: &str, text: &str) -> io::Result<Comparison> {
    fs::write(path, format!("{head}{text}"))?;
    Ok(Comparison::Written)
}

/// The comment lines at the top.
fn head(text: &str) -> String {
    let lines = text.lines().take_while(|line| line.starts_with('#'));
    lines.map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_string).collect()
    }

    #[test]
    fn a_file_is_checked_or_written() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = path_for(&dir.path().join("a-1.in"));
        assert!(path.ends_with("a-1.std"));
        let compare =
            |text, mode| compare_or_write(&path, &lines(text), mode).expect("a comparison");
        assert_eq!(compare("", ExpectedMode::Update), Comparison::NoFile(Vec::new()));
        assert_eq!(compare("a", ExpectedMode::Check), Comparison::NoFile(lines("a")));
        assert!(!path.exists(), "nothing is written unasked, nor an empty file");
        assert_eq!(compare("a\nb", ExpectedMode::Update), Comparison::Written);
        assert_eq!(compare("a\nb", ExpectedMode::Check), Comparison::Same);
        assert!(matches!(compare("a", ExpectedMode::Check), Comparison::Different(_)));
        assert_eq!(fs::read_to_string(&path).expect("there"), "a\nb\n");
    }

    #[test]
    fn an_update_keeps_the_comments_at_the_top_and_what_is_right() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("a.std");
        let right = "# why\n# and how\na # here\n";
        fs::write(&path, right).expect("written");
        let update = |text| {
            compare_or_write(&path, &lines(text), ExpectedMode::Update).expect("a comparison")
        };
        assert_eq!(update("a"), Comparison::Same);
        assert_eq!(fs::read_to_string(&path).expect("there"), right);
        assert_eq!(update("b"), Comparison::Written);
        assert_eq!(fs::read_to_string(&path).expect("there"), "# why\n# and how\nb\n");
    }
}
