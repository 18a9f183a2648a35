//! Golden files: what programs printed or wrote when somebody last looked at it.
//!
//! A test compares to the byte. Where the change is wanted, `GOLDEN=write` renews the files of the
//! tests that run. Such a run fails, too, so that no machine passes by writing what it should
//! compare with.

use std::fs;
use std::path::Path;

/// `write` asks for new files.
const VARIABLE: &str = "GOLDEN";
/// Characters that a message shows of a long line, on each side of the first one that differs.
const AROUND: usize = 60;

#[track_caller]
pub fn check(name: &str, actual: &str) {
    check_all(&[(name, actual.to_string())]);
}

/// Compares several files; all that differ are told at once.
#[track_caller]
pub fn check_all(files: &[(&str, String)]) {
    let folder = testing::fixture("golden");
    if std::env::var_os(VARIABLE).is_some_and(|value| value == "write") {
        panic!("{}", write(&folder, files));
    }
    let differences: Vec<String> =
        files.iter().filter_map(|(name, actual)| difference(&folder, name, actual)).collect();
    assert!(
        differences.is_empty(),
        "\n{}\nIf this is wanted, renew the files with {VARIABLE}=write and look at their diff.\n",
        differences.join("\n")
    );
}

/// Writes what has changed; the sentence that says what.
fn write(folder: &Path, files: &[(&str, String)]) -> String {
    let mut written = Vec::new();
    for (name, actual) in files {
        if difference(folder, name, actual).is_some() {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("made");
            fs::write(path, actual).expect("written");
            written.push(*name);
        }
    }
    let told = if written.is_empty() { "none".to_string() } else { written.join(", ") };
    format!("{VARIABLE}=write, so nothing is compared; rewritten in fixtures/golden: {told}")
}

fn difference(folder: &Path, name: &str, actual: &str) -> Option<String> {
    let Ok(wanted) = fs::read(folder.join(name)) else {
        return Some(format!("fixtures/golden/{name} is missing"));
    };
    if wanted == actual.as_bytes() {
        return None;
    }
    let wanted = String::from_utf8_lossy(&wanted);
    let [mut old, mut new] = [&wanted, actual].map(|text| text.split_inclusive('\n'));
    let mut number = 1;
    loop {
        match (old.next(), new.next()) {
            (Some(a), Some(b)) if a == b => number += 1,
            (a, b) => {
                let shown = hunk(a.unwrap_or_default(), b.unwrap_or_default());
                return Some(format!("fixtures/golden/{name}, line {number}:\n{shown}"));
            }
        }
    }
}

/// Two lines that differ, as a diff shows them: what is not seen is escaped, and long lines are cut
/// around the first character that differs.
fn hunk(old: &str, new: &str) -> String {
    let same = old.chars().zip(new.chars()).take_while(|(a, b)| a == b).count();
    let cut = |line: &str| {
        let from = same.saturating_sub(AROUND);
        let part: String = line.chars().skip(from).take(2 * AROUND).collect();
        let before = if from > 0 { "..." } else { "" };
        let after = if line.chars().count() > from + 2 * AROUND { "..." } else { "" };
        format!("{before}{}{after}", visible(&part))
    };
    match (old, new) {
        (_, "") => format!("- {}", cut(old)),
        ("", _) => format!("+ {}", cut(new)),
        _ => format!("- {}\n+ {}", cut(old), cut(new)),
    }
}

/// The text with all that cannot be seen escaped; quotes stay.
fn visible(text: &str) -> String {
    let shown = |c: char| match c {
        '"' | '\'' | '\\' => c.to_string(),
        _ => c.escape_debug().to_string(),
    };
    text.chars().map(shown).collect()
}

#[test]
fn a_changed_byte_is_found_and_told_with_its_file_and_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let told = |actual: &str| difference(folder.path(), "a.txt", actual);
    assert!(told("").is_some_and(|it| it.ends_with("a.txt is missing")));
    fs::write(folder.path().join("a.txt"), "one\ntwo\nthree\n").expect("written");
    assert_eq!(told("one\ntwo\nthree\n"), None);
    let message = |shown: &str| Some(format!("fixtures/golden/a.txt, line {shown}"));
    assert_eq!(told("one\ntwO\nthree\n"), message("2:\n- two\\n\n+ twO\\n"));
    assert_eq!(told("one\ntwo\r\nthree\n"), message("2:\n- two\\n\n+ two\\r\\n"));
    assert_eq!(told("one\ntwo\nthree"), message("3:\n- three\\n\n+ three"));
    assert_eq!(told("one\ntwo\n"), message("3:\n- three\\n"));
    assert_eq!(told("one\ntwo\nthree\nfour"), message("4:\n+ four"));
}

#[test]
fn of_a_long_line_the_part_that_differs_is_shown() {
    let [long, other] = ["a", "b"].map(|letter| ["x".repeat(1000), letter.into()].concat());
    let shown = hunk(&(long + "\n"), &(other + "\n"));
    assert_eq!(shown, format!("- ...{0}a\\n\n+ ...{0}b\\n", "x".repeat(AROUND)));
}

#[test]
fn what_is_written_is_listed_and_then_equal() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = [("a.txt", "one".to_string()), ("in/b.txt", "two".to_string())];
    assert!(write(folder.path(), &files).ends_with(": a.txt, in/b.txt"));
    assert!(files.iter().all(|(name, text)| difference(folder.path(), name, text).is_none()));
    assert!(write(folder.path(), &files).ends_with(": none"));
}

/// A file that no test names would stay when its test is gone.
#[test]
fn every_golden_file_is_named_by_a_test() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    let entries = fs::read_dir(sources).expect("a folder").flatten();
    let text: String =
        entries.map(|source| fs::read_to_string(source.path()).expect("text")).collect();
    let mut folders = vec![testing::fixture("golden")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let (path, root) = (entry.path(), testing::fixture("golden"));
            let name = path.strip_prefix(root).expect("it lies in it").display().to_string();
            let is_named = path.is_dir() || text.contains(&format!("\"{name}\""));
            assert!(is_named, "no test names fixtures/golden/{name}");
            folders.extend(path.is_dir().then_some(path));
        }
    }
}
