//! Files that an untrusted program wrote hide nothing from their readers, and do not stop a command
//! for long.

use crate::support::Arena;
use cli::visible;
use serde_json::{Value, json};
use std::fs;

const HOSTILE: &str = "\u{1b}]0;owned\u{7}\u{202e}evil\n\u{9b}2J\u{200b}";
const SHOWN: &str = "\\u{1b}]0;owned\\u{7}\\u{202e}evil\\n\\u{9b}2J\\u{200b}";

/// A game of the journal, which these players drew.
fn game(id: u32, [black, white]: [&str; 2]) -> Value {
    let board = ".b.b.b.b/b.b.b.b./.b.b.b.b/......../......../w.w.w.w./.w.w.w.w/w.w.w.w.";
    json!({
        "version": 5, "id": id, "pair": id / 2, "round": 1, "opening": "start", "board": board,
        "begins": "black", "black": player(black), "white": player(white), "profile": "spec",
        "quiet_turns": 50, "max_plies": 400, "sandboxed": true, "untimed": false, "seed": 1,
        "turns": [{"mv": "11-15", "charged": 0.1}], "ending": "max-plies", "last_charge": null,
    })
}

fn player(name: &str) -> Value {
    json!({"name": name, "command": name, "sha256": "0", "seconds": 10.0, "left": 9.0})
}

fn journal(arena: &Arena, games: impl Iterator<Item = Value>) {
    fs::create_dir_all(arena.path("m")).expect("made");
    let lines: String = games.map(|game| game.to_string() + "\n").collect();
    arena.write("m/journal.jsonl", lines);
}

fn assert_nothing_is_hidden(text: &str) {
    assert_eq!(visible::lines(text), text);
}

#[test]
fn a_crafted_journal_is_reported_and_replayed_with_everything_shown() {
    let arena = Arena::new();
    let mut lost = game(1, [HOSTILE, "b"]);
    for field in ["opening", "detail", "evidence"] {
        lost[field] = HOSTILE.into();
    }
    lost["ending"] = "malformed".into();
    journal(&arena, [lost, game(2, ["b", HOSTILE])].into_iter());
    let report = arena.referee(&["report", "m"]);
    let replay = arena.referee(&["replay", "m/journal.jsonl", "--game", "1"]);
    for text in [&report.out, &replay.out] {
        assert_nothing_is_hidden(text);
        assert!(text.matches(SHOWN).count() > 1, "{text}");
    }
    let json = arena.referee(&["report", "m", "--json"]).out;
    assert_nothing_is_hidden(&json);
    let read: Value = serde_json::from_str(&json).expect("JSON");
    assert!(read["players"].as_array().is_some_and(|players| players.len() == 2), "{json}");
    for file in ["games.pdn", "games.csv", "standings.csv"] {
        assert_nothing_is_hidden(&fs::read_to_string(arena.path("m").join(file)).expect("made"));
    }
}

#[test]
fn a_wrong_line_and_the_name_of_a_file_are_shown_in_the_error() {
    let arena = Arena::new();
    let mut wrong = game(1, ["a", "b"]);
    wrong["ending"] = HOSTILE.into();
    journal(&arena, std::iter::once(wrong));
    let folder = arena.path("m");
    let named = folder.with_file_name("\u{1b}[2J\nreferee: all is well\u{202e}");
    fs::rename(&folder, &named).expect("moved");
    let result = arena.ends(2, &["report", named.to_str().expect("text")]);
    assert_nothing_is_hidden(&result.err);
    assert_eq!(result.err.lines().count(), 1, "{}", result.err);
    assert!(result.err.contains(SHOWN) && result.err.contains("\\u{1b}[2J\\nreferee"));
}

/// Once each took a minute or more: the ratings of all players, and a cell for each two of them.
#[test]
fn journals_of_thousands_of_players_are_reported() {
    let arena = Arena::new();
    let names: Vec<String> = (0..3_000).map(|number| format!("player {number}")).collect();
    let ring = |id: usize| game(id as u32 + 1, [&names[id], &names[(id + 1) % names.len()]]);
    let star = |id: usize| game(id as u32 + 1, [&names[0], &names[id.max(1)]]);
    for games in [&ring as &dyn Fn(usize) -> Value, &star] {
        journal(&arena, (0..names.len()).map(games));
        let result = arena.succeeds(&["report", "m"]);
        assert!(result.out.contains("rating: left out, since more than 1000 agents"));
    }
}
