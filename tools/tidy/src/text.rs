//! What names and lines of files show without parsing.

use crate::{File, rust};

/// Where folders of single machines begin, spelled so that this file passes its own check.
const MACHINE_FOLDERS: &str = "\x2fhome/ \x2froot/ \x2fwork/ \x2fUsers/ \x5cUsers\x5c";

/// Beginnings of private words for what docs/GLOSSARY.md calls by another, and of unfinished work.
const UNWELCOME: &str = "assured_ complain estate first_thought fixme foresight \
    gauge #[ignore <!-- judg keepsake most_promising rival send_for shelf todo: warden";

/// A sentence for each line of `files` in which `check` finds something.
fn in_lines<'a>(
    files: impl Iterator<Item = &'a File>,
    check: impl Fn(&str) -> Option<String>,
) -> Vec<String> {
    let mut found = Vec::new();
    for File { path, text } in files {
        let lines = text.lines().enumerate().filter_map(|(i, line)| Some((i + 1, check(line)?)));
        found.extend(lines.map(|(line, what)| format!("{path}:{line}: {what}")));
    }
    found
}

/// Rust files have at most 400 lines and open with `//!`.
pub fn shape(files: &[File]) -> Vec<String> {
    let long = rust(files).filter(|file| file.text.lines().count() > 400);
    let bare = rust(files).filter(|file| !file.text.starts_with("//!"));
    let long = long.map(|file| format!("{}: more than 400 lines", file.path));
    long.chain(bare.map(|file| format!("{}: opens without `//!`", file.path))).collect()
}

/// Comments have at most 100 columns, unless an address or a row of a table fills them.
pub fn comment_width(files: &[File]) -> Vec<String> {
    in_lines(rust(files), |line| {
        let comment = line.trim_start();
        let is_long = comment.starts_with("//") && line.chars().count() > 100;
        let can_wrap = comment.split(' ').count() > 2 && !comment.contains(" | ");
        (is_long && can_wrap).then(|| "comment beyond column 100".into())
    })
}

/// No text file names a folder of one machine.
pub fn machine_paths(files: &[File]) -> Vec<String> {
    let is_inside = |c: char| c.is_alphanumeric() || "._-/}".contains(c);
    let names = |line: &str, folder: &str| {
        line.match_indices(folder).any(|(at, _)| !line[..at].ends_with(is_inside))
    };
    let is_bad = |line: &str| MACHINE_FOLDERS.split(' ').any(|folder| names(line, folder));
    in_lines(files.iter(), |line| is_bad(line).then(|| "path of one machine".into()))
}

/// Sources and documents use no private word, except history.
pub fn private_words(files: &[File]) -> Vec<String> {
    let exempt = ["docs/lab/", "CHANGELOG.md", "tools/tidy/"];
    let is_read = |file: &&File| {
        [".rs", ".md", ".txt"].iter().any(|kind| file.path.ends_with(kind))
            && !exempt.iter().any(|start| file.path.starts_with(start))
    };
    in_lines(files.iter().filter(is_read), |line| {
        let word = UNWELCOME.split_whitespace().find(|word| begins_a_word(line, word))?;
        Some(format!("`{word}` is not a word of docs/GLOSSARY.md"))
    })
}

/// Whether `word` begins a word of `line`, or a part of a CamelCase name.
fn begins_a_word(line: &str, word: &str) -> bool {
    line.to_ascii_lowercase().match_indices(word).any(|(at, _)| {
        let is_upper = line[at..].starts_with(char::is_uppercase);
        let before = line[..at].chars().next_back().filter(|c| c.is_alphabetic());
        before.is_none_or(|before| is_upper && before.is_lowercase())
    })
}

/// The last column of each row in docs/RULES.md names tests: `name` or `module::name`.
pub fn rules_have_tests(files: &[File]) -> Vec<String> {
    let is_test = |name: &str| {
        let (module, name) = name.rsplit_once("::").unwrap_or(("", name));
        let is_it = |after: &str| after.split_once("fn ").is_some_and(|(_, f)| f.starts_with(name));
        let is_in = |file: &File| file.text.split("#[test]").skip(1).any(is_it);
        rust(files).any(|file| file.path.contains(module) && is_in(file))
    };
    let rules = files.iter().filter(|file| file.path == "docs/RULES.md");
    let rows = rules.flat_map(|file| file.text.lines().filter(|row| row.starts_with("| ")));
    let cells = rows.filter_map(|row| row.rsplit('|').nth(1));
    let cells: Vec<&str> = cells.filter(|cell| cell.trim() != "pinned by").collect();
    let names = cells.iter().flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let bare = cells.iter().filter(|cell| !cell.contains('`')).copied();
    let lost = names.filter(|name| !is_test(name)).chain(bare);
    lost.map(|cell| format!("docs/RULES.md: `{cell}` is no test")).collect()
}
