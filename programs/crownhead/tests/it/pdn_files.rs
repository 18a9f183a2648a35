//! `crownhead pdn` as a process: laws that hold between its subcommands, and damaged files.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Three games; the third has the moves of the first, with comments.
const GAMES: &str = "[Event \"A\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n[Date \"1990.05.??\"]\n\
    [Result \"1-0\"]\n\n1. 9-14 23-18 2. 14x23 27x18 1-0\n\n\
    [Event \"B\"]\n[Black \"Bob\"]\n[White \"Eve\"]\n[Result \"1/2-1/2\"]\n\
    [FEN \"W:WK32,18:BK1,2\"]\n\n1. 18-15 1-5 {to\nand fro} 2. 32-28 (2. 32-27 5-1) 5-1 *\n\n\
    [Event \"C\"]\n\n1. 9-14! 23-18 2. 14x23 27x18 *\n";

fn pdn(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(testing::program("crownhead"));
    command.arg("pdn").args(args);
    testing::output_of(&mut command, input.as_bytes())
}

fn text(args: &[&str], input: &str) -> String {
    let output = pdn(args, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

fn events(text: &str) -> Vec<&str> {
    let values = text.lines().filter_map(|line| line.strip_prefix("[Event \""));
    values.map(|rest| rest.trim_end_matches("\"]")).collect()
}

#[test]
fn what_is_converted_stays_the_same_whatever_way_it_takes() {
    let strict = text(&["convert"], GAMES);
    assert_eq!(events(&strict), ["A", "B", "C"]);
    assert!(strict.contains("{to and fro}") && strict.contains("(2. 32-27 5-1)"), "{strict}");
    assert_eq!(text(&["convert"], &strict), strict);
    let names = text(&["convert", "--squares", "names"], &strict);
    assert!(names.contains("1. b6-c5 e3-d4 2. c5xe3 f2xd4"), "{names}");
    assert_eq!(text(&["convert"], &names), strict);
    let old = text(&["convert", "--end", "result"], &strict);
    assert!(old.contains("27x18 1-0\n"), "{old}");
    assert_eq!(text(&["convert"], &old), strict);
}

#[test]
fn positions_become_games_and_games_positions() {
    let finals = text(&["convert", "--format", "final-fen"], GAMES);
    assert_eq!(finals.lines().nth(1), Some("W:W15,K28:BK1,2"));
    let games = text(&["convert", "-"], &finals);
    assert_eq!(events(&games).len(), 3);
    assert_eq!(text(&["convert", "--format", "start-fen"], &games), finals);
    let every = text(&["convert", "--format", "every-fen"], GAMES);
    assert_eq!(every.lines().count(), 5 + 5 + 5);
}

#[test]
fn every_game_fits_a_condition_or_its_inverse() {
    for (condition, wanted) in [
        (&["--player", "bob"][..], &["A", "B"][..]),
        (&["--black", "BOB"], &["B"]),
        (&["--white", "bob", "--event", "a"], &["A"]),
        (&["--result", "black"], &["A"]),
        (&["--result", "unknown"], &["C"]),
        (&["--opening", "double cross"], &["A", "C"]),
        (&["--opening", "9-14 23-18 14x23"], &["A", "C"]),
        (&["--opening", "old faithful"], &[]),
        (&["--from", "1990.05.10", "--to", "1990.06"], &["A"]),
        (&["--to", "1989"], &[]),
        (&["--plies", "-3"], &[]),
        (&["--plies", "4", "--pieces", "4-5"], &["B"]),
        (&["--position", "B:W15,K32:BK1,2"], &["B"]),
    ] {
        let kept = text(&[&["filter"], condition].concat(), GAMES);
        assert_eq!(events(&kept), wanted, "{condition:?}");
        let others = text(&[&["filter", "--invert"], condition].concat(), GAMES);
        let together = events(&kept).len() + events(&others).len();
        assert_eq!(together, 3, "{condition:?}");
    }
}

#[test]
fn an_opening_that_nobody_knows_is_refused() {
    let output = pdn(&["filter", "--opening", "old fidel"], GAMES);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("--opening old fidel: no opening has this name"), "{errors}");
}

#[test]
fn a_named_file_gets_what_standard_output_would_and_may_be_one_of_those_read() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("games.pdn");
    let file = path.to_str().expect("a path in ASCII");
    for args in [&["convert"][..], &["filter", "--player", "bob"]] {
        fs::write(&path, GAMES).expect("written");
        let printed = text(&[args, &[file]].concat(), "");
        assert_eq!(text(&[args, &[file, "--out", file]].concat(), ""), "");
        assert_eq!(fs::read_to_string(&path).expect("read"), printed);
    }
    let missing = dir.path().join("missing/games.pdn");
    let missing = missing.to_str().expect("a path in ASCII");
    let output = pdn(&["convert", "--out", missing], GAMES);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{errors}");
    assert!(errors.contains("missing/games.pdn") && errors.contains("name a file"), "{errors}");
    assert_eq!(fs::read_dir(dir.path()).expect("listed").count(), 1, "nothing is left beside it");
}

