//! `read`, `read_pair`, `write`: files of games.

use crate::api::support::{ask, refused};
use games::{GameName, Notation, Walker, with_game};
use serde_json::{Value, json};

fn read(text: &str) -> Value {
    ask(&json!({"ask": "read", "name": "x.txt", "text": text}))
}

const PDN: &str = "[Event \"Cup\"]\n[Black \"A\"]\n[White \"B\"]\n[Date \"1999.05.01\"]\n[Result \"1-0\"]\n\
    {first} 1. 11-15! {[%clk 0:01:30] good} 23-19 (22-18 15x22 25x18 (26x17 8-11)) 2. 8-11 $4 *\n\n\
    [Event \"broken\"]\n1. 11-15 11-15 *\n";

#[test]
fn a_game_in_pdn_is_read_with_all_that_stands_beside_its_moves() {
    let answer = read(PDN);
    assert_eq!((&answer["kind"], answer["games"].as_array().unwrap().len()), (&json!("games"), 1));
    assert!(answer["errors"][0].as_str().unwrap().starts_with("line 9, column 10: "), "{answer}");
    let game = &answer["games"][0];
    assert_eq!(game["title"], "A - B, Cup, 1999");
    assert_eq!(game["moves"], json!(["11-15", "23-19", "8-11"]));
    let found = (&game["result"], &game["start"], &game["plies"]);
    assert_eq!(found, (&json!("1-0"), &Value::Null, &json!(3)));
    assert_eq!(game["comments"], json!({"0": "first", "1": "[%clk 0:01:30] good"}));
    assert_eq!(game["clocks"], json!([90.0, null, null]));
    assert_eq!(game["marks"], json!({"1": "!", "3": "??"}));
    let variation = &game["variations"][0];
    let found = (&variation["at"], &variation["moves"]);
    assert_eq!(found, (&json!(1), &json!(["22-18", "15x22", "25x18"])));
    assert_eq!(variation["variations"][0]["at"], 3);
    let game = game.clone();
    let written =
        ask(&json!({"ask": "write", "format": "pdn", "game": "checkers", "moves": game["moves"],
        "tags": game["tags"], "variations": game["variations"], "comments": game["comments"],
        "marks": game["marks"], "result": game["result"]}));
    assert_eq!(game["opening"], "Old Faithful");
    let again = &read(written["text"].as_str().unwrap())["games"][0];
    for key in ["title", "moves", "comments", "marks", "variations", "result", "start"] {
        assert_eq!(again[key], game[key], "{written}");
    }
}

fn pair(input: &str, output: &str) -> Value {
    ask(&json!({"ask": "read_pair", "input": input, "output": output}))
}

#[test]
fn positions_and_files_of_agents_are_read() {
    let fen = read("W:W18:B1\nB:W18,25:B1,2 ; a problem\nx");
    assert_eq!((&fen["kind"], fen["games"].as_array().unwrap().len()), (&json!("position"), 2));
    assert_eq!(fen["games"][1]["title"], "a problem");
    assert!(fen["errors"][0].as_str().unwrap().starts_with("line 3"), "{fen}");
    let here = ask(&json!({"ask": "line", "game": "checkers", "moves": ["11-15"]}));
    let input = here["here"]["input"].as_str().unwrap();
    let request = read(input);
    let found = (&request["kind"], &request["games"][0]["start"]);
    assert_eq!(found, (&json!("position"), &here["here"]["fen"]));
    let rows: Vec<&str> = input.lines().skip(3).collect();
    let board = read(&format!("White to move\n{}\n", rows.join("\n")));
    assert_eq!(board["games"][0]["start"], here["here"]["fen"]);
    assert_eq!(pair(input, "E c3 d4\n")["games"][0]["moves"], json!(["22-18"]));
    assert!(pair(input, "E a1 b2\n")["error"].as_str().unwrap().contains("legal are: "));
    assert!(pair(input, "hello")["error"].as_str().unwrap().starts_with("output.txt, line 1: "));
    assert!(refused(&json!({"ask": "read", "text": "E c3 d4\n"})).contains("input.txt"));
    assert!(
        refused(&json!({"ask": "read", "name": "a", "text": "SINGLE\nGREEN"}))
            .starts_with("a, line 2")
    );
}

