//! The law: what `read` tells of a game in PDN, `write` makes the same game of.

use crate::api::support::ask;
use analysis::Resources;
use analysis::api::{Caller, respond};
use formats::pdn::{self, PdnGame, PdnStyle, random_game};
use games::Walker;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::HashSet;

/// The text that a page gets back for a game that it has read. A `Value` sorts the names of an
/// object, which a page does not: so these tags are those of `known`, as a list.
fn through_the_page(game: &Value, known: &PdnGame) -> String {
    let names = known.tags.iter().map(|(name, _)| name.as_str());
    let told: HashSet<_> = match &game["tags"] {
        Value::Object(tags) => tags.keys().map(String::as_str).collect(),
        list => list.as_array().into_iter().flatten().filter_map(|tag| tag[0].as_str()).collect(),
    };
    assert_eq!(told, names.collect());
    let written = ask(&json!({"ask": "write", "game": "checkers", "start": game["start"],
        "moves": game["moves"], "tags": known.tags, "variations": game["variations"],
        "comments": game["comments"], "marks": game["marks"], "result": game["result"]}));
    written["text"].as_str().unwrap_or_else(|| panic!("{written}")).to_string()
}

/// Every game of the text comes back as it is written without a page between.
fn comes_back(text: &str) {
    let games: Vec<PdnGame> = pdn::read(text).flatten().collect();
    let answer = ask(&json!({"ask": "read", "text": text}));
    let told = answer["games"].as_array().unwrap_or_else(|| panic!("{answer}: {text}"));
    assert_eq!(told.len(), games.len(), "{text}");
    for (told, game) in told.iter().zip(&games) {
        let expected = pdn::write(game, PdnStyle::default());
        let text = through_the_page(told, game);
        assert_eq!(text, expected);
        let again: Vec<_> = pdn::read(&text).flatten().collect();
        let [again] = &again[..] else { panic!("{text}") };
        assert_eq!((&again.line, again.outcome()), (&game.line, game.outcome()), "{text}");
        let mut rest = again.tags.iter();
        let is_kept = |(name, value): &(String, String)| {
            let has_name = |(known, _): &&(String, String)| known.eq_ignore_ascii_case(name);
            let found = rest.find(has_name).is_some_and(|(_, found)| found == value);
            // These are written in their one usual form.
            found
                || ["Result", "FEN", "SetUp", "GameType"]
                    .iter()
                    .any(|one| one.eq_ignore_ascii_case(name))
        };
        assert!(game.tags.iter().all(is_kept), "{text}");
    }
}

const KINDS: [&str; 12] = [
    "[Event \"v\"]\n[Black \"A\"]\n[White \"B\"]\n\n1. 11-15 {good} (1. 9-14 {nine} $1 (1. 10-15 \
     {ten} 23-18 $4) 1... 22-18 {after nine} $2) 1... 23-19 $5 (1... 22-18 {b-comment} 15x22 $3) \
     ({first} 1... 24-20 {last}) 2. 8-11 (2. 9-14 (2. 9-13 22-18) (2. 10-14)) 2... 22-17 *",
    "[White \"B\"]\n[Annotator \"a  b\"]\n[Black \"A\"]\n[Result \"1-0\"]\n\n1. 11-15! {good} {twice} \
     (1. 9-14 22-18 5-9) 23-19?$17 {[%clk 0:10:00] weak} 8-11 {[%clock w0:10:00 B0:09:58]} 22-17 1-0",
    "[Event \"a\"]\n[Black \"P\"]\n[Event \"b\"]\n[GameType \"21\"]\n\n{before} 1. 9-14 1/2-1/2",
    "[FEN \"W:W18:B14\"]\n[SetUp \"1\"]\n[Result \"0-1\"]\n\n1. 18x9 {so} 0-1",
    "[Red \"Ada\"]\n[My-Tag \"\\\"x\\\"\"]\n1. 11-15 (1. 11-15 23-19) (1. 9-14) (1. 9-14 22-18) 0-1",
    "[Result \"7-2 by points\"]\n1. 11-15 *",
    "1. 22-18 9-13 2. 18-15 1-0",
    "[GameType \"21,B,8,8,N2,0\"]\n1. 22-18 10-15 *",
    "1. 11-15 23-19 (1... 22-18 -- 15x22) 2. 8-11 (prose here) 22-",
    "{only} 1. 11-15 (1. 9-14 {x} 1/2-1/2) ; to the end\n23-19 resigns",
    "[Winner \"White\"]\n[Date \"1990.??.??\"]\n[Result \"*\"]\n1. 11-15 $0 $255 ?? *",
    "[Event \"no moves\"]\n\n*",
];

#[test]
fn games_of_every_kind_come_back() {
    KINDS.into_iter().for_each(comes_back);
    comes_back(&KINDS.join("\n\n"));
}

#[test]
fn the_games_of_our_collections_come_back() {
    comes_back(include_str!("../../../../../fixtures/games/nealey.pdn"));
    comes_back(include_str!("../../../../../fixtures/golden/analyze/nealey.pdn"));
    comes_back(include_str!("../../../../../fixtures/golden/report/checkers.pdn"));
}

#[test]
fn tags_are_told_in_the_order_of_the_file() {
    for (text, tags) in [
        ("[White \"W\"]\n[Black \"B\"]\n*", "\"tags\":{\"White\":\"W\",\"Black\":\"B\"}"),
        ("[Site \"a\"]\n[Site \"b\"]\n*", "\"tags\":[[\"Site\",\"a\"],[\"Site\",\"b\"]]"),
    ] {
        let mut caller = SentTexts::default();
        let request = json!({"ask": "read", "text": text}).to_string();
        respond(&Resources::default(), &request, &mut caller);
        assert!(caller.0.concat().contains(tags), "{:?}", caller.0);
    }
    let request =
        "{\"ask\":\"write\",\"game\":\"checkers\",\"tags\":{\"White\":\"W\",\"Black\":\"B\"}}";
    let mut caller = SentTexts::default();
    respond(&Resources::default(), request, &mut caller);
    let text = caller.0.concat();
    assert!(text.find("White").is_some_and(|at| text[at..].contains("Black")), "{text}");
}

#[derive(Default)]
struct SentTexts(Vec<String>);

impl Caller for SentTexts {
    fn milliseconds(&self) -> f64 {
        0.0
    }

    fn is_stopped(&self) -> bool {
        false
    }

    fn send(&mut self, part: String) {
        self.0.push(part);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_tree_comes_back(seed in any::<u64>()) {
        let game = random_game(&mut Walker::new(seed));
        comes_back(&pdn::write(&game, PdnStyle::default()));
    }
}
