//! The examples of docs/BOARD.md are true.

use crate::api::support::ask;
use serde_json::Value;

/// Whether `whole` holds what `part` says: of objects each key, of lists the first ones.
fn holds(whole: &Value, part: &Value) -> bool {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => {
            part.iter().all(|(key, value)| whole.get(key).is_some_and(|found| holds(found, value)))
        }
        (Value::Array(whole), Value::Array(part)) => {
            whole.len() >= part.len()
                && (!part.is_empty() || whole.is_empty())
                && part.iter().zip(whole).all(|(part, whole)| holds(whole, part))
        }
        _ => whole == part,
    }
}

#[test]
fn the_answers_in_the_document_are_those_that_are_given() {
    let document = include_str!("../../../../../docs/BOARD.md");
    let lines: Vec<&str> = document.lines().collect();
    let pairs = lines.windows(2).filter(|pair| pair[0].starts_with("> {"));
    let mut asked = 0;
    for pair in pairs {
        let question: Value = serde_json::from_str(&pair[0][2..]).expect(pair[0]);
        let shown: Value = serde_json::from_str(&pair[1][2..]).expect(pair[1]);
        let answer = ask(&question);
        assert!(holds(&answer, &shown), "{question}\n{answer}\n{shown}");
        asked += 1;
    }
    assert!(asked > 10, "{asked} examples");
}
