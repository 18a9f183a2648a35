//! `line`, `resources`, `about`: the rules as a page sees them.

use crate::api::support::{ask, refused, texts};
use analysis::api::MOST_MOVES;
use games::{GameName, Named, Notation, Walker, with_game};
use serde_json::{Value, json};

fn random_moves<G: Notation>(seed: u64, plies: usize) -> Vec<String> {
    let (mut walker, mut here, mut moves) = (Walker::new(seed), G::start(), Vec::new());
    while let Some(mv) = walker.step(&here).filter(|_| moves.len() < plies) {
        moves.push(here.move_text(mv));
        here = here.play(mv);
    }
    moves
}

fn boards_follow<G: Notation + Named>(seed: u64) {
    let moves = random_moves::<G>(seed, 30);
    let whole = ask(&json!({"ask": "line", "game": G::NAME, "moves": moves}));
    assert_eq!(whole["error"], Value::Null);
    assert_eq!(texts(&whole["turns"], "text"), moves);
    for nth in (0..moves.len()).step_by(7) {
        let part = ask(&json!({"ask": "line", "game": G::NAME, "moves": moves[..nth]}));
        let legal = part["here"]["moves"].as_array().unwrap();
        let played = legal.iter().find(|mv| mv["text"] == moves[nth]).expect("it is legal");
        assert_eq!(played["letters"], whole["turns"][nth]["letters"]);
        assert_eq!(played["path"], whole["turns"][nth]["path"]);
        // A line that begins there has the same board.
        let start = &part["here"]["fen"];
        let again = ask(&json!({"ask": "line", "game": G::NAME, "start": start}));
        assert_eq!(again["here"]["letters"], part["here"]["letters"]);
        assert_eq!(texts(&again["here"]["moves"], "text"), texts(&part["here"]["moves"], "text"));
    }
}

#[test]
fn the_boards_of_a_line_follow_from_its_moves_in_all_games() {
    for seed in 0..4 {
        GameName::ALL.into_iter().for_each(|game| {
            with_game!(game, Position => boards_follow::<Position>(seed));
        });
    }
}

#[test]
fn an_illegal_move_ends_the_line_and_is_reported_with_the_legal_ones() {
    let moves = ["11-15", "23-19", "15-19"];
    let answer = ask(&json!({"ask": "line", "game": "checkers", "moves": moves}));
    assert_eq!(texts(&answer["turns"], "text"), ["11-15", "23-19"]);
    assert_eq!(answer["error"]["ply"], 3);
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.contains("15-19 is not legal here; legal are: "), "{message}");
    let line = json!({"ask": "knowledge", "game": "checkers", "moves": moves});
    assert!(refused(&line).starts_with("move 3 of the line: 15-19 is not legal"));
}

#[test]
fn a_move_after_the_end_is_told_of_the_end_whether_it_can_be_read_or_not() {
    for text in ["1-5", "nonsense"] {
        let line = json!({"game": "checkers", "start": "W:W:B1", "moves": [text]});
        for kind in ["line", "step"] {
            let mut question = line.clone();
            question["ask"] = json!(kind);
            let error = &ask(&question)["error"];
            assert_eq!(error["message"], format!("{text} comes after the end of the game"));
        }
    }
}

#[test]
fn a_capture_is_shown_with_its_lines_of_output_and_must_be_made() {
    let line = json!({"ask": "line", "game": "checkers", "start": "W:W22,23:B18,10,K9"});
    let here = &ask(&line)["here"];
    assert_eq!(here["must_capture"], true);
    let mv = here["moves"].as_array().unwrap().iter().max_by_key(|mv| mv["captures"].as_u64());
    let mv = mv.unwrap();
    assert_eq!(mv["captures"], mv["path"].as_array().unwrap().len() - 1);
    assert!(mv["output"].as_str().unwrap().starts_with("J "));
    assert!(here["input"].as_str().unwrap().starts_with("GAME\nWHITE\n300\n"));
    let written = [mv["text"].as_str().unwrap()];
    let after =
        json!({"ask": "line", "game": "checkers", "start": "W:W22,23:B18,10,K9", "moves": written});
    assert_eq!(ask(&after)["here"]["letters"], mv["letters"]);
}

