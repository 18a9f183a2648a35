//! `crownhead analyze` as a process: what people and programs read, whatever the form of the input.

use formats::pdn;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A position as the request of an agent, as a board, and in FEN.
const REQUEST: &str = "GAME\nWHITE\n100.0\n........\n....b...\n........\n..b.....\n.w......\n........\n.....w..\n......W.\n";
const FEN: &str = "W:W17,K32,27:B7,14";
/// Two games; Black leaves a man to White in the first.
const GAMES: &str = "[Event \"A\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n[Result \"0-1\"]\n\n\
    1. 11-15 23-19 2. 15-18 {a man} 22x15 3. 10-14 25-22 *\n\n\
    [Event \"B\"]\n[Black \"Bob\"]\n[White \"Ann\"]\n[Result \"1/2-1/2\"]\n\n\
    1. 9-14 24-19 2. 5-9 22-17 3. 11-15 1/2-1/2\n";

pub fn analyze(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(testing::program("crownhead"));
    command.arg("analyze").args(args);
    testing::output_of(&mut command, input.as_bytes())
}

fn text(args: &[&str], input: &str) -> String {
    let output = analyze(args, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*errors), (Some(0), ""), "{args:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn json(args: &[&str], input: &str) -> Vec<Value> {
    let text = text(&[args, &["--json"]].concat(), input);
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn file(dir: &Path, name: &str, text: &str) -> String {
    let path = dir.join(name);
    fs::write(&path, text).expect("written");
    path.to_str().expect("a path in ASCII").to_string()
}

/// Without the tags, which one form of a position alone has.
fn untagged(args: &[&str], input: &str) -> Vec<Value> {
    let mut told = json(args, input);
    told.iter_mut().for_each(|one| one["tags"] = Value::Null);
    told
}

#[test]
fn every_form_of_a_position_has_the_same_analysis() {
    let dir = tempfile::tempdir().expect("a folder");
    let rows = REQUEST.splitn(4, '\n').nth(3).expect("rows");
    let board = format!("white\n{rows}");
    let playdata =
        format!("{{\"side\":\"Black\",\"boards\":[\"{}\"]}}", rows.trim_end().replace('\n', "/"));
    let pdn = format!("[SetUp \"1\"]\n[FEN \"{FEN}\"]\n\n*\n");
    let limit = ["--nodes", "3000"];
    let wanted = untagged(&[FEN, limit[0], limit[1]], "");
    assert_eq!(
        (&wanted[0]["version"], &wanted[0]["start"]),
        (&2.into(), &"W:W17,27,K32:B7,14".into())
    );
    for form in [REQUEST, &board, FEN, &pdn, &playdata] {
        assert_eq!(untagged(&limit, form), wanted, "on standard input: {form}");
        assert_eq!(untagged(&["-", limit[0], limit[1]], form), wanted, "named `-`: {form}");
        let path = file(dir.path(), "any.name", form);
        assert_eq!(untagged(&[&path, limit[0], limit[1]], ""), wanted, "in a file: {form}");
    }
}

/// Any number of threads prints the same, and each position is what it is alone.
#[test]
fn many_positions_come_in_their_order() {
    let many = ["W:W17,K32,27:B7,14", "B:W21,22,26:B6,11,12,3", "W:WK22,K27,K18:BK1", "B:W10:B"];
    let input = many.join("\n");
    let limit = ["--nodes", "3000", "--jobs"];
    let told = json(&[&limit[..], &["3"]].concat(), &input);
    assert_eq!(told, json(&[&limit[..], &["1"]].concat(), &input));
    let numbers: Vec<_> = told.iter().map(|one| one["number"].as_u64()).collect();
    assert_eq!(numbers, [1, 2, 3, 4].map(Some));
    for (mut one, fen) in told.into_iter().zip(many) {
        one["number"] = 1.into();
        assert_eq!(one, json(&[fen, limit[0], limit[1]], "")[0], "{fen}");
    }
}

#[test]
fn a_position_is_shown_with_its_board_its_verdict_and_both_notations() {
    let won = text(&["W:WK22,K27,K18:BK1", "--lines", "2"], "");
    assert!(won.contains("  8 . B . . . . . . 8\n"), "{won}");
    assert!(won.contains("By the endgame tables: White wins; capture or crowning within"), "{won}");
    assert!(won.contains(" 2    won   100 %  "), "{won}");
    let over = text(&["B:W10:B"], "");
    assert!(over.ends_with("Black has no legal move and has lost.\n"), "{over}");
    let only = text(&["B:W22,32:B18,1", "--nodes", "500"], "");
    assert!(only.contains("Black has only one legal move. "), "{only}");
    assert!(only.contains(" 1    won   100 %  18x25\n                   d4xb2\n"), "{only}");
}

#[test]
fn a_game_is_shown_with_its_mistake_its_players_and_its_numbers() {
    let told = text(&["--nodes", "3000", "--games", "1"], GAMES);
    assert!(told.starts_with("Game 1: Ann (Black) against Bob (White), 0-1\n"), "{told}");
    let mistakes = told.split_once("Mistakes, the largest first\n").expect("one").1;
    assert!(mistakes.starts_with("  2. 15-18 ??  Black lost "), "{told}");
    assert!(told.contains("Accuracy: Black ") && told.contains("   2. 15-18       ??"), "{told}");
    let both = text(&["--nodes", "500"], GAMES);
    assert!(both.contains("All 2 games") && both.contains("\nAnn         2 "), "{both}");
}

#[test]
fn the_mistakes_of_a_known_game_are_found() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/games/nealey.pdn");
    let told = text(&[path], "");
    assert!(told.contains("\n25... 16-11 ?? decided the game: "), "{told}");
    let mistakes = told.split_once("Mistakes, the largest first\n").expect("some").1;
    let blunders: Vec<_> = mistakes.lines().filter(|line| line.contains(" ??  ")).collect();
    assert!(blunders[0].starts_with("  25... 16-11 ??  White lost 50 %"), "{told}");
    assert!(blunders[1].starts_with("  25. 2-6 ??  Black lost "), "{told}");
}

