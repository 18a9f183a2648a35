//! The three text programs with their options, as a user starts them: files in the place of
//! standard input and output, the log, records that are saved and loaded, the display, exit codes.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const LOA: &str = env!("CARGO_BIN_EXE_loa");
const TABLUT: &str = env!("CARGO_BIN_EXE_tablut");
const AMAZONS: &str = env!("CARGO_BIN_EXE_amazons");

/// A folder for the files of a test.
struct TestDir(TempDir);

/// How a program ended, and what it printed.
struct Finished {
    code: Option<i32>,
    out: String,
    err: String,
}

impl TestDir {
    fn new() -> Self {
        TestDir(tempfile::tempdir().expect("a folder"))
    }

    fn run(&self, program: &str, words: &[&str], input: &str) -> Finished {
        let mut child = Command::new(program)
            .args(words)
            .current_dir(self.0.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        // A program that leaves early does not read to the end.
        let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
        let output = child.wait_with_output().expect("it ends");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        Finished { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).expect("the file is there")
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).expect("written");
    }
}

/// The board that the last `dump` shows.
fn last_board(out: &str) -> &str {
    let end = out.rfind("===").expect("a dump");
    let start = out[..end].rfind("===").expect("it has a beginning");
    &out[start..end]
}

/// Moves by hand for both sides.
const GAMES: [(&str, &str, &[&str]); 3] = [
    (LOA, "manual white\n", &["b8-b6", "a5-c5", "c8-c5"]),
    (TABLUT, "manual white\n", &["a4-3", "e4-h"]),
    (AMAZONS, "manual black\n", &["d1-d7(g7)", "a7-a8(b8)"]),
];

#[test]
fn a_saved_game_is_loaded_and_taken_back_move_by_move() {
    for (program, begin, moves) in GAMES {
        let dir = TestDir::new();
        let mut script = begin.to_string();
        for mv in moves {
            script += &format!("{mv}\n");
        }
        let played = dir.run(program, &[], &format!("{script}dump\nsave game.txt\nquit\n"));
        assert_eq!((played.code, played.err.as_str()), (Some(0), ""), "{program}");
        let again = dir.run(program, &[], &format!("{begin}load game.txt\ndump\nquit\n"));
        assert_eq!(last_board(&again.out), last_board(&played.out), "{}", again.err);
        let back = format!("{begin}load game.txt\nundo {}\ndump\nnew\ndump\nquit\n", moves.len());
        let back = dir.run(program, &[], &back);
        let boards: Vec<_> = back.out.split("===").collect();
        assert_eq!(boards[1], boards[3], "all moves are taken back: {}", back.err);
    }
}

#[test]
fn a_record_that_cannot_be_played_is_told_by_file_line_and_word_and_changes_nothing() {
    let dir = TestDir::new();
    dir.write("bad.txt", "b8-b6\na5-a5\n");
    let finished =
        dir.run(LOA, &[], "manual white\nload bad.txt\nload none.txt\ndump\nnew\ndump\n");
    assert_eq!(finished.code, Some(0));
    let lines: Vec<_> = finished.err.lines().collect();
    assert_eq!(lines.len(), 2, "{}", finished.err);
    assert!(lines[0].contains("bad.txt") && lines[0].contains('2') && lines[0].contains("a5-a5"));
    assert!(lines[1].contains("none.txt"));
    let boards: Vec<_> = finished.out.split("===").collect();
    assert_eq!(boards[1], boards[3]);
}

#[test]
fn the_log_holds_every_command_and_every_move() {
    let dir = TestDir::new();
    let script = "b8-b6\nmanual white\nnonsense\nquit\n";
    let finished = dir.run(LOA, &["--log=log.txt", "--move-time", "0.1"], script);
    assert_eq!(finished.code, Some(0));
    let answer = finished.out.lines().find_map(|line| line.split("* ").nth(1)).expect("an answer");
    let log = dir.read("log.txt");
    for words in ["b8-b6", "manual white", answer.trim()] {
        assert!(log.lines().any(|line| line.contains(words)), "{words} is missing:\n{log}");
    }
}

#[test]
fn strict_leaves_at_the_first_error_and_otherwise_the_game_goes_on() {
    for (program, _, _) in GAMES {
        let dir = TestDir::new();
        let script = "nonsense\ndump\n";
        let tolerant = dir.run(program, &[], script);
        assert_eq!((tolerant.code, tolerant.err.lines().count()), (Some(0), 1), "{program}");
        assert!(tolerant.out.contains("==="));
        let strict = dir.run(program, &["--strict"], script);
        assert_eq!((strict.code, strict.err.lines().count()), (Some(1), 1), "{program}");
        assert!(!strict.out.contains("==="));
    }
}

#[test]
fn files_stand_in_for_input_and_output() {
    let dir = TestDir::new();
    dir.write("in.txt", "dump\nquit\n");
    let finished = dir.run(LOA, &["in.txt", "out.txt"], "");
    assert_eq!((finished.code, finished.out.as_str(), finished.err.as_str()), (Some(0), "", ""));
    assert!(dir.read("out.txt").contains("Next move: black"));
    let finished = dir.run(LOA, &["none.txt"], "");
    assert!(finished.code == Some(4) && finished.err.contains("none.txt"), "{}", finished.err);
    let finished = dir.run(LOA, &["--move-time", "soon"], "");
    assert!(finished.code == Some(2) && finished.err.contains("soon"), "{}", finished.err);
}

#[test]
fn the_display_draws_every_change_on_standard_error_alone() {
    for (program, begin, moves) in GAMES {
        let dir = TestDir::new();
        let script = format!("{begin}{}\nquit\n", moves[0]);
        let plain = dir.run(program, &[], &script);
        let shown = dir.run(program, &["--display"], &script);
        assert_eq!(plain.out, shown.out, "{program}");
        assert!(shown.err.matches(" a  b  c ").count() >= 4, "a picture before and after");
        assert!(!shown.err.contains('\u{1b}'), "no control sequences into a pipe");
        assert!(shown.err.contains(moves[0]), "the picture tells the move");
    }
}
