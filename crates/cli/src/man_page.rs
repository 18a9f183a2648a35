//! One man page, made of a command as `--help` has it.
//!
//! `clap_mangen` writes name, synopsis and options. The text below the options is written here: as
//! running text it would lose its examples, a list of commands with what they do. In the rest, what
//! `mandoc -T lint` finds is put right: the title with its date, long lines, empty lines, and
//! blanks at ends of lines.

use crate::command_line::{example, joined};
use clap::Command;
use clap_mangen::Man;
use std::io;

/// The day on which these texts were last looked at.
const DATE: &str = "2026-11-29";
/// The most characters of a line of the source.
const WIDTH: usize = 76;
/// The text below the options, as `clap_mangen` heads it.
const EXTRA: &str = "\n.SH EXTRA\n";

/// The page of a command that was built, with its name as a file.
pub fn man_page(command: &Command, version: &str) -> io::Result<(String, String)> {
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render(&mut page)?;
    let page = String::from_utf8_lossy(&page).into_owned();
    let name = man.get_filename();
    let title = name.trim_end_matches(".1").to_uppercase().replace('-', "\\-");
    let program = name.split(['-', '.']).next().unwrap_or_default();
    let head = format!(".TH {title} 1 {DATE} \"{program} {version}\"");
    let (before, after) = page.split_once(EXTRA).unwrap_or((&page, ""));
    let behind = after.find("\n.SH ").map_or("", |at| &after[at + 1..]);
    let mut text = tidy(before, &head);
    if let Some(after) = command.get_after_help() {
        text.push_str(&notes(&after.to_string()));
    }
    text.push_str(&tidy(behind, &head));
    Ok((name, text))
}

/// The same source as mandoc wants it.
fn tidy(source: &str, head: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in source.lines().map(str::trim_end) {
        match line {
            "" => {}
            // A break on both sides of an empty line: space between.
            ".br" if lines.last().is_some_and(|last| last == ".br") => {
                lines.pop();
                lines.push(".sp".to_string());
            }
            line if line.starts_with(".TH ") => lines.push(head.to_string()),
            line if line.starts_with('.') => lines.push(line.to_string()),
            line => lines.extend(wrapped(line)),
        }
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

/// The text below the options: examples as a list, exit codes and paragraphs with headings.
fn notes(text: &str) -> String {
    let text = joined(text);
    let mut notes = ManNotes::default();
    for line in text.lines().filter(|line| !line.is_empty()) {
        if line == "Examples:" {
            notes.begin("EXAMPLES");
        } else if let Some(codes) = line.strip_prefix("Exit codes: ") {
            notes.begin("EXIT STATUS");
            notes.text(codes);
        } else if line.starts_with(' ') {
            example(line).iter().for_each(|part| notes.example_part(part));
        } else {
            notes.begin("NOTES");
            notes.text(line);
        }
    }
    notes.lines.into_iter().map(|line| line + "\n").collect()
}

#[derive(Default)]
struct ManNotes {
    lines: Vec<String>,
    section: &'static str,
}

impl ManNotes {
    /// Begins a paragraph of this section.
    fn begin(&mut self, section: &'static str) {
        let is_new = self.section != section;
        self.section = section;
        self.lines.push(if is_new { format!(".SH {section}") } else { ".PP".to_string() });
    }

    fn text(&mut self, text: &str) {
        self.lines.extend(wrapped(&escaped(text)));
    }

    /// An example, or, behind more blanks, what it does.
    fn example_part(&mut self, part: &str) {
        let words = part.trim_start();
        if part.len() - words.len() < 3 {
            self.lines.extend([".TP".to_string(), bold(&escaped(words))]);
        } else {
            self.text(words);
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq")
}

/// A tag is one line; a backslash at its end continues it.
fn bold(words: &str) -> String {
    format!("\\fB{}\\fR", wrapped(words).join(" \\\n"))
}

/// Lines of running text. A point or an apostrophe at the beginning would be a request.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let last = lines.len() - 1;
        if lines[last].is_empty() {
            lines[last] = word.to_string();
        } else if lines[last].len() + 1 + word.len() <= WIDTH {
            lines[last] += &format!(" {word}");
        } else {
            lines.push(word.to_string());
        }
    }
    lines.retain(|line| !line.is_empty());
    for line in lines.iter_mut().filter(|line| line.starts_with(['.', '\''])) {
        line.insert_str(0, "\\&");
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Arg;

    #[test]
    fn examples_are_a_list_and_the_source_has_what_mandoc_wants() {
        let long =
            "Stores the evaluations of each game in this file, and reuses what it has of them";
        let after = "Examples:\n  toy play --seed 1    the first\n  toy play\n                    more\n\n\
                     Exit codes: 0 success.\n\nA note\nof two lines.";
        let form = Arg::new("form").long("form").help(long).value_parser(["one", "two"]);
        let mut command = Command::new("toy").about("Plays").after_help(after).arg(form);
        command.build();
        let (name, page) = man_page(&command, "1.0").expect("a page");
        assert_eq!(name, "toy.1");
        assert!(page.contains(".TH TOY 1 2026-11-29 \"toy 1.0\"\n"), "{page}");
        let list = ".SH EXAMPLES\n.TP\n\\fBtoy play \\-\\-seed 1\\fR\nthe first\n.TP\n\\fBtoy play\\fR\nmore\n";
        assert!(page.contains(list), "{page}");
        assert!(page.contains(".SH EXIT STATUS\n0 success.\n.SH NOTES\nA note of two lines.\n"));
        for line in page.lines() {
            assert!((1..=80).contains(&line.len()) && line.trim_end() == line, "{line:?}");
        }
    }
}
