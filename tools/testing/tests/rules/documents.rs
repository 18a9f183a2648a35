//! What documents, and comments that document code, say of this repository is there: paths, links,
//! and packages that Cargo is told of.

use crate::files::{File, resolved};
use crate::manifests::Manifests;
use crate::markdown::{Document, documents};
use std::collections::BTreeSet;
use testing::joined_lines;

/// The folders of the root that paths in documents begin with.
const TOP: &str = ".ci .github calibrate crates data docs fixtures packaging programs python \
    scripts src tests tools";

/// Of these, what paths in comments of code begin with.
const TOP_OF_COMMENTS: &str = "crates docs scripts src tools";

/// The document that tells of the past.
const PAST: &str = "CHANGELOG.md";

/// Every path of this repository in backticks exists, from the root, the folder of the document or
/// one between them.
pub fn paths(files: &[File]) -> Vec<String> {
    let (places, mut found) = (places(files), Vec::new());
    let ignored = files.iter().find(|file| file.path == ".gitignore").map_or("", |file| &file.text);
    let made: Vec<_> = ignored.lines().filter_map(|line| line.strip_prefix('/')).collect();
    for document in documents(files).filter(|document| document.path != PAST) {
        let is_there = |path: &String| {
            let is_made = made.iter().any(|made| path.starts_with(made));
            let folders = document.path.match_indices('/').map(|(at, _)| &document.path[..=at]);
            let mut paths = folders.chain([""]).map(|folder| format!("{folder}{path}"));
            is_made || paths.any(|path| exists(&places, &path))
        };
        let code = document.code_lines().map(|(n, line)| (n, line.to_string()));
        for (line, span) in document.spans().into_iter().chain(code) {
            let words = span.split(|c: char| c.is_whitespace() || "=\"'".contains(c));
            let paths = words.filter_map(|word| path_of(word, document.path)).flat_map(expanded);
            let lost = paths.filter(|path| !is_there(path));
            found.extend(lost.map(|path| format!("{}:{line}: no {path}", document.path)));
        }
    }
    found
}

/// Every link inside of the repository leads to a file or a folder, and to a heading of it.
pub fn links(files: &[File]) -> Vec<String> {
    let (places, mut found) = (places(files), Vec::new());
    for document in documents(files).filter(|document| document.path.ends_with(".md")) {
        for (line, link) in document.links() {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let path =
                if path.is_empty() { document.path.into() } else { resolved(document.path, path) };
            let of_path = |other: &Document| other.path == path;
            let headings = || documents(files).find(of_path).map(|document| document.anchors());
            let is_heading = || headings().is_some_and(|all| all.iter().any(|one| one == anchor));
            let what = if !places.contains(path.as_str()) {
                format!("leads to no file: {link}")
            } else if !anchor.is_empty() && !is_heading() {
                format!("leads to no heading: {link}")
            } else {
                continue;
            };
            found.push(format!("{}:{line}: {what}", document.path));
        }
    }
    found
}

/// Every package that a command of Cargo names is one of the project: in documents, in scripts, and
/// in what the machines of a repository run.
pub fn packages(files: &[File]) -> Vec<String> {
    let packages = Manifests::new(files).packages();
    let is_package = |name: &str| packages.iter().any(|package| package.name == name);
    let mut found = Vec::new();
    let mut check = |path: &str, line: usize, command: &str| {
        let lost = named_packages(command).into_iter().filter(|name| !is_package(name));
        found.extend(lost.map(|name| format!("{path}:{line}: `-p {name}` is no package")));
    };
    for document in documents(files).filter(|document| document.path != PAST) {
        let spans = document.spans();
        spans.iter().for_each(|(line, span)| check(document.path, *line, span));
        joined_lines(document.code_lines())
            .iter()
            .for_each(|(n, line)| check(document.path, *n, line));
    }
    let is_script = |path: &str| {
        [".ci/", ".github/", "packaging/", "scripts/"].iter().any(|top| path.starts_with(top))
    };
    for File { path, text } in files.iter().filter(|file| is_script(&file.path)) {
        let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        joined_lines(lines).iter().for_each(|(line, command)| check(path, *line, command));
    }
    found
}

