//! `analyze`, `review`, `choose`: what is searched.

use crate::api::support::{KeptParts, ask, parts, refused, texts};
use analysis::Resources;
use analysis::api::respond;
use serde_json::{Value, json};

#[test]
fn an_analysis_comes_in_parts_and_ends_at_its_limit() {
    for game in ["checkers", "loa", "tablut", "amazons"] {
        let question =
            json!({"ask": "analyze", "game": game, "lines": 2, "limit": {"nodes": 3000}});
        let parts = parts(&question);
        let last = parts.last().unwrap();
        assert_eq!((&last["done"], &last["source"]), (&json!(true), &json!("search")), "{last}");
        assert!(parts[..parts.len() - 1].iter().all(|part| part["done"] == false));
        assert_eq!(last["lines"].as_array().unwrap().len(), 2);
        let (first, nodes) = (&last["lines"][0], last["nodes"].as_u64().unwrap());
        assert!(nodes >= 3_000 || first["evaluation"]["kind"] != "units", "{last}");
        let found = first["moves"].as_array().unwrap().len();
        assert_eq!(found, first["paths"].as_array().unwrap().len());
        let share = first["evaluation"]["share"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&share));
    }
}

#[test]
fn the_same_question_has_the_same_last_part() {
    let question = json!({"ask": "analyze", "game": "checkers", "moves": ["11-15"], "lines": 3,
        "limit": {"nodes": 5000}});
    let [first, second] = [(); 2].map(|()| {
        let mut part = ask(&question);
        part["milliseconds"] = json!(0);
        part
    });
    assert_eq!(first, second);
}

#[test]
fn the_tables_answer_without_a_search() {
    let question = json!({"ask": "analyze", "game": "checkers", "start": "W:WK18,K22:BK1"});
    let last = ask(&question);
    assert_eq!((&last["source"], &last["nodes"]), (&json!("tables"), &json!(0)));
    let evaluation = &last["lines"][0]["evaluation"];
    assert_eq!((&evaluation["kind"], &evaluation["by"]), (&json!("table_win"), &json!("white")));
    assert_eq!((&evaluation["text"], &evaluation["share"]), (&json!("White wins"), &json!(0.0)));
}

#[test]
fn an_endless_analysis_stops_when_no_caller_waits() {
    let mut caller = KeptParts { stop_after: Some(2), ..KeptParts::default() };
    let question = json!({"ask": "analyze", "game": "loa"});
    respond(&Resources::default(), &question.to_string(), &mut caller);
    assert!(caller.parts.len() >= 2);
}

#[test]
fn a_threat_is_what_the_other_side_would_play() {
    let moves = ["11-15", "22-18"];
    let question = json!({"ask": "analyze", "game": "checkers", "moves": moves, "threat": true,
        "limit": {"nodes": 2000}});
    let best = &ask(&question)["lines"][0]["moves"][0];
    assert!(best.as_str().unwrap().starts_with("18x11"), "{best}");
    let over = json!({"ask": "analyze", "game": "checkers", "start": "W:W5:B1", "threat": true});
    assert!(refused(&over).starts_with("the game is over here. Black wins"));
    let blocked =
        json!({"ask": "analyze", "game": "checkers", "start": "B:W5:B1,K30", "threat": true});
    assert!(refused(&blocked).starts_with("White threatens nothing"));
}

#[test]
fn limits_are_those_of_the_command_line() {
    for (field, value, sentence) in [
        ("lines", json!(0), "lines: write a number from 1 to 200, not 0"),
        ("lines", json!(201), "lines: write a number from 1 to 200, not 201"),
        ("limit", json!({"nodes": 0}), "nodes: write a number from 1 on, not 0"),
        ("limit", json!({"depth": 0}), "depth: write a number from 1 to 120, not 0"),
        ("limit", json!({"depth": 121}), "depth: write a number from 1 to 120, not 121"),
        ("limit", json!({"milliseconds": 0}), "milliseconds: write a number from 1 on, not 0"),
    ] {
        let mut question = json!({"ask": "analyze", "game": "loa"});
        question[field] = value.clone();
        assert_eq!(refused(&question), sentence);
        if field == "limit" {
            let level = json!({"ask": "choose", "game": "loa", "level": value, "seed": 1});
            assert_eq!(refused(&level), sentence);
        }
    }
    let few = json!({"ask": "review", "game": "checkers", "moves": ["11-15"], "nodes": 99});
    assert!(refused(&few).starts_with("nodes: write a number from 100 to "));
}

fn choose(start: Option<&str>, level: &Value, seed: u64) -> Value {
    ask(&json!({"ask": "choose", "game": "checkers", "start": start, "level": level, "seed": seed}))
}

#[test]
fn a_level_chooses_as_it_says() {
    let book = choose(None, &json!({"nodes": 100, "book": true}), 1);
    assert_eq!((&book["move"], &book["source"]), (&json!("11-15"), &json!("book")));
    let search = choose(None, &json!({"nodes": 100}), 1);
    assert_eq!(search["source"], "search");
    assert!(search["evaluation"]["units"].is_number());
    let random: Vec<Value> =
        (0..20).map(|seed| choose(None, &json!({"nodes": 1, "random": 1}), seed)).collect();
    assert!(random.iter().all(|chosen| chosen["source"] == "random"));
    assert!(random.iter().any(|chosen| chosen["move"] != random[0]["move"]));
    let tables = choose(Some("W:WK18,K22:BK1"), &json!({"nodes": 1}), 1);
    assert_eq!(tables["source"], "tables");
    let only = choose(Some("W:W22:B18,2"), &json!({"nodes": 1}), 1);
    assert_eq!((&only["source"], &only["move"]), (&json!("only"), &json!("22x15")));
    assert!(choose(None, &json!({}), 1)["error"].as_str().unwrap().contains("name a limit"));
    assert!(choose(None, &json!({"nodes": 1, "random": 2}), 1)["error"].is_string());
}

fn review(moves: &[&str]) -> Value {
    json!({"ask": "review", "game": "checkers", "moves": moves, "nodes": 2000, "result": "1-0"})
}

#[test]
fn a_review_marks_a_man_that_was_given_away() {
    let moves =
        ["11-15", "22-18", "15x22", "25x18", "12-16", "18-14", "9x18", "23x14", "10x17", "21x14"];
    let parts = parts(&review(&moves));
    assert!(parts[0]["positions"] == moves.len() + 1 && parts[0]["finished"] == 0);
    let last = parts.last().unwrap();
    let reviewed = last["moves"].as_array().unwrap();
    assert_eq!(reviewed.len(), moves.len());
    assert!(last["summary"].as_str().unwrap().ends_with('.'));
    assert_eq!(reviewed[2]["choice"], "forced");
    let given = review(&["11-15", "21-17", "15-18"]);
    let blunder = &ask(&given)["moves"][2];
    assert!(blunder["loss"].as_u64().unwrap() >= 10 && blunder["sign"].is_string(), "{blunder}");
    assert!(refused(&review(&[])).contains("no move to review"));
    for game in ["loa", "tablut", "amazons"] {
        let mv = ask(&json!({"ask": "line", "game": game}))["here"]["moves"][0]["text"].clone();
        let question = json!({"ask": "review", "game": game, "moves": [mv], "nodes": 200});
        assert_eq!(ask(&question)["done"], true, "{game}");
    }
    assert_eq!(texts(&last["moves"], "side")[..2], ["black", "white"]);
}
