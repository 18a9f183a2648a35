//! What the manuals show is what one gets: their commands are run as they stand there, those of
//! each manual one after the other in a folder that looks like a checkout.
//!
//! Numbers and moves differ from machine to machine, so a line is compared by its first words,
//! without digits and squares. PYTHON.md is run by scripts/wheel.sh, the commands of the heading
//! `Two commands` by .ci/run.

use crate::place::Place;
use std::fs;
use std::os::unix::fs::symlink;
use testing::{ManualBlock, joined_lines, manual_blocks};

const MANUALS: [&str; 7] = [
    "README.md",
    "docs/ANALYSIS.md",
    "docs/BOARD.md",
    "docs/CLASS.md",
    "docs/DIAGNOSE.md",
    "docs/HUB.md",
    "docs/REFEREE.md",
];
/// How many words of a line are compared.
const WORDS: usize = 3;

/// Commands that are not run here, and why; with a star, all that begin so.
const NOT_RUN: [(&str, &str); 22] = [
    ("scripts/play.sh", "run by .ci/run"),
    ("cargo test --workspace", "run by .ci/run"),
    ("scripts/install.sh *", "a release build; what follows runs the program of this build"),
    ("crownhead board games.pdn", "shows a page until it is ended: tests/chromium/board_page.rs"),
    ("crownhead play *", "shows a page until it is ended: tests/chromium/agents.rs"),
    ("referee match A B --games 200 --watch", "shows a page: tests/chromium/watching.rs"),
    ("referee match build/new *", "takes long: programs/referee/tests/it/commands"),
    ("referee match --game loa *", "needs Java: programs/referee/tests/it/text_words.rs"),
    ("referee tournament *", "takes long: programs/referee/tests/it/commands"),
    ("referee plan *", "takes long: programs/referee/tests/it/plans.rs"),
    ("referee play *", "takes long: programs/referee/tests/it/plans.rs"),
    ("referee merge *", "takes long: programs/referee/tests/it/plans.rs"),
    ("referee report *", "of a match of 1,000 games: tests/chromium/report.rs"),
    ("referee check *", "takes minutes: programs/referee/tests/it/check.rs, text_checks.rs"),
    ("cat class.toml", "a file of the reader"),
    ("ls class", "a terminal prints columns"),
    ("referee class class", "takes long: tests/it/grading.rs"),
    ("referee class class --only kim", "takes long: programs/referee/tests/it/class_term.rs"),
    ("referee class compare *", "takes long: programs/referee/tests/it/class_term.rs"),
    ("referee class class --scheme *", "takes long: tests/it/grading.rs"),
    ("referee diagnose *", "takes long: programs/referee/tests/it/diagnose.rs"),
    ("* class-out/*", "of a class that is not graded here"),
];

/// A command and what the manual shows below it.
struct Shown {
    place: String,
    command: String,
    lines: Vec<String>,
}

/// The folder that the manuals' commands begin in.
fn checkout() -> Place {
    let place = Place::new();
    let programs = testing::program("referee");
    for name in ["homework", "calibrate", "reference", "crownhead"] {
        testing::program(name);
    }
    fs::create_dir_all(place.path("target")).expect("made");
    let folder = programs.parent().expect("a folder");
    symlink(folder, place.path("target/release")).expect("linked");
    symlink(testing::fixture(""), place.path("fixtures")).expect("linked");
    for name in ["homework", "calibrate"] {
        let copy = place.path("tournament/crownhead").join(name);
        testing::copy_program(folder.join(name), &copy);
    }
    place.copy("class", "class");
    place.copy("agents", "bots");
    place.write("games.txt", "b8-b6\na5-c5\n");
    place
}

fn shown_commands(manual: &str, ManualBlock { language, lines }: &ManualBlock) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let lines = lines.iter().map(|(number, line)| (*number, line.as_str()));
    for (number, line) in joined_lines(lines) {
        let command = if language == "sh" { Some(&*line) } else { line.strip_prefix("$ ") };
        match (command, found.last_mut()) {
            (Some(command), _) => found.push(Shown {
                place: format!("{manual}:{number}"),
                command: command.to_string(),
                lines: Vec::new(),
            }),
            (None, Some(shown)) => shown.lines.push(line),
            (None, None) => {}
        }
    }
    found
}