/// What follows `-p` or `--package` after the word `cargo`, or where a text begins with it.
fn named_packages(command: &str) -> Vec<&str> {
    let ends_word = |c: char| c.is_whitespace() || "=()`\"'".contains(c);
    let words: Vec<_> = command.split(ends_word).filter(|word| !word.is_empty()).collect();
    let (mut is_cargo, mut found) = (false, Vec::new());
    for (index, word) in words.iter().enumerate() {
        let is_option = ["-p", "--package"].contains(word);
        is_cargo |= *word == "cargo" || is_option && (index == 0 || command.contains("=(-p"));
        is_cargo &= ![";", "&&", "||", "|"].contains(word) && *word != "--";
        let name = words.get(index + 1).filter(|_| is_option && is_cargo);
        found.extend(name.filter(|name| !name.contains('$') && **name != "NAME"));
    }
    found
}

fn places(files: &[File]) -> BTreeSet<&str> {
    let all = files.iter().flat_map(|File { path, .. }| {
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        ends.map(|end| &path[..end])
    });
    all.collect()
}

/// The part of a word that may be a path of this repository.
fn path_of<'a>(word: &'a str, document: &str) -> Option<&'a str> {
    let word = word.trim_start_matches(['(', '[']).trim_end_matches([')', ']', ',', ';', '.']);
    let word = word.strip_prefix("./").unwrap_or(word).split(':').next()?;
    let (first, rest) = word.split_once('/')?;
    let top = if document.ends_with(".rs") { TOP_OF_COMMENTS } else { TOP };
    let is_top = top.split_whitespace().any(|top| top == first);
    (is_top && !rest.is_empty()).then(|| word.trim_end_matches('/'))
}

/// `a{b,c}d` stands for `abd` and `acd`.
fn expanded(path: &str) -> Vec<String> {
    let parts = path.split_once('{').and_then(|(before, rest)| {
        let (choices, after) = rest.split_once('}')?;
        Some((before, choices, after))
    });
    let Some((before, choices, after)) = parts else { return vec![path.into()] };
    let paths = choices.split(',').map(|choice| format!("{before}{choice}{after}"));
    paths.flat_map(|path| expanded(&path)).collect()
}

/// Whether there is such a path. `*`, `$name` and capitals such as NAME stand for anything.
fn exists(places: &BTreeSet<&str>, path: &str) -> bool {
    let wanted: Vec<_> = path.split('/').map(pattern).collect();
    let is_like = |place: &&str| {
        let parts: Vec<_> = place.split('/').collect();
        let mut pairs = parts.iter().zip(&wanted);
        parts.len() == wanted.len() && pairs.all(|(part, wanted)| matches(wanted, part))
    };
    let has_pattern = wanted.iter().any(|part| part.contains('*'));
    places.contains(path) || has_pattern && places.iter().any(is_like)
}

/// A part of a path with `*` for each placeholder. The names of documents are capitals too.
fn pattern(part: &str) -> String {
    let is_document = part.ends_with(".md");
    let (mut pattern, mut word) = (String::new(), String::new());
    for c in part.chars().chain(['\n']) {
        if c.is_ascii_alphanumeric() || "$<>".contains(c) {
            word.push(c);
            continue;
        }
        let is_capital = word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase());
        let is_any = is_capital && (word == "NAME" || !is_document) || word.contains(['$', '<']);
        pattern.push_str(if is_any { "*" } else { &word });
        pattern.extend(Some(c).filter(|c| *c != '\n'));
        word.clear();
    }
    pattern
}

fn matches(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(name) = name.strip_prefix(start) else { return false };
    (0..=name.len()).filter_map(|at| name.get(at..)).any(|name| matches(rest, name))
}
