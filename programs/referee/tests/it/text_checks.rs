//! `referee check --game`: our own programs pass, each toy fails the checks that are meant for its
//! fault and no other.
//!
//! A toy is our program behind a filter, which changes what it is told or what it says.

use crate::support::{Arena, toy};
use std::fs;
use std::process::Command;

/// Moves fast: how well it plays is not at stake.
const QUICK: &str = "--move-time 0.5 --game-time 4";
/// The groups in which nobody thinks for long.
const GROUPS: [&str; 4] = ["board", "commands", "results", "ends"];

/// The names of failed checks with their reasons, and the exit code.
fn failed(game: &str, agent: &str, only: &[&str]) -> (Vec<(String, String)>, Option<i32>) {
    let arena = Arena::new();
    let mut words = vec!["check", "--game", game, agent, "--json", "--no-sandbox"];
    only.iter().for_each(|name| words.extend(["--only", name]));
    let result = arena.referee(&words);
    assert!(arena.leftovers().is_empty());
    let json: serde_json::Value = serde_json::from_str(&result.out).expect(&result.err);
    let findings = json["findings"].as_array().expect("a list");
    assert!(!findings.is_empty());
    let failed = findings.iter().filter(|finding| finding["result"] == "failed");
    let failed = failed.map(|finding| (text(&finding["name"]), text(&finding["reason"])));
    (failed.collect(), result.code)
}

fn text(value: &serde_json::Value) -> String {
    value.as_str().expect("text").to_string()
}

fn program(game: &str) -> String {
    format!("{} {QUICK}", testing::program(game).display())
}

#[test]
fn our_own_programs_pass_all_checks() {
    for game in ["loa", "tablut", "amazons"] {
        assert_eq!(failed(game, &program(game), &[]), (Vec::new(), Some(0)), "{game}");
    }
}

#[test]
fn each_fault_is_found_by_its_check_and_nothing_else_is_accused() {
    let loa = program("loa");
    for (script, names, part) in [
        (
            "LOA \"$@\" | sed -u 's/^    /   /'",
            &["start-board"][..],
            "line 1 of its dump is \"   - b b",
        ),
        ("LOA \"$@\" | sed -u 's/[bw-]> *//g'", &["prompts"], "it printed 0 prompts"),
        (
            "LOA \"$@\" < <(grep -v --line-buffered limit)",
            &["limit-of-moves"],
            "not \"* Tie game.\"",
        ),
        ("LOA \"$@\" < <(sed -u 's/^ *# *//')", &["blanks-and-comments"], "it was sent"),
        ("LOA \"$@\" < <(sed -u 's/^help/new/')", &["help"], "of its dump is"),
        ("LOA \"$@\" < <(sed -u 's/WHITE/red/')", &["colors-in-any-case", "set-in-any-case"], ""),
        (
            "LOA \"$@\" | sed -u 's/White wins/Black wins/'",
            &["white-wins", "win-with-the-last-move"],
            "it announced \"* Black wins.\", and not \"* White wins.\"",
        ),
        (
            "LOA \"$@\"; exit 3",
            &["prompts", "quit", "end-of-input", "input-file", "output-file", "log-file"],
            "exit code 3",
        ),
        ("shift; LOA \"$@\"", &["input-file", "output-file", "log-file"], ""),
    ] {
        let agent = format!("{} toy", toy(&script.replace("LOA", &loa)));
        let (found, code) = failed("loa", &agent, &GROUPS);
        assert_eq!(code, Some(3), "{script}");
        let found_names: Vec<_> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(found_names, names, "{script}: {found:?}");
        assert!(found.iter().all(|(_, reason)| reason.contains(part)), "{script}: {found:?}");
    }
}

#[test]
fn who_overlooks_a_win_or_breaks_a_rule_is_told_which() {
    let blind = format!("{} --plain 1 --seed 5", testing::program("amazons").display());
    let names = ["win-in-one-as-black", "win-in-three-as-black", "win-in-three-as-white"];
    let (found, _) = failed("amazons", &blind, &names);
    assert!(!found.is_empty() && found[0].0.starts_with("win-in-three"), "{found:?}");
    assert!(found[0].1.contains("wins in 3 moves, whatever follows"), "{found:?}");
    let script = format!("{} | sed -u 's/[*] [a-h].*/* a1-a2/'", program("loa"));
    let (found, _) = failed("loa", &toy(&script), &["answers", "plays-both-sides", "moves"]);
    let names: Vec<_> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["answers", "plays-both-sides"]);
    assert!(found[0].1.starts_with("illegal move: the rules do not allow it here: a1-a2"));
}