/// A reader such as `head` closes the pipe in the middle of the text.
#[test]
fn a_reader_that_wants_no_more_is_no_error() {
    let many = GAMES.repeat(400);
    for args in [&["convert"][..], &["filter"], &["convert", "--format", "every-fen"]] {
        let mut command = Command::new(testing::program("crownhead"));
        command.arg("pdn").args(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("its input");
        stdin.write_all(many.as_bytes()).expect("it reads everything");
        drop(stdin);
        let output = child.wait_with_output().expect("it ends");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{args:?}: {errors}");
        assert!(!errors.contains("output"), "{args:?}: {errors}");
    }
}

/// A game with three doubts, and one without any.
const DOUBTFUL: &str = "[Event \"A\"]\n[Date \"soon\"]\n[Result \"7-2\"]\n\n1. 9-14 23-18\n\n\
    [Event \"B\"]\n[Date \"12.07.2005\"]\n\n1. 9-14 *\n";

#[test]
fn warnings_are_counted_by_kind_and_errors_with_strict() {
    let strict = pdn(&["convert", "--strict"], DOUBTFUL);
    let errors = String::from_utf8_lossy(&strict.stderr);
    assert_eq!(strict.status.code(), Some(4), "{errors}");
    assert_eq!(events(&String::from_utf8_lossy(&strict.stdout)), ["B"]);
    for told in ["line 2, column 1: the date `soon`", "line 3, column 1: `7-2` is not a known"] {
        assert!(errors.contains(&format!("standard input, game 1, {told}")), "{errors}");
    }
    let converted = pdn(&["convert"], DOUBTFUL);
    let told = String::from_utf8_lossy(&converted.stderr);
    assert!(told.contains("warnings: 1 dates that cannot be read; "), "{told}");
    for kind in ["unknown results", "games without a result"] {
        assert!(told.contains(&format!("1 {kind}")), "{kind}: {told}");
    }
    assert!(String::from_utf8_lossy(&converted.stdout).contains("[Result \"7-2\"]"));
}

#[test]
fn dates_are_compared_as_dates() {
    for (condition, wanted) in [
        (&["--from", "2000"][..], &["B"][..]),
        (&["--from", "12.07.2005", "--to", "2005-7-12"], &["B"]),
        (&["--to", "1990"], &[]),
    ] {
        let output = pdn(&[&["filter"], condition].concat(), DOUBTFUL);
        assert_eq!(events(&String::from_utf8_lossy(&output.stdout)), wanted, "{condition:?}");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains("1 of them have no date that can be read"), "{told}");
    }
}

/// The same games in other encodings and with other line ends, and joined from all of them.
#[test]
fn any_encoding_gives_the_same_games() {
    let dir = tempfile::tempdir().expect("a folder");
    let strict = text(&["convert"], GAMES);
    let mut joined = Vec::new();
    let mark = "\u{feff}".to_string();
    for (name, bytes) in [
        ("mark", (mark.clone() + GAMES).into_bytes()),
        ("old", GAMES.replace('\n', "\r").into_bytes()),
        ("small", (mark.clone() + GAMES).encode_utf16().flat_map(u16::to_le_bytes).collect()),
        ("large", (mark.clone() + GAMES).encode_utf16().flat_map(u16::to_be_bytes).collect()),
    ] {
        let path = dir.path().join(name);
        fs::write(&path, &bytes).expect("written");
        assert_eq!(text(&["convert", path.to_str().expect("ASCII")], ""), strict, "{name}");
        joined.extend(bytes);
    }
    let path = dir.path().join("joined");
    fs::write(&path, joined).expect("written");
    assert_eq!(text(&["convert", path.to_str().expect("ASCII")], ""), strict.repeat(4));
}

