//! The three text programs with their options, as a user starts them: files in the place of standard
//! input and output, the log, records that are saved and loaded, pictures, exit codes.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const LOA: &str = env!("CARGO_BIN_EXE_loa");
const TABLUT: &str = env!("CARGO_BIN_EXE_tablut");
const AMAZONS: &str = env!("CARGO_BIN_EXE_amazons");

/// A folder for the files of a test.
struct Desk(TempDir);

/// What a program said and did.
struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Desk {
    fn new() -> Self {
        Desk(tempfile::tempdir().expect("a folder"))
    }

    fn run(&self, program: &str, words: &[&str], input: &str) -> Said {
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
        Said { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
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
        let desk = Desk::new();
        let mut script = begin.to_string();
        for mv in moves {
            script += &format!("{mv}\n");
        }
        let played = desk.run(program, &[], &format!("{script}dump\nsave game.txt\nquit\n"));
        assert_eq!((played.code, played.err.as_str()), (Some(0), ""), "{program}");
        let again = desk.run(program, &[], &format!("{begin}load game.txt\ndump\nquit\n"));
        assert_eq!(last_board(&again.out), last_board(&played.out), "{}", again.err);
        let back = format!("{begin}load game.txt\nundo {}\ndump\nnew\ndump\nquit\n", moves.len());
        let back = desk.run(program, &[], &back);
        let boards: Vec<_> = back.out.split("===").collect();
        assert_eq!(boards[1], boards[3], "all moves are taken back: {}", back.err);
    }
}

#[test]
fn a_record_that_cannot_be_played_is_told_by_file_line_and_word_and_changes_nothing() {
    let desk = Desk::new();
    desk.write("bad.txt", "b8-b6\na5-a5\n");
    let said = desk.run(LOA, &[], "manual white\nload bad.txt\nload none.txt\ndump\nnew\ndump\n");
    assert_eq!(said.code, Some(0));
    let lines: Vec<_> = said.err.lines().collect();
    assert_eq!(lines.len(), 2, "{}", said.err);
    assert!(lines[0].contains("bad.txt") && lines[0].contains('2') && lines[0].contains("a5-a5"));
    assert!(lines[1].contains("none.txt"));
    let boards: Vec<_> = said.out.split("===").collect();
    assert_eq!(boards[1], boards[3]);
}

#[test]
fn the_log_holds_every_command_and_every_move() {
    let desk = Desk::new();
    let script = "b8-b6\nmanual white\nnonsense\nquit\n";
    let said = desk.run(LOA, &["--log=log.txt", "--move-time", "0.1"], script);
    assert_eq!(said.code, Some(0));
    let answer = said.out.lines().find_map(|line| line.split("* ").nth(1)).expect("an answer");
    let log = desk.read("log.txt");
    for words in ["b8-b6", "manual white", answer.trim()] {
        assert!(log.lines().any(|line| line.contains(words)), "{words} is missing:\n{log}");
    }
}

#[test]
fn strict_leaves_at_the_first_error_and_otherwise_the_game_goes_on() {
    for (program, _, _) in GAMES {
        let desk = Desk::new();
        let script = "nonsense\ndump\n";
        let patient = desk.run(program, &[], script);
        assert_eq!((patient.code, patient.err.lines().count()), (Some(0), 1), "{program}");
        assert!(patient.out.contains("==="));
        let strict = desk.run(program, &["--strict"], script);
        assert_eq!((strict.code, strict.err.lines().count()), (Some(1), 1), "{program}");
        assert!(!strict.out.contains("==="));
    }
}

#[test]
fn files_stand_in_for_input_and_output() {
    let desk = Desk::new();
    desk.write("in.txt", "dump\nquit\n");
    let said = desk.run(LOA, &["in.txt", "out.txt"], "");
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (Some(0), "", ""));
    assert!(desk.read("out.txt").contains("Next move: black"));
    let said = desk.run(LOA, &["none.txt"], "");
    assert!(said.code == Some(4) && said.err.contains("none.txt"), "{}", said.err);
    let said = desk.run(LOA, &["--move-time", "soon"], "");
    assert!(said.code == Some(2) && said.err.contains("soon"), "{}", said.err);
}

#[test]
fn the_display_draws_every_change_on_standard_error_alone() {
    for (program, begin, moves) in GAMES {
        let desk = Desk::new();
        let script = format!("{begin}{}\nquit\n", moves[0]);
        let plain = desk.run(program, &[], &script);
        let shown = desk.run(program, &["--display"], &script);
        assert_eq!(plain.out, shown.out, "{program}");
        assert!(shown.err.matches("\u{1b}[2J").count() >= 2, "a picture before and after");
        assert!(shown.err.contains(moves[0]), "the picture tells the move");
    }
}
