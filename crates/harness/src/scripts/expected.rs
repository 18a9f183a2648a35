//! `.std` files: the output that is expected of a script, beside the script.
//!
//! Comments (`#` to the end of the line), blank lines and blanks at line ends do not count; all
//! else must be the same. The difference is found by a longest common subsequence of lines, and
//! shown with a few equal lines around each place, as `diff -u` does.
//!
//! What `NAME.in` collects is compared with `NAME.std`, if there is one. `--update` writes it there
//! instead; comment lines at the top of an old file are kept.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The use of a `.std` file.
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

/// The `.std` file of a script.
pub fn path_for(script: &Path) -> PathBuf {
    script.with_extension("std")
}

/// Compares what was seen with the file at `path`, or writes it there.
pub fn compare_or_write(
    path: &Path,
    seen: &[String],
    mode: ExpectedMode,
) -> io::Result<FileComparison> {
    let expected = match fs::read(path) {
        Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
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
    let lines = text.lines().take_while(|line| line.starts_with('#'));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Equal lines shown around a difference.
const CONTEXT: usize = 3;
/// The most cells of the table that the difference is computed with. For longer texts, all lines
/// between the equal ones at both ends are shown as changed.
const MAX_CELLS: usize = 4_000_000;

/// One line of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edit<'a> {
    Same(&'a str),
    Missing(&'a str),
    Extra(&'a str),
}

/// The lines that are compared, without comments and blanks at their ends.
pub fn significant_lines(text: &str) -> Vec<&str> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim_end());
    lines.filter(|line| !line.is_empty()).collect()
}

/// The differences between the significant lines of two texts; `None` if there are none.
pub fn difference(expected: &str, seen: &str) -> Option<String> {
    let (expected, seen) = (significant_lines(expected), significant_lines(seen));
    (expected != seen).then(|| show(&edits(&expected, &seen)))
}

/// The edits that turn one text into the other.
fn edits<'a>(expected: &[&'a str], seen: &[&'a str]) -> Vec<Edit<'a>> {
    let equal = |pair: &(&&str, &&str)| pair.0 == pair.1;
    let head = expected.iter().zip(seen).take_while(equal).count();
    let (old, new) = (&expected[head..], &seen[head..]);
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(equal).count();
    let (old, new) = (&old[..old.len() - tail], &new[..new.len() - tail]);
    let same = |lines: &[&'a str]| lines.iter().map(|&line| Edit::Same(line)).collect::<Vec<_>>();
    let middle = if old.len().saturating_mul(new.len()) > MAX_CELLS {
        let missing = old.iter().map(|&line| Edit::Missing(line));
        missing.chain(new.iter().map(|&line| Edit::Extra(line))).collect()
    } else {
        longest_common(old, new)
    };
    [same(&expected[..head]), middle, same(&seen[seen.len() - tail..])].concat()
}

/// The edits that keep as many lines as can be kept.
fn longest_common<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Edit<'a>> {
    // common[i][j]: how many lines old[i..] and new[j..] can share.
    let mut common = vec![vec![0u32; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] = if old[i] == new[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let (mut i, mut j, mut edits) = (0, 0, Vec::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            edits.push(Edit::Same(old[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || (i < old.len() && common[i + 1][j] >= common[i][j + 1]) {
            edits.push(Edit::Missing(old[i]));
            i += 1;
        } else {
            edits.push(Edit::Extra(new[j]));
            j += 1;
        }
    }
    edits
}

/// Each difference with its surroundings; what lies between is left out.
fn show(edits: &[Edit<'_>]) -> String {
    let is_change = |edit: &Edit<'_>| !matches!(edit, Edit::Same(_));
    let is_near = |at: usize| {
        let around = at.saturating_sub(CONTEXT)..(at + CONTEXT + 1).min(edits.len());
        edits[around].iter().any(is_change)
    };
    let mut lines = vec!["- expected, + seen".to_string()];
    let mut left_out = 0;
    for (at, edit) in edits.iter().enumerate() {
        if !is_near(at) {
            left_out += 1;
            continue;
        }
        lines.extend(gap(left_out));
        left_out = 0;
        lines.push(match edit {
            Edit::Same(line) => format!("  {line}"),
            Edit::Missing(line) => format!("- {line}"),
            Edit::Extra(line) => format!("+ {line}"),
        });
    }
    lines.extend(gap(left_out));
    lines.join("\n")
}

fn gap(left_out: usize) -> Option<String> {
    let lines = if left_out == 1 { "line" } else { "lines" };
    (left_out > 0).then(|| format!("  ({left_out} equal {lines})"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

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
        assert_eq!(compare("", ExpectedMode::Update), FileComparison::NoFile(Vec::new()));
        assert_eq!(compare("a", ExpectedMode::Check), FileComparison::NoFile(lines("a")));
        assert!(!path.exists(), "nothing is written unasked, nor an empty file");
        assert_eq!(compare("a\nb", ExpectedMode::Update), FileComparison::Written);
        assert_eq!(compare("a\nb", ExpectedMode::Check), FileComparison::Same);
        assert!(matches!(compare("a", ExpectedMode::Check), FileComparison::Different(_)));
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
        assert_eq!(update("a"), FileComparison::Same);
        assert_eq!(fs::read_to_string(&path).expect("there"), right);
        assert_eq!(update("b"), FileComparison::Written);
        assert_eq!(fs::read_to_string(&path).expect("there"), "# why\n# and how\nb\n");
    }

    #[test]
    fn comments_blank_lines_and_line_ends_do_not_count() {
        let expected = "# a test\n===\r\n  - b  \r\n\n===   # the end\n* White wins.";
        assert_eq!(significant_lines(expected), ["===", "  - b", "===", "* White wins."]);
        assert_eq!(difference(expected, "===\n  - b\n===\n* White wins.\n"), None);
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
    fn long_texts_need_no_large_table() {
        let [old, new] = ["a\n", "b\n"].map(|line| line.repeat(3_000));
        let shown = difference(&old, &new).expect("all differs");
        assert_eq!(shown.lines().count(), 6_001);
    }

    /// The most lines two texts can share, by trying everything.
    fn most_common(old: &[&str], new: &[&str]) -> usize {
        match (old, new) {
            ([a, old @ ..], [b, new @ ..]) if a == b => 1 + most_common(old, new),
            ([_, rest @ ..], [_, rest_of_new @ ..]) => {
                most_common(rest, new).max(most_common(old, rest_of_new))
            }
            _ => 0,
        }
    }

    proptest! {
        #[test]
        fn a_difference_turns_one_text_into_the_other_and_keeps_what_it_can(
            old in vec("[ab]", 0..8),
            new in vec("[ab]", 0..8),
        ) {
            let (old, new): (Vec<_>, Vec<_>) =
                (old.iter().map(String::as_str).collect(), new.iter().map(String::as_str).collect());
            let edits = edits(&old, &new);
            let side = |skip: fn(&Edit<'_>) -> bool| {
                let lines = edits.iter().filter(|edit| !skip(edit)).map(|edit| match edit {
                    Edit::Same(line) | Edit::Missing(line) | Edit::Extra(line) => *line,
                });
                lines.collect::<Vec<_>>()
            };
            prop_assert_eq!(side(|edit| matches!(edit, Edit::Extra(_))), old.clone());
            prop_assert_eq!(side(|edit| matches!(edit, Edit::Missing(_))), new.clone());
            let same = edits.iter().filter(|edit| matches!(edit, Edit::Same(_))).count();
            prop_assert!(same == most_common(&old, &new));
        }
    }
}
