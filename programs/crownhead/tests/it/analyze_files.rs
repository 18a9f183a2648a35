//! `crownhead analyze` on several files and folders: none costs another, and marked games keep what
//! a person has written.

use crate::analyze::analyze;
use std::fs;
use std::path::Path;
use std::process::Command;

const GAME: &str =
    "[Black \"Ann\"]\n[Result \"1-0\"]\n\n1. 11-15 23-19 2. 15-18 22x15 3. 10-14 *\n\n";
const SET_UP: &str = "[Event \"Set up\"]\n[FEN \"B:W18,25:B1,2\"]\n\n*\n\n";
const RUSSIAN: &str = "[GameType \"25\"]\n\n1. c3-d4 *\n\n";

/// Exit code, standard output, standard error.
fn told(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let output = analyze(args, input);
    let [text, errors] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    (output.status.code(), text, errors)
}

fn write(path: &Path, bytes: impl AsRef<[u8]>) -> String {
    fs::create_dir_all(path.parent().expect("one")).expect("made");
    fs::write(path, bytes).expect("written");
    path.to_str().expect("a path in ASCII").to_string()
}

#[test]
fn files_and_folders_are_read_and_what_is_wrong_is_told_once_for_each_reason() {
    let dir = tempfile::tempdir().expect("a folder");
    let games = dir.path().join("games");
    write(&games.join("a.pdn"), [GAME, RUSSIAN, RUSSIAN, GAME].concat());
    let packed = write(&games.join("in/b.pdn.gz"), b"\x1f\x8b\x08\0\0\0");
    write(&games.join("in/notes.txt"), "not a game");
    let other = write(&dir.path().join("other"), SET_UP);
    let folder = games.to_str().expect("a path in ASCII");
    let (code, text, errors) = told(&[folder, &other, "--nodes", "200", "--json"], "");
    assert_eq!((code, errors.lines().count()), (Some(4), 3), "{errors}");
    assert!(
        errors.contains("a.pdn, games 2-3, lines 6-10: GameType 25 is not English"),
        "{errors}"
    );
    assert!(errors.contains(&format!("{packed} is compressed with gzip: unpack it")), "{errors}");
    assert!(errors.ends_with("crownhead: 3 games, positions or files were left out\n"), "{errors}");
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let found: Vec<_> = lines.iter().map(|one| (&one["kind"], &one["number"])).collect();
    let [game, position] = ["game", "position"].map(serde_json::Value::from);
    assert_eq!(found, [(&game, &1.into()), (&game, &4.into()), (&position, &1.into())]);
    assert_eq!((&lines[0]["result"], &lines[2]["file"]), (&"1-0".into(), &other.into()));
    assert_eq!(lines[2]["tags"]["Event"], "Set up");
}

#[test]
fn a_position_among_games_is_written_as_it_is() {
    let input = [SET_UP, GAME].concat();
    let (code, marked, errors) = told(&["--pdn", "--end", "result", "--nodes", "200"], &input);
    assert_eq!((code, &*errors), (Some(0), ""));
    assert!(marked.starts_with("[Event \"Set up\"]\n"), "{marked}");
    assert!(marked.contains("10-14 1-0\n"), "{marked}");
}

/// The signs of a person stay, also where ours is the same; the better line is a variation.
#[test]
fn a_second_run_replaces_what_is_ours_and_keeps_what_is_not() {
    let own = GAME.replace("23-19 2. 15-18", "$6 23-19 $2 2. 15-18 $4");
    let args = ["--pdn", "--nodes", "2000"];
    let (_, once, _) = told(&args, &own);
    let (_, twice, _) = told(&args, &once);
    assert_eq!(twice, once);
    let words = once.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("1. 11-15 $6 23-19 $2 2. 15-18 $4 {Crownhead too: "), "{words}");
    assert!(words.contains("} (2. ") && words.contains("{Crownhead: better} "), "{words}");
    let (_, other, _) = told(&["--pdn", "--nodes", "1"], &once);
    assert!(other.contains("11-15 $6 23-19 $2") && other.contains("15-18 $4"), "{other}");
    let (_, unmarked, _) = told(&args, GAME);
    let (_, again, _) = told(&args, &unmarked);
    assert_eq!(again, unmarked);
    assert!(!unmarked.contains("Crownhead too"), "{unmarked}");
}

/// Ctrl-C says how to go on.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_analysis_says_how_to_go_on() {
    use std::process::{Command, Stdio};
    use std::{thread, time::Duration};
    let dir = tempfile::tempdir().expect("a folder");
    let [path, kept] = ["a.pdn", "kept.jsonl"].map(|name| dir.path().join(name));
    write(&path, GAME.repeat(2).replacen("10-14", "9-13", 1));
    let mut command = Command::new(testing::program("crownhead"));
    command.arg("analyze").arg(&path).arg("--keep").arg(&kept).args(["--move-time", "1000"]);
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let child = command.spawn().expect("it starts");
    // The file appears after the signals are watched.
    while !kept.exists() {
        thread::sleep(Duration::from_millis(10));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("it starts").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.contains("crownhead: stopped; finished games are kept; the same command"),
        "{errors}"
    );
}

#[test]
fn a_folder_without_games_and_a_game_that_is_too_short_cost_nothing_else() {
    let dir = tempfile::tempdir().expect("a folder");
    let both = write(&dir.path().join("games/a.pdn"), [GAME, "1. 11-15 *\n\n"].concat());
    fs::create_dir(dir.path().join("empty")).expect("made");
    let empty = dir.path().join("empty");
    let empty = empty.to_str().expect("a path in ASCII");
    let args = ["--after", "4", "--nodes", "200", "--json"];
    let (code, text, errors) = told(&[&[empty, &both][..], &args].concat(), "");
    assert_eq!((code, text.lines().count()), (Some(4), 1), "{errors}");
    assert!(errors.contains("neither journal.jsonl nor a file *.pdn or *.fen"), "{errors}");
    assert!(errors.contains("game 2 has positions after 0 to 1 moves"), "{errors}");
}

#[test]
fn text_fits_a_narrow_window_word_by_word() {
    for input in [GAME, "B:WK10,29:BK8,K31"] {
        let mut command = Command::new(testing::program("crownhead"));
        command.args(["analyze", "--nodes", "500"]).env("COLUMNS", "40");
        let output = testing::output_of(&mut command, input.as_bytes());
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(text.lines().all(|line| line.chars().count() <= 40), "{text}");
        let has_rows = text.contains("\n   1.   11-15 ") && text.contains("\n   1... 23-19 ");
        assert!(has_rows || input != GAME, "{text}");
    }
}
