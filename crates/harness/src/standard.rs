//! `.std` files: what a script should collect, beside the script.
//!
//! `NAME.in` is compared with `NAME.std`, if there is one. `--update` writes what was seen instead;
//! comment lines at the top of an old file are kept.

use crate::compare::{difference, essence};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Whether a difference is reported or written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standard {
    /// The file is right.
    Checked,
    /// What was seen is right.
    Updated,
}

/// How what was seen stands to the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// It says the same.
    Same,
    /// It does not: the difference.
    Different(String),
    /// There is no file, and this was seen.
    NoStandard(Vec<String>),
    /// The file was written.
    Written,
}

/// Where the expectation of a script is kept.
pub fn path_for(script: &Path) -> PathBuf {
    script.with_extension("std")
}

/// Compares what was seen with the file at `path`, or writes it there.
///
/// # Errors
/// The file is there and cannot be read, or cannot be written.
pub fn settle(path: &Path, seen: &[String], standard: Standard) -> io::Result<Comparison> {
    let expected = match fs::read(path) {
        Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let text: String = seen.iter().map(|line| format!("{line}\n")).collect();
    let has_nothing = essence(&text).is_empty();
    match (expected, standard) {
        (None, Standard::Updated) if has_nothing => Ok(Comparison::NoStandard(Vec::new())),
        (None, Standard::Updated) => write(path, "", &text),
        (None, Standard::Checked) => Ok(Comparison::NoStandard(seen.to_vec())),
        (Some(expected), _) => match (difference(&expected, &text), standard) {
            (None, _) => Ok(Comparison::Same),
            (Some(difference), Standard::Checked) => Ok(Comparison::Different(difference)),
            (Some(_), Standard::Updated) => write(path, &head(&expected), &text),
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
        let settle = |text, standard| settle(&path, &lines(text), standard).expect("a comparison");
        assert_eq!(settle("", Standard::Updated), Comparison::NoStandard(Vec::new()));
        assert_eq!(settle("a", Standard::Checked), Comparison::NoStandard(lines("a")));
        assert!(!path.exists(), "nothing is written unasked, nor an empty file");
        assert_eq!(settle("a\nb", Standard::Updated), Comparison::Written);
        assert_eq!(settle("a\nb", Standard::Checked), Comparison::Same);
        assert!(matches!(settle("a", Standard::Checked), Comparison::Different(_)));
        assert_eq!(fs::read_to_string(&path).expect("there"), "a\nb\n");
    }

    #[test]
    fn an_update_keeps_the_comments_at_the_top_and_what_is_right() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("a.std");
        let right = "# why\n# and how\na # here\n";
        fs::write(&path, right).expect("written");
        let update = |text| settle(&path, &lines(text), Standard::Updated).expect("a comparison");
        assert_eq!(update("a"), Comparison::Same);
        assert_eq!(fs::read_to_string(&path).expect("there"), right);
        assert_eq!(update("b"), Comparison::Written);
        assert_eq!(fs::read_to_string(&path).expect("there"), "# why\n# and how\nb\n");
    }
}