/// LF, CR LF and a lone CR each end a line, in whatever form a text has.
#[test]
fn a_text_has_the_same_games_with_the_line_ends_of_any_system() {
    let input = ask(&json!({"ask": "line", "game": "checkers", "moves": ["11-15"]}));
    let input = input["here"]["input"].as_str().unwrap().to_string();
    let rows: Vec<&str> = input.lines().skip(3).collect();
    let board = rows.join("\n");
    let playdata = json!({"version": 4, "side": "White", "boards": [rows.join("/")]});
    let loa = "new\n# a game\nb8-b6\n";
    let pdn = PDN.lines().take(6).collect::<Vec<_>>().join("\n") + "\n";
    let texts = [
        pdn,
        input.clone(),
        format!("White to move\n{board}\n"),
        format!("black to move\n{board}\n"),
        format!("{playdata}\nx"),
        loa.into(),
    ];
    for text in texts {
        let answer = read(&text);
        assert!(answer["games"][0].is_object(), "{text}: {answer}");
        for end in ["\r\n", "\r"] {
            assert_eq!(read(&text.replace('\n', end)), answer, "{end:?}: {text}");
        }
    }
    for end in ["\r\n", "\r"] {
        let answer = pair(&input.replace('\n', end), &"E c3 d4\n".replace('\n', end));
        assert_eq!(answer, pair(&input, "E c3 d4\n"), "{end:?}");
    }
}

fn line(moves: &[&str]) -> Value {
    ask(&json!({"ask": "line", "game": "checkers", "moves": moves}))
}

#[test]
fn playdata_gives_the_moves_since_the_last_capture() {
    let moves = ["11-15", "23-19", "8-11"];
    let boards = (1..=3).map(|plies| {
        let here = line(&moves[..plies]);
        let letters: Vec<char> = here["here"]["letters"].as_str().unwrap().chars().collect();
        letters.chunks(8).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
    });
    let boards: Vec<String> = boards.collect();
    let text = json!({"version": 4, "side": "Black", "boards": boards, "turns": []}).to_string();
    let answer = read(&format!("{text}\nsnapshot"));
    assert_eq!(answer["games"][0]["moves"], json!(["23-19", "8-11"]), "{answer}");
    assert_eq!(answer["games"][0]["start"], line(&moves[..1])["here"]["fen"]);
    let wrong =
        json!({"version": 4, "side": "Black", "boards": [boards[0], boards[2]]}).to_string();
    assert!(read(&wrong)["error"].is_string());
}

fn journal_line(id: u32, mv: &str) -> String {
    json!({"version": 5, "id": id, "pair": 1, "date": "2026-11-22", "opening": "11-15 23-19",
        "board": ".b.b.b.b/b.b.b.b./.b.b...b/....b.../.....w../w.w...w./.w.w.w.w/w.w.w.w.",
        "begins": "black", "black": {"name": "one", "seconds": 10.0}, "white": {"name": "two", "seconds": 10.0},
        "turns": [{"mv": mv, "charged": 0.25}], "ending": "no-moves", "winner": "white"})
    .to_string()
}

#[test]
fn a_journal_gives_its_games_with_clocks() {
    let answer =
        read(&format!("{}\n{}\n{{\"turns\": 1\n", journal_line(1, "8-11"), journal_line(2, "8-9")));
    let found = (&answer["kind"], answer["errors"].as_array().unwrap().len());
    assert_eq!(found, (&json!("journal"), 2));
    let game = &answer["games"][0];
    assert_eq!(game["moves"], json!(["11-15", "23-19", "8-11"]));
    assert_eq!(game["clocks"], json!([null, null, 9.75]));
    let found = (&game["black"], &game["result"], &game["start"]);
    assert_eq!(found, (&json!("one"), &json!("0-1"), &Value::Null));
}

fn games_are_read_back<G: Notation + formats::commands::CommandGame>(seed: u64) {
    let positions = Walker::new(seed).game(G::start(), 24);
    let moves: Vec<String> = positions
        .windows(2)
        .map(|pair| {
            let moves = pair[0].move_list();
            let found = moves.into_iter().find(|&mv| pair[0].play(mv).key() == pair[1].key());
            pair[0].move_text(found.expect("played"))
        })
        .collect();
    for from in [0, 3] {
        let begun = ask(&json!({"ask": "line", "game": G::NAME, "moves": moves[..from]}));
        let start = if from == 0 { Value::Null } else { begun["here"]["fen"].clone() };
        let question = json!({"ask": "write", "format": "pdn", "game": G::NAME, "start": start,
            "moves": moves[from..], "tags": {"Black": "one", "White": "two"}, "result": "0-1",
            "comments": {"2": "so\nfar"}});
        let written = ask(&question);
        let text = written["text"].as_str().unwrap_or_else(|| panic!("{written}")).to_string();
        let answer = read(&text);
        let game = &answer["games"][0];
        assert_eq!(game["moves"], json!(moves[from..]), "{text}\n{answer}");
        assert_eq!((&game["start"], &game["result"]), (&start, &json!("0-1")), "{text}");
        assert_eq!((&game["black"], &game["white"]), (&json!("one"), &json!("two")));
        assert_eq!((&answer["game"], &answer["errors"]), (&json!(G::NAME), &json!([])));
    }
    let list = read(&moves.join(if G::NAME == GameName::Amazons { "\n" } else { " " }));
    assert_eq!(list["games"][0]["moves"], json!(moves), "{list}");
}