#[test]
fn the_position_after_some_moves_is_that_of_the_game() {
    let after = json(&["--games", "2", "--after", "3", "--nodes", "500"], GAMES);
    let fen = "W:W19,21,22,23,25,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,9,10,11,12,14";
    assert_eq!((&after[0]["start"], &after[0]["number"]), (&fen.into(), &2.into()));
    let beyond = analyze(&["--after", "9"], GAMES);
    assert_eq!(beyond.status.code(), Some(4));
    let errors = String::from_utf8_lossy(&beyond.stderr).into_owned();
    assert!(errors.contains("game 1 has positions after 0 to 6 moves"), "{errors}");
    let alone = analyze(&["--after", "9", "--games", "1"], GAMES);
    assert_eq!(alone.status.code(), Some(2));
}

/// The marked games are read again, with the same moves, and have the marks that JSON tells.
#[test]
fn marked_games_are_read_again_and_agree_with_json() {
    let limit = ["--nodes", "2000"];
    let marked = text(&[&limit[..], &["--pdn"]].concat(), GAMES);
    let games: Vec<_> = pdn::read(&marked).map(|game| game.expect("it can be read")).collect();
    let told = json(&limit, GAMES);
    assert_eq!((games.len(), told.len()), (2, 2));
    let mut marks = 0;
    for (game, told) in games.iter().zip(&told) {
        let moves = told["moves"].as_array().expect("moves");
        assert_eq!(game.line.turns.len(), moves.len());
        for (turn, told) in game.line.turns.iter().zip(moves) {
            let number = told["mark"].as_str().map(|mark| match mark {
                "inaccuracy" => 6,
                "mistake" => 2,
                "blunder" => 4,
                other => panic!("{other}"),
            });
            assert_eq!(turn.annotations, number.into_iter().collect::<Vec<u8>>());
            let loss = told["loss"].as_u64().expect("hundredths");
            assert!(loss <= 100 && (number.is_some() == (loss >= 10)));
            marks += usize::from(number.is_some());
        }
    }
    assert!(marks > 0 && marked.contains("better ") && marked.contains("Annotator"), "{marked}");
}

/// An analysis replaces what an earlier one has left, and nothing else.
#[test]
fn games_that_are_marked_twice_are_marked_once() {
    let by_ann = GAMES.replacen("[Event", "[Annotator \"Ann\"]\n[Event", 1);
    let args = ["--nodes", "2000", "--pdn"];
    let once = text(&args, &by_ann);
    assert_eq!(text(&args, &once), once);
    let other = text(&["--nodes", "300", "--pdn"], &once);
    for (marked, limit) in [(&once, "2000"), (&other, "300")] {
        let words = marked.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            words.contains("[Annotator \"Ann; Crownhead ") && words.contains("{a man}"),
            "{words}"
        );
        assert_eq!(words.matches("Each position was searched: ").count(), 2, "{words}");
        assert_eq!(words.matches(&format!("searched: {limit} nodes.")).count(), 2, "{words}");
    }
    assert_eq!(text(&args, &other), once);
}

fn keeping(file: &str, extra: &[&str]) -> String {
    text(&[&["--nodes", "1000", "--json", "--keep", file][..], extra].concat(), GAMES)
}

/// Many games, of which some are kept already, and the last line of the file was torn by a kill.
#[test]
fn an_analysis_that_was_broken_off_goes_on_and_prints_the_same() {
    let dir = tempfile::tempdir().expect("a folder");
    let kept = file(dir.path(), "kept.jsonl", "");
    let first = keeping(&kept, &["--games", "1"]);
    let whole = fs::read_to_string(&kept).expect("kept");
    fs::write(&kept, format!("{whole}{}", &whole[..whole.len() / 2])).expect("torn");
    let both = keeping(&kept, &[]);
    assert!(both.starts_with(&first));
    let unbroken = text(&["--nodes", "1000", "--json", "--jobs", "1"], GAMES);
    assert_eq!(both, unbroken);
    assert_eq!(fs::read_to_string(&kept).expect("kept").lines().count(), 2);
    assert_eq!(keeping(&kept, &[]), unbroken, "all from the file");
}

#[test]
fn a_journal_is_analyzed_by_its_folder_and_keeps_the_evaluations_there() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("out");
    let reference = testing::program("reference");
    let agents = [1, 2].map(|depth| format!("{} --depth {depth}", reference.display()));
    let mut command = Command::new(testing::program("referee"));
    command.arg("match").args(agents).arg("--out").arg(&out);
    command.args(["--games", "2", "--seconds", "20", "--jobs", "1", "--no-preflight"]);
    let played = command.output().expect("it starts");
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    let folder = out.to_str().expect("a path in ASCII");
    let games = json(&[folder, "--nodes", "200"], "");
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game["tags"]["Black"] != game["tags"]["White"]));
    assert!(out.join("evaluations.jsonl").is_file());
    let journal = out.join("journal.jsonl");
    let path = journal.to_str().expect("a path in ASCII");
    assert_eq!(json(&[path, "--nodes", "200"], ""), games, "the file itself");
}
