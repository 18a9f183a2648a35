//! `.std` files: the output that is expected of a script, beside the script.
//!
//! Comments (`#` to the end of the line), blank lines and blanks at line ends do not count; all
//! else must be the same. A difference is shown with a few equal lines around each place, as
//! `diff -u` does.
//!
//! What `NAME.in` collects is compared with `NAME.std`, if there is one. `--update` writes it there
//! instead; comment lines at the top of an old file are kept.

use cli::file;
use cli::lines::lines;
use similar::{Algorithm, ChangeTag, capture_diff_slices_deadline, group_diff_ops};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedMode {
    Check,
    /// A file that differs is written anew.
    Update,
}

/// The result of comparing what was seen with a `.std` file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileComparison {
    Same,
    /// It differs: the difference, for the user.
    Different(String),
    /// There is no file, and this was seen.
    NoFile(Vec<String>),
    Written,
}

pub fn path_for(script: &Path) -> PathBuf {
    script.with_extension("std")
}

/// Compares what was seen with the file at `path`, or writes it there.
pub fn compare_or_write(
    path: &Path,
    seen: &[String],
    mode: ExpectedMode,
) -> io::Result<FileComparison> {
    let expected =
        file::read(path, LONGEST_FILE).map_err(|error| io::Error::other(error.reason()))?;
    let text: String = seen.iter().map(|line| format!("{line}\n")).collect();
    let is_empty = significant_lines(&text).is_empty();
    match (expected, mode) {
        (None, ExpectedMode::Update) if is_empty => Ok(FileComparison::NoFile(Vec::new())),
        (None, ExpectedMode::Update) => write(path, "", &text),
        (None, ExpectedMode::Check) => Ok(FileComparison::NoFile(seen.to_vec())),
        (Some(expected), _) => match (difference(&expected, &text), mode) {
            (None, _) => Ok(FileComparison::Same),
            (Some(difference), ExpectedMode::Check) => Ok(FileComparison::Different(difference)),
            (Some(_), ExpectedMode::Update) => write(path, &head(&expected), &text),
        },
    }
}

fn write(path: &Path, head: &str, text: &str) -> io::Result<FileComparison> {
    fs::write(path, format!("{head}{text}"))?;
    Ok(FileComparison::Written)
}

/// The comment lines at the top.
fn head(text: &str) -> String {
    let head = lines(text).take_while(|line| line.starts_with('#'));
    head.map(|line| format!("{line}\n")).collect()
}

/// The bytes of a `.std` file: more than a program may print.
const LONGEST_FILE: u64 = 256 << 20;
/// Equal lines shown around a difference.
const CONTEXT: usize = 3;
/// The longest search for a small difference between long texts.
const LONGEST_SEARCH: Duration = Duration::from_secs(1);

/// The lines that are compared, without comments and blanks at their ends.
pub fn significant_lines(text: &str) -> Vec<&str> {
    let all = lines(text).map(|line| line.split('#').next().unwrap_or_default().trim_end());
    all.filter(|line| !line.is_empty()).collect()
}

/// The differences between the significant lines of two texts; `None` if there are none.
pub fn difference(expected: &str, seen: &str) -> Option<String> {
    let (expected, seen) = (significant_lines(expected), significant_lines(seen));
    (expected != seen).then(|| show(&expected, &seen))
}

/// Each difference with its surroundings; what lies between is left out.
fn show(expected: &[&str], seen: &[&str]) -> String {
    let deadline = Some(Instant::now() + LONGEST_SEARCH);
    let changes = capture_diff_slices_deadline(Algorithm::Myers, expected, seen, deadline);
    let mut lines = vec!["- expected, + seen".to_string()];
    let mut shown = 0;
    for group in group_diff_ops(changes, CONTEXT) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        lines.extend(gap(first.old_range().start - shown));
        shown = last.old_range().end;
        let changes = group.iter().flat_map(|change| change.iter_changes(expected, seen));
        lines.extend(changes.map(|line| {
            let sign = match line.tag() {
                ChangeTag::Equal => ' ',
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
            };
            format!("{sign} {}", line.value())
        }));
    }
    lines.extend(gap(expected.len() - shown));
    lines.join("\n")
}