#[test]
fn moves_of_checkers_are_read_in_the_forms_that_people_write() {
    for text in ["11-15", " f6-e5 ", "F6-E5", "f6xe5"] {
        let answer = ask(&json!({"ask": "line", "game": "checkers", "moves": [text]}));
        assert_eq!(answer["turns"][0]["text"], "11-15", "{text}");
    }
}

#[test]
fn the_third_occurrence_and_the_rule_of_50_turns_end_a_game_that_may_go_on() {
    let round = ["32-28", "1-5", "28-32", "5-1"];
    let moves: Vec<&str> = round.into_iter().cycle().take(8).collect();
    let mut line =
        json!({"ask": "line", "game": "checkers", "start": "W:WK32:BK1", "moves": moves});
    assert_eq!(ask(&line)["here"]["quiet_left"], json!(null), "players have no such rule");
    line["draw_rule"] = json!("50 quiet turns");
    let here = &ask(&line)["here"];
    assert_eq!(here["result"]["text"], "Drawn: the position occurred three times.");
    assert_eq!((&here["occurred"], &here["quiet_left"]), (&json!(3), &json!(42)));
    assert!(here["to_move"] == "white" && !here["moves"].as_array().unwrap().is_empty());
}

#[test]
fn each_game_says_why_it_is_over() {
    for (game, start, text) in [
        ("checkers", "W:W:BK1", "Black wins: White has no piece left."),
        ("checkers", "W:W5:B1", "Black wins: White has no legal move."),
        (
            "tablut",
            "b k......../........./........./........./...b...../........./........./........./.........",
            "",
        ),
        (
            "tablut",
            "b ........k/........./........./........./...b...../........./........./........./.........",
            "White wins: the king has escaped.",
        ),
        (
            "loa",
            "b ......../......../......../...ww.../......../b......b/......../........",
            "White wins: White's pieces are connected.",
        ),
        (
            "loa",
            "b ......../......../......../...ww.../......../bb....../......../........",
            "White wins: the pieces of both sides are connected, and White has moved last.",
        ),
        (
            "amazons",
            "b bx......../xx......../........../........../........../........../........../........../........../.........w",
            "White wins: Black has no legal move.",
        ),
    ] {
        let here = &ask(&json!({"ask": "line", "game": game, "start": start}))["here"];
        if text.is_empty() {
            assert!(!here["result"]["text"].is_null(), "{here}");
            continue;
        }
        assert_eq!(here["result"]["text"], text, "{here}");
        assert_eq!(here["to_move"], Value::Null);
        assert_eq!(here["moves"], json!([]));
    }
}

#[test]
fn the_side_that_repeats_a_position_of_tablut_has_lost() {
    let moves = ["d9-c", "e7-f", "c9-d", "f7-e"];
    let here = &ask(&json!({"ask": "line", "game": "tablut", "moves": moves}))["here"];
    assert_eq!(here["result"]["winner"], "black");
    let text = "Black wins: White has repeated an earlier position.";
    assert_eq!(here["result"]["text"], text);
}

