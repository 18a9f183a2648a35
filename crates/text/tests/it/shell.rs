//! The three text programs with their options, as a user starts them: files in the place of
//! standard input and output, the log, records that are saved and loaded, errors, exit codes.

use std::fs;
use std::net::TcpListener;
use std::process::Command;
use tempfile::TempDir;

const LOA: &str = env!("CARGO_BIN_EXE_loa");
const TABLUT: &str = env!("CARGO_BIN_EXE_tablut");
const AMAZONS: &str = env!("CARGO_BIN_EXE_amazons");

struct TestDir(TempDir);

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
        let mut command = Command::new(program);
        command
            .args(words)
            .current_dir(self.0.path())
            // No test opens a browser.
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("BROWSER");
        let output = testing::output_of(&mut command, input.as_bytes());
        let [out, err] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
        Finished { code: output.status.code(), out, err }
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).expect("the file is there")
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).expect("written");
    }
}

fn last_board(out: &str) -> &str {
    let end = out.rfind("===").expect("a dump");
    let start = out[..end].rfind("===").expect("it has a beginning");
    &out[start..end]
}

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
fn an_error_of_a_record_names_file_line_and_word_and_changes_nothing() {
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

/// Automatic moves are comments in it: a program that plays them again thinks again.
#[test]
fn a_log_is_a_script_that_plays_the_same_game() {
    let dir = TestDir::new();
    let script = "seed 5\nb8-b6\nundo\nc8-c6\nmanual white\ndump\nquit\n";
    let played = dir.run(LOA, &["--log=log.txt"], script);
    assert!(dir.read("log.txt").contains("\n# "), "{}", dir.read("log.txt"));
    let again = dir.run(LOA, &["log.txt"], "");
    // A comment more is a prompt more.
    let [printed, printed_again] = [&played.out, &again.out].map(|out| out.replace("b> ", ""));
    assert_eq!((printed_again, again.err.as_str()), (printed, ""));
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
    for (program, _, _) in GAMES {
        let dir = TestDir::new();
        dir.write("in.txt", "dump\nquit\n");
        let printed = dir.run(program, &["in.txt"], "").out;
        assert_eq!(printed.matches("===").count(), 2, "{printed}");
        let finished = dir.run(program, &["in.txt", "out.txt"], "");
        let all = (finished.code, finished.out.as_str(), finished.err.as_str());
        assert_eq!(all, (Some(0), "", ""));
        assert_eq!(dir.read("out.txt"), printed);
        let finished = dir.run(program, &["none.txt"], "");
        assert!(finished.code == Some(4) && finished.err.contains("none.txt"), "{}", finished.err);
        let finished = dir.run(program, &["."], "");
        assert_eq!((finished.code, finished.out.as_str()), (Some(4), ""), "no prompt");
        assert!(finished.err.contains(": .: "), "{}", finished.err);
    }
    let finished = TestDir::new().run(LOA, &["--move-time", "soon"], "");
    assert!(finished.code == Some(2) && finished.err.contains("soon"), "{}", finished.err);
}

#[test]
fn with_a_page_a_script_gets_the_same_answers() {
    for (program, begin, moves) in GAMES {
        let dir = TestDir::new();
        let script = format!("{begin}{}\ndump\nundo\nundo\nhelp\nnew\nquit\n", moves.join("\n"));
        let plain = dir.run(program, &[], &script);
        let shown = dir.run(program, &["--display", "--no-open"], &script);
        assert_eq!((plain.code, shown.code), (Some(0), Some(0)), "{program}: {}", shown.err);
        assert_eq!(plain.out, shown.out, "{program}");
        let address = shown.err.strip_prefix("the board is at http://127.0.0.1:");
        assert!(address.is_some_and(|rest| rest.lines().count() == 1), "{}", shown.err);
        assert!(!shown.out.contains('\u{1b}'), "no control sequences into a pipe");
    }
}

#[test]
fn without_a_way_to_show_a_page_there_is_one_sentence_and_exit_code_2() {
    let dir = TestDir::new();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    for words in [vec!["--display", "--no-open", "--port", &port], vec!["--display"]] {
        let finished = dir.run(TABLUT, &words, "dump\n");
        assert_eq!(finished.code, Some(2), "{}", finished.err);
        assert_eq!((finished.err.lines().count(), finished.out.as_str()), (1, ""));
        assert!(finished.err.contains("no page can be shown"), "{}", finished.err);
    }
}

#[test]
fn errors_are_one_short_line_however_long_the_input() {
    let long = "x".repeat(3_000_000);
    let script = format!("{long}\nmanual {long}\nload {long}\nb8-b7\nexit\n");
    for (program, _, _) in GAMES {
        let finished = TestDir::new().run(program, &[], &script);
        assert_eq!(finished.code, Some(0));
        let lines: Vec<_> = finished.err.lines().collect();
        assert_eq!(lines.len(), 5);
        assert!(lines.iter().all(|line| line.len() < 300));
        assert!(lines[0].contains("help"), "{}", lines[0]);
        assert!(lines[4].contains("quit") && lines[4].contains("help"), "{}", lines[4]);
    }
}

#[test]
fn after_the_end_questions_about_moves_say_that_the_game_is_over() {
    let script = "manual black\nmanual white\nlimit 1\nb8-b6\na5-c5\neval\nmoves\nhint\ndump\n";
    let finished = TestDir::new().run(LOA, &[], script);
    assert!(finished.out.contains("* Tie game."), "{}", finished.out);
    let lines: Vec<_> = finished.err.lines().collect();
    assert_eq!(lines.len(), 3, "{}", finished.err);
    assert!(lines.iter().all(|line| line.contains("the game is over")), "{}", finished.err);
}

#[test]
fn undo_pauses_two_automatic_players_and_names_what_can_be_taken_back() {
    let dir = TestDir::new();
    let script = "seed 1\nlimit 2\nauto black\nundo\ndump\nundo 9\n";
    let finished = dir.run(LOA, &["--game-time", "1"], script);
    assert_eq!(finished.out.matches("* ").count(), 5, "four moves and a result: {}", finished.out);
    assert!(finished.out.contains("both sides pause"), "{}", finished.out);
    assert!(finished.out.contains("Next move: white"), "{}", finished.out);
    assert!(finished.err.contains("write undo 3"), "{}", finished.err);
}

/// Else the program would play its move again at once.
#[test]
fn undo_before_the_first_move_of_a_person_changes_nothing() {
    let script = "seed 1\nmanual white\nauto black\nundo\ndump\n";
    let finished = TestDir::new().run(LOA, &[], script);
    assert_eq!(finished.out.matches("* ").count(), 1, "one move: {}", finished.out);
    assert!(finished.err.contains("you have not moved yet"), "{}", finished.err);
}

/// With so much time a game that is not hurried would last for days.
#[test]
fn after_the_end_of_the_input_what_is_owed_is_played_without_long_thought() {
    let words = ["--move-time", "100000", "--game-time", "9000000"];
    for (program, begin, moves) in GAMES {
        let side = begin.trim().trim_start_matches("manual ");
        let answered = TestDir::new().run(program, &words, &format!("{}\n", moves[0]));
        assert_eq!(answered.out.matches("* ").count(), 1, "{program}, {side}: {}", answered.out);
        let first = if program == AMAZONS { "white" } else { "black" };
        let game = TestDir::new().run(program, &words, &format!("auto {first}\n"));
        assert!(game.out.contains(" wins.") || game.out.contains("Tie game."), "{}", game.out);
        assert_eq!(game.code, Some(0));
    }
}

/// The positions that the hint at the end of this script has looked at.
fn hint_nodes(script: &str) -> u32 {
    let finished = TestDir::new().run(LOA, &[], script);
    let about = finished.out.split(" deep, ").nth(1);
    let digits = about.and_then(|text| text.split(" positions").next()).expect("a hint");
    digits.replace(',', "").parse().expect("a number")
}

#[test]
fn late_moves_of_a_game_after_seed_cost_less() {
    let first = hint_nodes("seed 1\nhint\n");
    let late = hint_nodes("seed 1\nauto black\nundo 10\nhint\n");
    assert!(late < first / 3, "{late} and {first} positions");
}

#[test]
fn while_set_goes_on_no_result_is_announced() {
    // The king is at the edge, for a moment.
    let won = "set e5 - black\nset e1 king black\n";
    let open = "set e1 black black\nset e5 king black\n";
    let begin = "manual white\n";
    let script = format!("{begin}{won}\n# on we go\n{open}a4-3\ndump\nquit\n");
    let finished = TestDir::new().run(TABLUT, &[], &script);
    assert!(!finished.out.contains('*') && finished.err.is_empty(), "{}", finished.out);
    for end in ["", "quit\n", "dump\n", "dump\ndump\nquit\n", "eval\n"] {
        let finished = TestDir::new().run(TABLUT, &[], &format!("{begin}{won}{end}"));
        assert_eq!(finished.out.matches("* White wins.").count(), 1, "{}", finished.out);
        let announced = finished.out.find('*');
        assert!(finished.out.find("===").is_none_or(|dump| announced < Some(dump)));
    }
}

#[test]
fn eval_and_hint_have_one_unit_and_explain_it() {
    for (program, _, _) in GAMES {
        let finished = TestDir::new().run(program, &[], "seed 1\neval\nhint\n");
        let unit = if program == TABLUT { "two games of three" } else { "three games of four" };
        let explained = finished.out.matches(&format!("(1.00 wins {unit})")).count();
        assert_eq!(explained, 2, "{}", finished.out);
    }
}

#[test]
fn a_number_that_is_too_large_is_called_that() {
    let script = "seed 99999999999999999999\nseed -99999999999999999999\nlimit 99999999999\n\
                  undo 4294967296\nseed 1x\nlimit 0\n";
    let finished = TestDir::new().run(LOA, &[], script);
    let sentences = [
        "seed: \"99999999999999999999\" is too large; write at most 9223372036854775807",
        "seed: \"-99999999999999999999\" is too small; write at least -9223372036854775808",
        "limit: \"99999999999\" is too large; write at most 4294967295",
        "undo: \"4294967296\" is too large; write at most 4294967295",
        "seed: \"1x\" is not a whole number; write seed 42",
        "limit: \"0\" is not a whole number above 0; write limit 30",
    ];
    let lines: Vec<_> = finished.err.lines().collect();
    assert_eq!(lines, sentences.map(|sentence| format!("error: {sentence}")));
}

#[test]
fn no_file_is_read_and_written_whatever_its_name() {
    for (program, _, _) in GAMES {
        let dir = TestDir::new();
        let script = "dump\nquit\n";
        dir.write("x", script);
        fs::hard_link(dir.0.path().join("x"), dir.0.path().join("link")).expect("made");
        let links = if cfg!(unix) { &["x", "./x", "link"][..] } else { &["x", "./x"] };
        for name in links {
            for words in
                [["x", name].to_vec(), vec!["--log", name, "x"], vec!["--log", name, "y", name]]
            {
                let finished = dir.run(program, &words, "");
                assert_eq!(finished.code, Some(2), "{words:?}: {}", finished.err);
                assert!(finished.err.contains("are the same file"), "{}", finished.err);
                assert_eq!(dir.read("x"), script);
            }
        }
    }
}

#[test]
fn lines_may_have_the_ends_of_any_system_and_a_byte_order_mark_before_them() {
    for (program, _, _) in GAMES {
        let dir = TestDir::new();
        let text = "\u{feff}dump\rdump\r\n\r\ndump\r";
        dir.write("in.txt", text);
        for (words, input) in [(&[][..], text), (&["in.txt"], "")] {
            let finished = dir.run(program, words, input);
            assert_eq!((finished.code, finished.err.as_str()), (Some(0), ""), "{program}");
            assert_eq!(finished.out.matches("===").count(), 6, "{program}");
        }
    }
}

#[cfg(unix)]
#[test]
fn only_a_file_of_bounded_size_is_loaded() {
    for (program, _, _) in GAMES {
        let dir = TestDir::new();
        dir.write("long.txt", &"#\n".repeat(1 << 20));
        let made = Command::new("mkfifo").arg(dir.0.path().join("pipe")).status();
        assert!(made.is_ok_and(|status| status.success()));
        let script = "load /dev/zero\nload pipe\nsave pipe\nload .\nload long.txt\ndump\n";
        let finished = dir.run(program, &[], script);
        assert_eq!((finished.code, finished.err.lines().count()), (Some(0), 5));
        assert_eq!(finished.err.matches("is not a regular file").count(), 4, "{}", finished.err);
        assert!(finished.err.contains("long.txt: is larger"), "{}", finished.err);
        assert!(finished.out.contains("==="));
    }
}
