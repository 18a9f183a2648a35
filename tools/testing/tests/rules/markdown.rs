//! The parts of a document: its lines, blocks of code, words in backticks, links and headings.
//!
//! No parser of Markdown: our documents are plain, and a check needs the number of a line.

use crate::files::{File, rust};
use std::borrow::Cow;

/// A text in Markdown, each line where the file has it.
pub struct Document<'a> {
    pub path: &'a str,
    pub text: Cow<'a, str>,
}

/// All documents, and the comments of all Rust files that document something.
pub fn documents(files: &[File]) -> impl Iterator<Item = Document<'_>> {
    let written = files.iter().filter(|file| file.path.ends_with(".md"));
    let written = written.map(|File { path, text }| Document { path, text: text.into() });
    let comments = rust(files).map(|File { path, text }| {
        let comment = |line: &'_ str| {
            let line = line.trim_start();
            let text = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
            text.unwrap_or_default().to_string()
        };
        let lines: Vec<_> = text.lines().map(comment).collect();
        Document { path, text: lines.join("\n").into() }
    });
    written.chain(comments)
}

impl Document<'_> {
    /// The number of each line, the line, and whether it is inside of a block of code.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str, bool)> {
        let mut is_code = false;
        let lines = self.text.lines().enumerate();
        lines.filter_map(move |(index, line)| {
            let is_fence = line.trim_start().starts_with("```");
            is_code ^= is_fence;
            (!is_fence).then_some((index + 1, line, is_code))
        })
    }

    /// The texts between backticks, each with the line where it begins. One may end on another line
    /// of the same paragraph.
    pub fn spans(&self) -> Vec<(usize, String)> {
        let (mut found, mut open) = (Vec::new(), None::<(usize, String)>);
        for (number, line, is_code) in self.lines() {
            if is_code || line.trim().is_empty() || line.starts_with('|') {
                open = None;
            }
            if is_code {
                continue;
            }
            for (index, piece) in line.split('`').enumerate() {
                if index > 0 {
                    match open.take() {
                        Some(span) => found.push(span),
                        None => open = Some((number, String::new())),
                    }
                } else if let Some((_, span)) = &mut open {
                    span.push(' ');
                }
                if let Some((_, span)) = &mut open {
                    span.push_str(piece);
                }
            }
        }
        found
    }

    pub fn code_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines().filter(|(.., is_code)| *is_code).map(|(number, line, _)| (number, line))
    }

    /// Where links and pictures lead, as it is written, each with its line.
    pub fn links(&self) -> Vec<(usize, &str)> {
        let mut found = Vec::new();
        for (number, line, _) in self.lines().filter(|(.., is_code)| !is_code) {
            for (opening, closing) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
                for (at, _) in line.match_indices(opening) {
                    let is_prose = line[..at].matches('`').count() % 2 == 0;
                    let target = line[at + opening.len()..].split([closing, ' ']).next();
                    found.extend(target.filter(|_| is_prose).map(|target| (number, target)));
                }
            }
        }
        found
    }

    /// What links call the headings, as GitHub makes it from their words.
    pub fn anchors(&self) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for (_, line, _) in self.lines().filter(|(.., is_code)| !is_code) {
            let words = line.trim_start_matches('#');
            if words.len() == line.len() || !words.starts_with(' ') {
                continue;
            }
            let name = anchor(words.trim());
            let same = |other: &&String| {
                let number = other.strip_prefix(&name).map(|rest| rest.trim_start_matches('-'));
                number.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
            };
            let count = found.iter().filter(same).count();
            found.push(if count == 0 { name } else { format!("{name}-{count}") });
        }
        found
    }
}

/// Small letters, digits, hyphens and low lines of a heading, without where its links lead.
fn anchor(heading: &str) -> String {
    let mut words = String::new();
    for (index, part) in heading.split("](").enumerate() {
        words.push_str(if index == 0 { part } else { part.split_once(')').map_or("", |it| it.1) });
    }
    let kept = words.chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}
