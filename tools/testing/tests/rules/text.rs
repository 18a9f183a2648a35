//! Checks of names and lines of files, without parsing.

use crate::files::{File, code, rows, rust, table};

/// Where folders of single machines begin, spelled so that this file passes its own check.
const MACHINE_FOLDERS: &str = "\x2fhome/ \x2froot/ \x2fwork/ \x2fUsers/ \x5cUsers\x5c";

/// Parts of private words for what docs/GLOSSARY.md calls by another, and of unfinished work.
const UNWELCOME: &str = "assured_,complain, estate,first_thought,fixme,foresight,gauge,#[ignore,\
    <!--,judg,keepsake,most_promising, rival,_rival,send_for,shelf,todo:,warden";

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
    let is_bad = |word: &str| MACHINE_FOLDERS.split(' ').any(|folder| word.starts_with(folder));
    let ends_word = |c: char| !c.is_alphanumeric() && !"._-/}\\".contains(c);
    let is_found = |line: &str| line.split(ends_word).any(is_bad);
    in_lines(files.iter(), |line| is_found(line).then(|| "path of one machine".into()))
}

/// Files use no private word, except history.
pub fn private_words(files: &[File]) -> Vec<String> {
    let exempt = ["docs/lab/", "CHANGELOG.md", "tools/testing/tests/rules/"];
    let is_exempt = |file: &&File| exempt.iter().any(|start| file.path.starts_with(start));
    in_lines(files.iter().filter(|file| !is_exempt(file)), |line| {
        let lower = line.to_lowercase();
        let word = UNWELCOME.split(',').find(|word| lower.contains(word))?;
        Some(format!("`{word}` is not a word of docs/GLOSSARY.md"))
    })
}

/// The last column of each row in docs/RULES.md names tests: `name` or `module::name`.
pub fn rules_have_tests(files: &[File]) -> Vec<String> {
    let is_test = |name: &str| {
        let (module, name) = name.rsplit_once("::").unwrap_or(("", name));
        rust(files).any(|file| file.path.contains(module) && has_test(file, name))
    };
    let cells = rows(files, "docs/RULES.md").filter_map(|row| row.into_iter().rev().nth(1));
    let cells: Vec<&str> = cells.filter(|cell| *cell != "pinned by").collect();
    let names = cells.iter().flat_map(|cell| code(cell));
    let bare = cells.iter().filter(|cell| !cell.contains('`')).copied();
    let lost = names.filter(|name| !is_test(name)).chain(bare);
    lost.map(|cell| format!("docs/RULES.md: `{cell}` is no test")).collect()
}

fn has_test(file: &File, name: &str) -> bool {
    let name = format!("{name}(");
    let is_it = |after: &str| after.split_once("fn ").is_some_and(|(_, f)| f.starts_with(&name));
    file.text.split("#[test]").skip(1).any(is_it)
}

/// The last column of the table of sentences in docs/TEXT-GAMES.md names files, each with tests of
/// it, and scripts and checks that are there.
pub fn sentences_have_tests(files: &[File]) -> Vec<String> {
    let (document, checks) = ("docs/TEXT-GAMES.md", "crates/classroom/src/checks/text/");
    let find = |path: &str| files.iter().find(|file| file.path == path);
    let is_check = |name: &str| {
        let mut lists = files.iter().filter(|file| file.path.starts_with(checks));
        lists.any(|file| file.text.lines().any(|line| line.ends_with(&format!("] {name}"))))
    };
    let mut found = Vec::new();
    for (line, cells) in table(files, document, "test") {
        let mut file = None;
        let is_lost = |name: &&str| match name.split_once(' ') {
            Some(("script", name)) => find(&format!("fixtures/scripts/{name}.in")).is_none(),
            Some((_, name)) => !is_check(name),
            None if name.contains('/') => {
                file = find(name);
                file.is_none()
            }
            None => !file.is_some_and(|file| has_test(file, name)),
        };
        let lost: Vec<_> = code(cells[3]).filter(is_lost).collect();
        found.extend(lost.iter().map(|name| format!("{document}:{line}: `{name}` is no test")));
    }
    found
}
