//! `edit`: boards that a person has put together.

use crate::api::support::ask;
use games::{GameName, Notation, Walker, with_game};
use serde_json::{Value, json};

fn edited(game: &str, letters: &str, to_move: &str) -> Value {
    ask(&json!({"ask": "edit", "game": game, "letters": letters, "to_move": to_move}))
}

fn boards_of_games_are_taken<G: Notation + formats::commands::CommandGame>(seed: u64) {
    for position in Walker::new(seed).game(G::start(), 60) {
        let (letters, side) =
            (position.letters(), position.side_to_move().to_string().to_lowercase());
        let answer = edited(G::NAME.text(), &letters, &side);
        if let Some(start) = answer["start"].as_str() {
            let line = ask(&json!({"ask": "line", "game": G::NAME, "start": start}));
            assert_eq!(line["start_letters"], letters);
            assert_eq!(line["first"], side);
        } else {
            // A side may have lost its last piece, or White its king.
            assert!(answer["error"].as_str().unwrap().contains("has no "), "{answer}");
        }
    }
}

#[test]
fn every_board_of_a_game_can_begin_another() {
    for seed in 0..3 {
        GameName::ALL.into_iter().for_each(|game| {
            with_game!(game, Position => boards_of_games_are_taken::<Position>(seed));
        });
    }
}

/// An empty board with these rows, counted from the top.
fn board(changes: &[(usize, &str)], size: usize) -> String {
    let mut rows = vec![".".repeat(size); size];
    for &(from_top, text) in changes {
        rows[from_top] = text.to_string();
    }
    rows.concat()
}

#[test]
fn what_no_game_can_have_is_reported_with_its_squares() {
    for (game, letters, error, squares) in [
        (
            "checkers",
            board(&[(0, ".w......"), (4, ".b......")], 8),
            "b8: a man on its last row is a king; put a king there.",
            json!(["b8"]),
        ),
        (
            "checkers",
            board(&[(0, "w......."), (4, ".b......")], 8),
            "a8: pieces stand on dark squares only.",
            json!(["a8"]),
        ),
        (
            "checkers",
            board(&[(0, ".W......")], 8),
            "Black has no piece; put at least one on the board.",
            json!([]),
        ),
        (
            "loa",
            board(&[(0, "bbbbbbbb"), (1, "bbbbb..w")], 8),
            "Black has 13 pieces; there can be at most 12.",
            Value::Null,
        ),
        (
            "tablut",
            board(&[(0, "k.......k")], 9),
            "White has 2 kings; there can be only one.",
            json!(["a9", "i9"]),
        ),
        (
            "tablut",
            board(&[(4, "k...b....")], 9),
            "e5: only the king can stand on the throne.",
            json!(["e5"]),
        ),
        (
            "amazons",
            board(&[(0, "bbbbb....w")], 10),
            "Black has 5 pieces; there can be at most 4.",
            Value::Null,
        ),
        ("amazons", "bw".to_string(), "The board has 1 rows; it needs 10.", json!([])),
        (
            "loa",
            board(&[(0, "bx......")], 8),
            "'x' in row 1 is not one of the letters .bw.",
            json!([]),
        ),
    ] {
        let answer = edited(game, &letters, "black");
        assert_eq!(answer["error"], error, "{answer}");
        assert!(squares.is_null() || answer["squares"] == squares, "{answer}");
    }
}

#[test]
fn a_line_and_a_text_begin_with_boards_of_the_same_rules() {
    let man = "a man on its last row is a king; put a king there";
    let input = ".w......\n........\n........\n........\n.b......\n........\n........\n........\n";
    for (game, start, sentence) in [
        ("checkers", "B:W1:B12", format!("the position, column 1: b8: {man}")),
        ("checkers", "B:W32:B1-13", "the position, column 1: Black has 13 pieces".to_string()),
        (
            "loa",
            "b bbbbbbbb/bbbbb..w/......../......../......../......../......../........",
            "Black has 13 pieces; there can be at most 12".to_string(),
        ),
        (
            "tablut",
            "b k......../........./........./........./....b..../........./........./........./.........",
            "e5: only the king can stand on the throne".to_string(),
        ),
    ] {
        let error = ask(&json!({"ask": "line", "game": game, "start": start}))["error"].to_string();
        assert!(error.contains(&sentence), "{error}");
    }
    let request = format!("SINGLE\nBLACK\n300\n{input}");
    let board = format!("BLACK\n{input}");
    for text in [request.as_str(), &board, "[FEN \"B:W1:B12\"]\n*", "B:W1:B12"] {
        let answer = ask(&json!({"ask": "read", "name": "a.txt", "text": text})).to_string();
        assert!(answer.contains(man), "{text}: {answer}");
    }
    // A game may be over.
    assert!(
        ask(&json!({"ask": "line", "game": "checkers", "start": "W:W:BK7"}))["here"].is_object()
    );
}
