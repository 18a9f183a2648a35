//! The help of every program and of every command that it has.

use crate::golden;
use crate::place::Place;

/// The help of a program and, one after the other, that of all its commands, which are found in the
/// help itself.
fn whole_help(program: &str) -> String {
    let place = Place::new();
    let mut text = String::new();
    let mut left = vec![String::new()];
    while let Some(command) = left.pop() {
        let words: Vec<&str> = command.split_whitespace().chain(["--help"]).collect();
        let help = place.run(program, &words).text();
        text += &format!("$ {program} {}\n{help}\n", words.join(" "));
        let found = commands(&help).into_iter().rev();
        left.extend(found.map(|name| format!("{command} {name}")));
    }
    text
}

/// The names in the section `Commands:` of a help, but for `help`, which tells the same again.
fn commands(help: &str) -> Vec<&str> {
    let section = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = section.take_while(|line| line.starts_with(' ') || line.is_empty());
    // A line that is indented further goes on with the one before.
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help").collect()
}

#[test]
fn the_help_of_each_program_is_the_same() {
    golden::check_all(&[
        ("help/amazons.txt", whole_help("amazons")),
        ("help/calibrate.txt", whole_help("calibrate")),
        ("help/crownhead.txt", whole_help("crownhead")),
        ("help/harness.txt", whole_help("harness")),
        ("help/homework.txt", whole_help("homework")),
        ("help/loa.txt", whole_help("loa")),
        ("help/reference.txt", whole_help("reference")),
        ("help/referee.txt", whole_help("referee")),
        ("help/tablut.txt", whole_help("tablut")),
    ]);
}

#[test]
fn commands_are_found_in_the_help_of_their_program() {
    let help = "Does it.\n\nUsage: it <COMMAND>\n\nCommands:\n  one    First\n           and more\n\n  \
                two    Second\n  help   Print this message\n\nOptions:\n  -h, --help\n";
    assert_eq!(commands(help), ["one", "two"]);
}
