//! Ten requests of the board page, through `crownhead api`. The searches count nodes; the
//! milliseconds that they took are masked.

use crate::place::Place;
use crate::{golden, mask};

/// Rules, knowledge, searches, a review, a choice, and the forms of texts, in all four games.
const REQUESTS: [&str; 10] = [
    r#"{"ask":"line","game":"checkers","moves":["11-15","23-19","8-9"]}"#,
    r#"{"ask":"line","game":"loa","start":"b ......../......../......../...ww.../......../b......b/......../........"}"#,
    r#"{"ask":"knowledge","game":"checkers","start":"W:WK18,K22:BK1"}"#,
    r#"{"ask":"analyze","game":"checkers","moves":["11-15","23-19","8-11","22-17"],"lines":2,"threat":true,"limit":{"nodes":20000}}"#,
    r#"{"ask":"analyze","game":"tablut","moves":["d9-c","e7-f"],"lines":3,"limit":{"nodes":20000}}"#,
    r#"{"ask":"review","game":"loa","moves":["b1-b3","a2-c2","g1-g3"],"nodes":3000}"#,
    r#"{"ask":"choose","game":"amazons","moves":["d1-d7(g7)"],"level":{"nodes":800,"random":0.3,"book":true},"seed":1}"#,
    r#"{"ask":"read","name":"a.pdn","text":"[Black \"A\"]\n1. 11-15! {good} 23-19 (22-18) *"}"#,
    r#"{"ask":"write","format":"pdn","game":"checkers","moves":["11-15","23-19"],"tags":{"Black":"A","White":"B"},"result":"1-0","comments":{"1":"x"}}"#,
    r#"{"ask":"edit","game":"checkers","letters":".w.................................b............................","to_move":"black"}"#,
];

#[test]
fn ten_requests_of_the_board_page_have_the_same_responses() {
    let input = REQUESTS.join("\n") + "\n";
    let printed = Place::new().run_with("crownhead", &["api"], &input).text();
    assert_eq!(printed.lines().count(), REQUESTS.len(), "{printed}");
    let told = REQUESTS.iter().zip(printed.split_inclusive('\n'));
    let told: String =
        told.map(|(request, response)| format!("> {request}\n< {response}")).collect();
    golden::check("api.txt", &mask::json(&told, &["milliseconds"]));
}
