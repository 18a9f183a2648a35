//! `crownhead analyze` on what is damaged, missing or meant otherwise: one sentence that names the
//! place, exit code 2 or 4, and no panic.

use crate::analyze::analyze;
use std::fs;

/// Input on standard input, and what the error tells.
const DAMAGED: [(&str, &str); 22] = [
    ("", "standard input: nothing is in it"),
    ("\n\n \n", "standard input: nothing is in it"),
    ("hello\n", "\"hello\" is neither a position nor a game"),
    ("\u{0}\u{1}\u{2}", "is neither a position nor a game"),
    ("GAME\n", "standard input"),
    ("GAME\nBLACK\n", "standard input"),
    ("GAME\nRED\n100\n", "standard input, line 2"),
    ("GAME\nBLACK\nsoon\n", "standard input, line 3"),
    ("SINGLE\nBLACK\n1\n........\n", "standard input"),
    ("BLACK\n.b......\n", "standard input, line 2"),
    ("BLACK\n.x......\n", "standard input, line 2, column 2: 'x'"),
    ("........\n", "line 1: write BLACK or WHITE above the board"),
    ("B:W33:B1\n", "standard input, position 1, line 1"),
    ("B:W5:B5\n", "standard input, position 1, line 1"),
    ("B:\n", "standard input, position 1, line 1"),
    ("W:W1,2:B\nB:W9,K:B1\n", "standard input, position 2, line 2"),
    ("1. 11-16 11-15 *\n", "standard input, game 1, line 1, column 10: "),
    ("1. 11-99 *\n", "standard input, game 1, line 1, column 4: "),
    ("[Event \"A\"\n\n1. 11-15 *\n", "standard input, game 1, line 1"),
    ("1. 11-15 {a comment\n", "standard input, game 1, line 1, column 10: "),
    ("1. 11-15 ( 23-19 *\n", "standard input, game 1, line 1"),
    ("[FEN \"B:W33:B1\"]\n\n1. 11-15 *\n", "standard input, game 1, line 1"),
];

#[test]
fn whatever_is_damaged_is_reported_with_its_place() {
    for (input, told) in DAMAGED {
        let output = analyze(&["--nodes", "200"], input);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{input:?}: {errors}");
        assert!(errors.contains(told), "{input:?}: {errors}");
        assert!(!errors.contains("panicked"), "{input:?}: {errors}");
    }
}

/// What cannot be read costs nothing of what can.
#[test]
fn a_damaged_game_among_others_is_reported_and_left_out() {
    let games = "1. 11-15 22-18 *\n\n[Event \"B\"]\n\n1. 11-99 *\n\n[Event \"C\"]\n\n1. 9-14 *\n";
    let output = analyze(&["--nodes", "200", "--json"], games);
    let (text, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!((output.status.code(), text.lines().count()), (Some(4), 2), "{errors}");
    assert!(
        errors.starts_with("crownhead: standard input, game 2, line 5, column 4: "),
        "{errors}"
    );
    assert_eq!(errors.lines().count(), 1, "told once: {errors}");
    assert!(text.lines().last().is_some_and(|last| last.contains("\"number\":3,")), "{text}");
}

#[test]
fn what_is_missing_or_does_not_fit_is_reported_with_what_to_do() {
    let dir = tempfile::tempdir().expect("a folder");
    let empty = dir.path().to_str().expect("a path in ASCII");
    let other = dir.path().join("other.txt");
    fs::write(&other, "notes of mine\n").expect("written");
    let other = other.to_str().expect("a path in ASCII");
    let game = "1. 11-15 22-18 *\n";
    for (args, code, told) in [
        (
            &["no-such-file"][..],
            4,
            "there is no file no-such-file; `crownhead analyze --help` shows the forms",
        ),
        (&[empty], 4, "journal.jsonl"),
        (
            &["B:W33:B1"],
            2,
            "there is no such file, and as a position in FEN it is wrong at column 4: ",
        ),
        (&["--games", "7"], 2, "--games: there are no such games; their numbers are 1 to 1"),
        (&["--lines", "2"], 2, "--after MOVES"),
        (&["--after", "1", "--keep", other], 2, "--keep is for games with moves"),
        (&["--after", "1", "--pdn"], 2, "cannot be used with"),
        (&["--end", "result"], 2, "--squares and --end are for --pdn"),
        (&["--json", "--pdn"], 2, "cannot be used with"),
        (&["--move-time", "0"], 2, "write a number of seconds from 0.001"),
        (&["--keep", other], 4, "line 1: this is no file of evaluations; name another"),
        (&["--keep", "/no/such/folder/file"], 4, "evaluations are kept there: make it writable"),
    ] {
        let output = analyze(args, game);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {errors}");
        assert!(errors.contains(told), "{args:?}: {errors}");
    }
    assert_eq!(fs::read_to_string(other).expect("untouched"), "notes of mine\n");
}

/// A closed standard output ends it with a sentence, as a full disk would.
#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_reported() {
    use std::process::{Command, Stdio};
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let mut command = Command::new(testing::program("crownhead"));
    command.args(["analyze", "B:W10,11:B1,K3", "--nodes", "200"]);
    let output = command.stdin(Stdio::null()).stdout(full).output().expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4));
    assert!(errors.contains("standard output cannot be written"), "{errors}");
}