#[test]
fn games_of_all_kinds_are_read_back_as_written() {
    for seed in 0..3 {
        GameName::ALL.into_iter().for_each(|game| {
            with_game!(game, Position => games_are_read_back::<Position>(seed));
        });
    }
}

#[test]
fn logs_and_scripts_of_text_programs_are_read() {
    let log = "#* loa\nmanual white\nauto black\n# b1-b3\na7-c7\n* b3-e3\nundo 1\nquit\nnonsense\n";
    let answer = read(log);
    assert_eq!(answer["games"][0]["moves"], json!(["b1-b3", "a7-c7"]), "{answer}");
    let set = "new\nset a1 black white\nset h8 white black\nb1-b3\n";
    let answer = read(&format!("#* loa\n{set}"));
    let holds = answer["games"][0]["start"].as_str().is_some_and(|start| start.starts_with("b "));
    assert!(holds, "{answer}");
    let wrong = read("#* loa\nb1-b3\na7-a8\nnew\nb1-b3\n");
    let moves: Vec<_> =
        wrong["games"].as_array().unwrap().iter().map(|game| &game["moves"]).collect();
    assert_eq!(moves, [&json!(["b1-b3"]); 2], "the first as far as it can be read");
    let holds = wrong["errors"][0].as_str().unwrap().starts_with("line 3: a7-a8 is not legal");
    assert!(holds, "{wrong}");
    assert!(refused(&json!({"ask": "read", "text": "  \n"})).contains("is empty"));
    assert!(refused(&json!({"ask": "read", "text": "Dear all,"})).contains("\"Dear all,\" begins"));
}

#[test]
fn thousands_of_games_are_read_whole() {
    let one = format!("[Event \"x\"]\n[Result \"1-0\"]\n{}\n", PDN.lines().nth(5).unwrap());
    let answer = read(&one.repeat(3_000));
    assert_eq!((answer["games"].as_array().unwrap().len(), &answer["errors"]), (3_000, &json!([])));
    assert_eq!(answer["games"][2_999]["index"], 2_999);
}

fn written(game: &str, moves: &[&str], text: &str, index: Option<usize>) -> Value {
    ask(&json!({"ask": "write", "game": game, "moves": moves,
        "file": {"text": text, "index": index}}))
}

#[test]
fn a_game_takes_its_place_in_a_file_and_all_else_stays() {
    let head = "[Black \"A\"]\n1. 11-15 {left   alone} *\n\n";
    let tail = "\n\n% of the club\n[Black \"C\"]\n1. 12-16 24-20 *\n";
    let text = format!("{head}[Black \"B\"]\n1. 11-16 *{tail}");
    let replaced = written("checkers", &["9-14"], &text, Some(1));
    let replaced = replaced["text"].as_str().expect("a text");
    assert!(replaced.starts_with(head) && replaced.ends_with(tail), "{replaced}");
    assert_eq!(read(replaced)["games"][1]["moves"], json!(["9-14"]));
    let longer = written("checkers", &["9-14"], &text, None);
    let longer = longer["text"].as_str().expect("a text");
    assert!(longer.starts_with(text.trim_end()));
    assert_eq!(read(longer)["games"][3]["moves"], json!(["9-14"]));
    assert!(written("checkers", &["9-14"], &text, Some(3))["error"].is_string());
    assert!(written("loa", &["b1-b3"], &text, None)["error"].is_string());
    let commands = "new\nmanual black\nmanual white\nb1-b3\n";
    let twice = written("loa", &["c1-c3"], commands, None);
    assert_eq!(
        read(twice["text"].as_str().expect("a text"))["games"][1]["moves"],
        json!(["c1-c3"])
    );
    let remark = format!("# seen in the club\n{commands}");
    let refused = written("loa", &["c1-c3"], &remark, Some(0));
    assert!(refused["error"].as_str().is_some_and(|text| text.contains("seen in the club")));
    assert!(written("loa", &["c1-c3"], commands, Some(0))["text"].is_string());
}