#[test]
fn the_tables_and_the_book_stand_beside_the_moves() {
    let start = "W:WK18,K22:BK1";
    let known = ask(&json!({"ask": "knowledge", "game": "checkers", "start": start}));
    assert!(known["verdict"].as_str().unwrap().starts_with("White wins"), "{known}");
    let evaluation = &known["evaluation"];
    assert_eq!((&evaluation["kind"], &evaluation["by"]), (&json!("table_win"), &json!("white")));
    let drawn = ask(&json!({"ask": "knowledge", "game": "checkers", "start": "W:WK32:BK1"}));
    assert_eq!(drawn["evaluation"]["kind"], "drawn_table");
    let moves = known["moves"].as_array().unwrap();
    assert!(moves.iter().all(|mv| mv["rank"] == "won" && mv["book"] == false), "{known}");
    assert!(moves[0]["verdict"].as_str().unwrap().starts_with("won, conversion within "));
    let first = ask(&json!({"ask": "knowledge", "game": "checkers"}));
    let moves = first["moves"].as_array().unwrap().iter();
    let good: Vec<_> = moves.filter(|mv| mv["book"] == true).collect();
    assert_eq!(first["evaluation"], Value::Null);
    assert_eq!((good.len(), &good[0]["text"]), (1, &json!("11-15")));
    let amazons = ask(&json!({"ask": "knowledge", "game": "amazons"}));
    let found = (amazons["moves"].as_array().unwrap().len(), &amazons["verdict"]);
    assert_eq!(found, (2176, &Value::Null));
}

#[test]
fn about_names_all_games_and_levels_that_choose_takes() {
    let about = ask(&json!({"ask": "about"}));
    assert_eq!(texts(&about["games"], "game"), GameName::ALL.map(GameName::text));
    for level in about["levels"].as_array().unwrap() {
        let mut level = level["level"].clone();
        if level["milliseconds"].is_number() {
            level["milliseconds"] = json!(1);
        }
        let chosen = ask(&json!({"ask": "choose", "game": "loa", "level": level, "seed": 1}));
        assert!(chosen["move"].is_string(), "{chosen}");
    }
}

#[test]
fn a_line_that_is_too_long_is_refused() {
    let moves = vec!["11-15"; MOST_MOVES + 1];
    let line = json!({"ask": "line", "game": "checkers", "moves": moves});
    assert!(refused(&line).contains("there can be at most"));
}

/// Each legal move, and the text of those after it.
fn steps(game: GameName, start: &Value, moves: &[String]) -> Value {
    ask(&json!({"ask": "step", "game": game, "start": start, "moves": moves}))
}

fn steps_follow<G: Notation + Named>() {
    let moves = random_moves::<G>(5, 40);
    let (mut start, mut here) = (Value::Null, G::start());
    for pair in moves.chunks(2) {
        let found = steps(G::NAME, &start, pair);
        assert_eq!((&found["played"], &found["error"]), (&json!(pair), &Value::Null));
        let line = ask(&json!({"ask": "line", "game": G::NAME, "start": start, "moves": pair}));
        assert_eq!(found["fen"], line["here"]["fen"]);
        for text in pair {
            here = here.play(here.read_move(text).expect("it was legal"));
        }
        assert_eq!(texts_of(&found["moves"]), legal(&here));
        for (text, after) in found["moves"].as_object().into_iter().flatten() {
            let next = here.play(here.read_move(text).expect("legal"));
            assert_eq!(texts_of(after), legal(&next), "{text}");
        }
        start = found["fen"].clone();
    }
}

fn legal<G: Notation>(position: &G) -> Vec<String> {
    let moves = if position.outcome().is_none() { position.move_list() } else { Vec::new() };
    let mut texts: Vec<String> = moves.iter().map(|&mv| position.move_text(mv)).collect();
    texts.sort();
    texts
}

fn texts_of(tree: &Value) -> Vec<String> {
    let mut texts: Vec<String> = match tree {
        Value::Object(moves) => moves.keys().cloned().collect(),
        _ => tree.as_str().unwrap().split_whitespace().map(str::to_string).collect(),
    };
    texts.sort();
    texts
}

#[test]
fn a_step_knows_the_moves_of_the_plies_to_come() {
    for game in GameName::ALL {
        with_game!(game, Position => steps_follow::<Position>());
    }
    let wrong = steps(GameName::Checkers, &Value::Null, &["11-15!".into(), "f6 e5".into()]);
    assert_eq!((&wrong["played"], &wrong["error"]["ply"]), (&json!(["11-15"]), &json!(2)));
    assert_eq!(ask(&json!({"ask": "stop"})), json!({"done": true}));
}