fn gap(left_out: usize) -> Option<String> {
    (left_out > 0).then(|| format!("  ({})", cli::counted(left_out, "equal line")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collected(text: &str) -> Vec<String> {
        text.lines().map(str::to_string).collect()
    }

    fn compare(path: &Path, text: &str, mode: ExpectedMode) -> FileComparison {
        compare_or_write(path, &collected(text), mode).expect("a comparison")
    }

    #[test]
    fn a_file_is_checked_or_written() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = path_for(&dir.path().join("a-1.in"));
        assert!(path.ends_with("a-1.std"));
        assert_eq!(compare(&path, "", ExpectedMode::Update), FileComparison::NoFile(Vec::new()));
        assert_eq!(
            compare(&path, "a", ExpectedMode::Check),
            FileComparison::NoFile(collected("a"))
        );
        assert!(!path.exists(), "nothing is written unasked, nor an empty file");
        assert_eq!(compare(&path, "a\nb", ExpectedMode::Update), FileComparison::Written);
        assert_eq!(compare(&path, "a\nb", ExpectedMode::Check), FileComparison::Same);
        assert!(matches!(compare(&path, "a", ExpectedMode::Check), FileComparison::Different(_)));
        assert_eq!(fs::read_to_string(&path).expect("there"), "a\nb\n");
    }

    #[test]
    fn an_update_keeps_the_comments_at_the_top_and_what_is_right() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("a.std");
        let right = "# why\n# and how\na # here\n";
        fs::write(&path, right).expect("written");
        assert_eq!(compare(&path, "a", ExpectedMode::Update), FileComparison::Same);
        assert_eq!(fs::read_to_string(&path).expect("there"), right);
        assert_eq!(compare(&path, "b", ExpectedMode::Update), FileComparison::Written);
        assert_eq!(fs::read_to_string(&path).expect("there"), "# why\n# and how\nb\n");
    }

    #[test]
    fn comments_blank_lines_and_line_ends_do_not_count() {
        let expected = "# a test\n===\r\n  - b  \r\n\n===   # the end\n* White wins.";
        assert_eq!(significant_lines(expected), ["===", "  - b", "===", "* White wins."]);
        let seen = "===\n  - b\n===\n* White wins.\n";
        assert_eq!(difference(expected, seen), None);
        let marked = format!("\u{feff}{}", seen.replace('\n', "\r"));
        assert_eq!(difference(&marked, seen), None, "a byte order mark and the ends of old files");
        assert!(difference("  - b", " - b").is_some(), "blanks at the beginning count");
        assert!(difference("* White wins.", "* white wins.").is_some(), "and so do capitals");
        assert_eq!(difference("", "# nothing\n\n"), None);
    }

    #[test]
    fn a_difference_is_shown_with_its_surroundings() {
        let expected = "1\n2\n3\n4\n5\n6\n7\n8\n9";
        let seen = "1\n2\n3\n4\n5\n6\nseven\n8\n9\n10";
        let shown =
            "- expected, + seen\n  (3 equal lines)\n  4\n  5\n  6\n- 7\n+ seven\n  8\n  9\n+ 10";
        assert_eq!(difference(expected, seen).as_deref(), Some(shown));
        let shown = difference(seen, &format!("0\n{seen}")).expect("a line more");
        assert!(shown.ends_with("+ 0\n  1\n  2\n  3\n  (7 equal lines)"), "{shown}");
    }

    #[test]
    fn long_texts_that_differ_in_all_are_shown_soon() {
        let [old, new] = ["a\n", "b\n"].map(|line| line.repeat(3_000));
        let shown = difference(&old, &new).expect("all differs");
        assert_eq!(shown.lines().count(), 6_001);
    }
}