/// The first words of a line, with `#` for each number and each square.
fn first_words(line: &str) -> Vec<String> {
    line.split_whitespace().take(WORDS).map(masked).collect()
}

fn masked(word: &str) -> String {
    let mut text = String::new();
    for letter in word.chars() {
        match letter {
            '0'..='9' => {
                if text.ends_with(|last: char| last.is_ascii_lowercase()) && text.len() == 1 {
                    text.clear();
                }
                if !text.ends_with('#') {
                    text.push('#');
                }
            }
            '.' | '+' | '-' if text.is_empty() || text.ends_with('#') => text.push(letter),
            _ => text.push(letter),
        }
    }
    text.replace("#.#", "#").trim_start_matches(['+', '-']).to_string()
}

/// Checks that the lines come in this order among those that were printed; `...` stands for any.
fn assert_shown(Shown { place, command, lines }: &Shown, printed: &str) {
    let mut left = printed.lines();
    for line in lines.iter().filter(|line| line.as_str() != "..." && !line.is_empty()) {
        let wanted = first_words(line);
        assert!(
            left.any(|line| first_words(line) == wanted),
            "{place}: `{command}` does not print {line:?} there, but:\n{printed}"
        );
    }
}

fn reason_not_to_run(command: &str) -> Option<usize> {
    let command = command.split(" # ").next().unwrap_or_default().trim_end();
    NOT_RUN.iter().position(|(pattern, _)| match pattern.split('*').collect::<Vec<_>>()[..] {
        [before, middle, after] => {
            command.starts_with(before) && command.contains(middle) && command.ends_with(after)
        }
        [before, after] => command.starts_with(before) && command.ends_with(after),
        _ => command == *pattern,
    })
}

#[test]
fn the_commands_of_the_manuals_print_what_the_manuals_show() {
    let (mut run, mut left_out) = (0, [false; NOT_RUN.len()]);
    for manual in MANUALS {
        let place = checkout();
        let text = fs::read_to_string(testing::workspace().join(manual)).expect("a manual");
        for block in manual_blocks(&text) {
            let mut folder = String::from(".");
            for shown in shown_commands(manual, &block) {
                if let Some(reason) = reason_not_to_run(&shown.command) {
                    left_out[reason] = true;
                    continue;
                }
                if let Some(next) = shown.command.strip_prefix("cd ") {
                    folder = next.to_string();
                    continue;
                }
                let printed = place.run_line(&format!("cd {folder} && {}", shown.command));
                let text = printed.out + &printed.err;
                assert_eq!(printed.code, Some(0), "{}: {}\n{text}", shown.place, shown.command);
                assert!(!text.is_empty() || shown.lines.is_empty(), "{}", shown.place);
                assert_shown(&shown, &text);
                run += 1;
            }
        }
    }
    assert!(run > 8, "{run} commands");
    let unused = NOT_RUN.iter().zip(left_out).filter(|(_, is_used)| !is_used);
    assert_eq!(unused.map(|((beginning, _), _)| *beginning).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn the_conversation_of_the_manual_of_hub_goes_on_as_it_stands_there() {
    let place = Place::new();
    let text = fs::read_to_string(testing::workspace().join("docs/HUB.md")).expect("the manual");
    let blocks = manual_blocks(&text);
    let talk = blocks.iter().find(|block| block.lines[0].1.starts_with("> ")).expect("it is there");
    let (said, answered): (Vec<_>, Vec<_>) =
        talk.lines.iter().map(|(_, line)| line.as_str()).partition(|line| line.starts_with("> "));
    let input: String = said.iter().map(|line| format!("{}\n", &line[2..])).collect();
    let printed = place.run_with("crownhead", &["hub"], &input).text();
    let lines = answered.iter().map(|line| line.to_string()).collect();
    let shown = Shown { place: "docs/HUB.md".into(), command: "hub".into(), lines };
    assert_shown(&shown, &printed);
}
