//! The command lines that the manuals show, for tests that a program's parser takes each of them.

use clap::Parser;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Debug)]
struct ManualCommand {
    /// The file and the line, from 1.
    place: String,
    /// The program, by its name alone, and its arguments.
    words: Vec<String>,
}

/// Checks that the parser of these programs takes their command lines in the manuals, whatever the
/// folder of the program.
///
/// `--write-manual` is no option of the parser: a program looks for it first.
///
/// # Panics
/// It does not take one of them, there is none, or a manual cannot be read.
pub fn assert_manuals_parse<P: Parser>(programs: &[&str]) {
    let mut commands = manual_commands();
    commands.retain(|command| programs.contains(&command.words[0].as_str()));
    assert!(!commands.is_empty(), "no manual shows {programs:?}");
    for ManualCommand { place, words } in commands {
        if words.iter().any(|word| word == "--write-manual") {
            continue;
        }
        if let Some(error) = P::try_parse_from(&words).err().filter(clap::Error::use_stderr) {
            panic!("{place}: {}\n{error}", words.join(" "));
        }
    }
}

fn manual_commands() -> Vec<ManualCommand> {
    let root = crate::workspace();
    let mut files = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    markdown_below(&root.join("docs"), &mut files);
    let tools = fs::read_dir(root.join("tools")).expect("the tools").flatten();
    files.extend(tools.map(|tool| tool.path().join("README.md")).filter(|path| path.exists()));
    let found = files.iter().flat_map(|path| {
        let text = fs::read_to_string(path).expect("a manual");
        let name = path.strip_prefix(root).expect("below it").display().to_string();
        commands(&name, &text)
    });
    found.collect()
}

fn markdown_below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            markdown_below(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            files.push(path);
        }
    }
}

/// A block of code of a manual.
#[derive(Debug, Default)]
pub struct ManualBlock {
    /// The word behind the fence, such as `sh`.
    pub language: String,
    /// The lines with their numbers, from 1.
    pub lines: Vec<(usize, String)>,
}

pub fn manual_blocks(text: &str) -> Vec<ManualBlock> {
    let (mut found, mut open) = (Vec::new(), None);
    for (line, number) in text.lines().zip(1..) {
        match (line.trim().strip_prefix("```"), &mut open) {
            (Some(language), None) => {
                open = Some(ManualBlock { language: language.to_string(), lines: Vec::new() });
            }
            (Some(_), Some(_)) => found.extend(open.take()),
            (None, Some(block)) => block.lines.push((number, line.to_string())),
            (None, None) => {}
        }
    }
    found
}

/// The commands of the code blocks: lines with a prompt, and all lines of blocks for a shell.
fn commands(name: &str, text: &str) -> Vec<ManualCommand> {
    let lines = manual_blocks(text).into_iter().flat_map(|ManualBlock { language, lines }| {
        let lines = joined_lines(lines.iter().map(|(number, line)| (*number, line.as_str())));
        lines.into_iter().map(move |(number, line)| (language.clone(), number, line))
    });
    lines
        .flat_map(|(language, number, line)| {
            commands_of(&language, &line, &format!("{name}:{number}"))
        })
        .collect()
}

fn commands_of(language: &str, line: &str, place: &str) -> Vec<ManualCommand> {
    let prompt = line.trim().strip_prefix("$ ");
    let Some(whole) = prompt.or((language == "sh").then_some(line)) else { return Vec::new() };
    let words = parts(whole).into_iter().map(|part| words_of(part, place));
    let words = words.filter(|words| !words.is_empty());
    words.map(|words| ManualCommand { place: place.to_string(), words }).collect()
}

/// Lines of commands with their numbers, those that end with a backslash or a pipe joined with the
/// next.
pub fn joined_lines<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Vec<(usize, String)> {
    let mut commands: Vec<(usize, String)> = Vec::new();
    for (number, line) in lines {
        match commands.last_mut() {
            Some((_, open)) if open.ends_with(['\\', '|']) => {
                if open.ends_with('\\') {
                    open.pop();
                }
                open.push_str(line);
            }
            _ => commands.push((number, line.trim_end().into())),
        }
    }
    commands
}

/// The commands of a line, without its comment. A line with a variable or a part left out has none.
fn parts(line: &str) -> Vec<&str> {
    let line = line.find(" # ").map_or(line, |at| &line[..at]);
    if line.contains("...") || line.contains('$') || line.trim_start().starts_with('#') {
        return Vec::new();
    }
    line.split("&&").flat_map(|part| part.split(" | ")).collect()
}

fn words_of(command: &str, place: &str) -> Vec<String> {
    let command = [" > ", " >> ", " < ", " 2> "]
        .iter()
        .filter_map(|sign| command.find(sign))
        .min()
        .map_or(command, |at| &command[..at]);
    let command = command.trim().trim_end_matches(['&', ';']);
    let words = shell_words::split(command).unwrap_or_else(|error| panic!("{place}: {error}"));
    let is_setting = |word: &String| {
        word.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c == '_')
        })
    };
    let mut words = words.into_iter().skip_while(is_setting);
    let Some(program) = words.next() else { return Vec::new() };
    let name = program.rsplit('/').next().unwrap_or_default().to_string();
    // A pattern stands for several files.
    let files = words.flat_map(|word| vec![word.clone(); 1 + usize::from(word.ends_with('*'))]);
    std::iter::once(name).chain(files).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_with_their_places() {
        let text = "x\n```sh\nA=1 target/release/loa --seed 3 | tee x # why\nreferee match 'a b' \\\n  \
                    --games 2 > log\n```\n```text\n$ loa x.in\nanswer\nloa [OPTIONS] ...\n```\nloa y\n";
        let found = commands("F.md", text);
        let lines: Vec<String> =
            found.iter().map(|one| format!("{} {}", one.place, one.words.join(" "))).collect();
        assert_eq!(
            lines,
            [
                "F.md:3 loa --seed 3",
                "F.md:3 tee x",
                "F.md:4 referee match a b --games 2",
                "F.md:8 loa x.in",
            ]
        );
    }
}