/// Files with one wrong game, and the place that its error names.
const DAMAGED: [(&str, &str); 22] = [
    ("1. 11-99 *", "game 1, line 1, column 4: `11-99` is not a move"),
    ("1. 11-20 *", "game 1, line 1, column 4: `11-20` is not legal here; legal are: "),
    ("1. 11-15 23-19\n2. 8-12 *", "game 1, line 2, column 4: `8-12` is not legal here"),
    ("1. x *", "game 1, line 1, column 4"),
    ("1. 11-15 {never closed", "game 1, line 1, column 10: this comment is not closed"),
    ("1. 11-15 (1. 9-14 *", "game 1, line 1, column 10: this variation is not closed"),
    ("1. 11-15 ) *", "game 1, line 1, column 10: here a variation is closed"),
    ("1. (9-14) 11-15 *", "game 1, line 1, column 4: a variation stands after the move"),
    ("[Event \"A]\n\n1. 11-15 *", "game 1, line 1, column 1: this tag should look like"),
    ("[Event A]\n\n1. 11-15 *", "game 1, line 1, column 1: this tag should look like"),
    ("[]\n\n1. 11-15 *", "game 1, line 1, column 1: this tag should look like"),
    ("[FEN \"nonsense\"]\n\n*", "game 1, line 1, column 7: `nonsense`"),
    ("[FEN \"B:W33:B1\"]\n\n*", "game 1, line 1, column 10: `33`"),
    ("[FEN \"B:W1:B1\"]\n\n*", "game 1, line 1, column 13: square 1"),
    ("[GameType \"20\"]\n\n*", "game 1, line 1, column 1"),
    ("[GameType \"21,B,8,8,X9,0\"]\n\n*", "game 1, line 1, column 1"),
    ("1. 11-15 \u{7}*", "game 1, line 1, column 10: the character U+0007 has no"),
    ("1. 11-15 = *", "game 1, line 1, column 10"),
    ("1. 11-15 $ *", "game 1, line 1, column 10"),
    ("1. 11x15 22-18 2. 15x22 11-15 *", "game 1, line 1, column "),
    ("B:W1,2", "position 1, line 1, column 1"),
    ("W:W18:B1\nB:Wx:B1", "position 2, line 2, column 4"),
];

#[test]
fn what_is_wrong_is_reported_with_line_and_column_and_left_out() {
    for (input, told) in DAMAGED {
        let output = pdn(&["convert"], input);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{input:?}: {errors}");
        assert!(errors.contains(&format!("standard input, {told}")), "{input:?}: {errors}");
    }
}

fn errors(input: &str) -> String {
    String::from_utf8(pdn(&["convert"], input).stderr).expect("text")
}

#[test]
fn a_file_of_another_game_is_suspected_at_its_end() {
    let larger = "[Event \"a\"]\n\n1. 34-29 *\n\n[Event \"b\"]\n\n1. 32-28 *\n";
    let ours = "\n[Event \"c\"]\n\n1. 11-15 *\n";
    let told = "no game of it can be read; if this is another game than English checkers";
    assert!(errors(larger).contains(told), "{}", errors(larger));
    assert!(errors(larger).contains("standard input, game 2, line 7, column 4"));
    assert!(!errors(&(larger.to_string() + ours)).contains(told));
}

/// Bytes of a file set to others: it ends with 0 or 4, and one sentence for each wrong game.
#[test]
fn no_damage_ends_it_otherwise() {
    let mut walker = games::Walker::new(11);
    for _ in 0..60 {
        let mut bytes = GAMES.as_bytes().to_vec();
        for _ in 0..=walker.below(4) {
            let at = walker.below(bytes.len());
            bytes[at] = walker.below(128) as u8;
        }
        let input = String::from_utf8(bytes).expect("ASCII");
        let output = pdn(&["convert"], &input);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 4)), "{input:?}: {errors}");
        assert!(!errors.contains("panicked"), "{input:?}: {errors}");
    }
}