#[test]
fn scripts_are_one_check_that_names_those_that_fail() {
    let arena = Arena::new();
    let folder = arena.path("scripts");
    fs::create_dir(&folder).expect("made");
    for (name, text) in [
        ("good-1.in", "#* java -ea loa.Main\nmanual white\nb8-b6\n"),
        ("bad.in", "#* loa\nmanual white\ndump\n"),
        ("bad.std", "===\nnothing\n===\n"),
        (
            "pair-1.in",
            "#* loa\nmanual white\nauto black\nlimit 2\n#*move\n#*remote move/win\nquit\n",
        ),
        ("pair-2.in", "#* staff-loa\nlimit 2\n#*remote move/win\nquit\n"),
    ] {
        fs::write(folder.join(name), text).expect("written");
    }
    let agent = program("loa");
    let check = |more: &[&str]| {
        let words = ["check", "--game", "loa", &agent, "--only", "scripts", "--keep", "kept"];
        arena.referee(&[&words[..], more].concat())
    };
    let result = check(&["--scripts", "scripts"]);
    assert_eq!(result.code, Some(3), "{}", result.err);
    assert!(result.out.contains("1 of 3 scripts failed: bad.in; the first: "), "{}", result.out);
    assert!(
        result.out.contains("- nothing") && result.out.contains("--scripts /"),
        "{}",
        result.out
    );
    assert!(arena.path("kept/scripts/report.txt").is_file());
    fs::remove_file(folder.join("bad.std")).expect("removed");
    let result = check(&["--scripts", "scripts"]);
    assert_eq!(result.code, Some(0), "{}", result.out);
    let result = check(&[]);
    assert!(result.code == Some(2) && result.err.contains("name their folder with --scripts"));
    fs::write(folder.join("bad.in"), "#* loa\n#*mvoe\n").expect("written");
    let result = check(&["--scripts", "scripts"]);
    assert!(result.err.contains("bad.in, line 2: `mvoe` is no directive"), "{}", result.err);
    arena.refuses(&["check", &agent, "--scripts", "scripts"], "checkers has no scripts");
}

#[test]
fn what_was_said_is_kept_and_can_be_said_again() {
    let arena = Arena::new();
    let agent = program("amazons");
    let words = ["check", "--game", "amazons", &agent, "--only", "figure-1", "--keep", "kept"];
    arena.succeeds(&words);
    let commands = arena.read("kept/figure-1/commands.txt");
    assert_eq!(commands, "manual black\nmanual white\nd1-d7(g7)\nd10-c9(h4)\ndump\n");
    let said = arena.read("kept/figure-1/conversation.txt");
    assert!(said.contains("> dump\n") && said.contains("<    - - - - - - B"), "{said}");
}

/// Moves any piece anywhere, and knows neither rules nor results.
const JAVA: &str = r#"package loa;
import java.io.*;
public class Main {
    static char[][] board;
    static boolean black;
    static void start() {
        board = new char[9][9];
        for (char[] row : board) java.util.Arrays.fill(row, '-');
        for (int at = 2; at <= 7; at++) {
            board[1][at] = board[8][at] = 'b';
            board[at][1] = board[at][8] = 'w';
        }
        black = true;
    }
    static void dump() {
        System.out.println("===");
        for (int row = 8; row >= 1; row--) {
            StringBuilder line = new StringBuilder("   ");
            for (int column = 1; column <= 8; column++) line.append(' ').append(board[row][column]);
            System.out.println(line);
        }
        System.out.println("Next move: " + (black ? "black" : "white") + "\n===");
    }
    public static void main(String[] args) throws IOException {
        InputStream from = args.length > 0 ? new FileInputStream(args[0]) : System.in;
        BufferedReader in = new BufferedReader(new InputStreamReader(from));
        start();
        while (true) {
            System.out.print("> ");
            System.out.flush();
            String line = in.readLine();
            if (line == null || line.trim().equals("quit")) return;
            line = line.trim();
            if (line.equals("dump")) dump();
            if (line.equals("new")) start();
            if (line.matches("[a-h][1-8]-[a-h][1-8]")) {
                int[] at = line.chars().map(c -> c >= 'a' ? c - 'a' + 1 : c - '0').toArray();
                board[at[4]][at[3]] = board[at[1]][at[0]];
                board[at[1]][at[0]] = '-';
                black = !black;
            }
        }
    }
}
"#;

#[test]
fn a_java_program_is_checked_by_its_sources_and_by_its_command() {
    let arena = Arena::new();
    let (student, build) = (arena.path("student"), arena.path("build").display().to_string());
    fs::create_dir_all(student.join("loa")).expect("made");
    fs::write(student.join("loa/Main.java"), JAVA).expect("written");
    let sources = student.join("loa/Main.java");
    let built = Command::new("javac").args(["-d", &build]).arg(sources).status();
    if !built.is_ok_and(|status| status.success()) {
        println!("not tested: there is no javac");
        return;
    }
    let command = format!("java -ea -cp {build} loa.Main");
    let good = ["start-board", "captures", "prompts", "quit", "end-of-input", "input-file"];
    for agent in [&command, &student.display().to_string()] {
        assert_eq!(failed("loa", agent, &good), (Vec::new(), Some(0)), "{agent}");
    }
    let (found, _) = failed("loa", &command, &["illegal-moves", "black-wins"]);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[1].1.starts_with("it announced no result"), "{found:?}");
}

#[test]
fn a_file_missed_by_a_relative_path_is_explained_by_check_and_match() {
    let arena = Arena::new();
    let words = "echo \"FileNotFoundError: No such file or directory: 'book.txt'\" >&2; exit 1";
    let agent = testing::toy(words);
    let hint = "where a relative path does not find the files beside the program";
    let check = ["check", "--game", "loa", &agent, "--only", "start-board", "--no-sandbox"];
    assert!(arena.ends(3, &check).out.contains(hint));
    let played = ["match", "--game", "loa", &agent, &agent, "--games", "2", "--no-sandbox"];
    let result = arena.ends(3, &played);
    assert!(result.err.contains(hint), "{}{}", result.out, result.err);
}
