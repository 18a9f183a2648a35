//! Every request has an answer, and it ends with `done`, `error` or the whole answer.

use crate::api::support::parts_of_text;
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_assert, prop_oneof, proptest};
use proptest::sample::select;
use serde_json::{Value, json};

/// Words that come close to those of requests.
const NEAR: [&str; 29] = [
    "checkers",
    "loa",
    "tablut",
    "amazons",
    "11-15",
    "23-19",
    "15x22x29",
    "b1-b3",
    "d9-c",
    "d1-d7(g7)",
    "pass",
    "B:W18:B1",
    "b ...bbb.../....b....",
    "black",
    "white",
    "new\nb1-b3",
    "1. 11-15 (",
    "{\"turns\":[],\"board\":\"\"}",
    "{\"boards\":[\"\"],\"side\":\"Black\"}",
    "===\n- - b\n===",
    "SINGLE\nBLACK",
    "E b6 c5",
    "*",
    "#* loa\nset a1 black black",
    "undo 99999999999",
    "1-0",
    "W:WK1,K1:B",
    "w x",
    "k",
];

fn word() -> impl Strategy<Value = Value> {
    prop_oneof![
        select(&NEAR[..]).prop_map(|text| json!(text)),
        any::<String>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        vec(select(&NEAR[..]), 0..4).prop_map(|texts| json!(texts)),
        (0..4_usize).prop_map(|at| json!([{"at": at, "moves": ["22-18"]}])),
        (0..4_usize).prop_map(|ply| json!({ply.to_string(): "?"})),
        any::<bool>().prop_map(Value::from),
        select(&[0, 1, 7, 300][..]).prop_map(|nodes| json!({"nodes": nodes, "depth": 2})),
    ]
}

proptest! {
    #[test]
    fn any_question_is_answered(
        kind in select(&["line", "knowledge", "analyze", "review", "choose", "read", "read_pair",
            "write", "edit", "about", "x"][..]),
        game in select(&["checkers", "loa", "tablut", "amazons"][..]),
        fields in vec((select(&["game", "start", "moves", "lines", "nodes", "level", "seed", "name",
            "text", "tags", "variations", "comments", "marks", "result", "letters", "to_move",
            "threat", "input", "output"][..]), word()), 0..5),
    ) {
        // Without a limit an analysis would not end.
        let mut question = json!({"ask": kind, "game": game, "limit": {"nodes": 300, "depth": 2},
            "level": {"nodes": 20}});
        for (name, value) in fields {
            question[name] = value;
        }
        if question["nodes"].as_u64().is_some_and(|nodes| nodes > 300) {
            question["nodes"] = json!(300);
        }
        let parts = parts_of_text(&question.to_string());
        prop_assert!(parts.last().is_some_and(Value::is_object));
    }

    #[test]
    fn any_text_is_answered(text in any::<String>()) {
        prop_assert!(parts_of_text(&text).last().is_some_and(|part| part["error"].is_string()));
    }

    #[test]
    fn any_text_is_read(text in "[-\\[\\]{}().:;#*=/ \\nwWbBkxKJE0-9a-j]{0,120}") {
        let question = json!({"ask": "read", "text": text});
        prop_assert!(parts_of_text(&question.to_string()).len() == 1);
    }
}
