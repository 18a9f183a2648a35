//! `crownhead analyze` of Lines of Action, Tablut and Amazons: the language of the text programs in
//! all its forms.

use crate::analyze::analyze;
use games::board::Side;
use games::{Game, GameName, Named, Walker, amazons, loa, tablut, with_game};
use referee::rules::Refereed;
use serde_json::Value;

const LIMIT: [&str; 2] = ["--nodes", "150"];

fn json(args: &[&str], input: &str) -> Vec<Value> {
    let output = analyze(&[args, &LIMIT, &["--json"]].concat(), input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*errors), (Some(0), ""), "{args:?} of {input}");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// What it says of wrong input, and its exit code.
fn errors(args: &[&str], input: &str) -> (Option<i32>, String) {
    let output = analyze(&[args, &LIMIT].concat(), input);
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn random_moves<G: Refereed + Named>(seed: u64, plies: usize) -> (Vec<String>, G) {
    let mut walker = Walker::new(seed);
    let (mut here, mut moves) = (G::start(), Vec::new());
    while let Some(mv) = walker.step(&here).filter(|_| moves.len() < plies) {
        moves.push(here.move_text(mv));
        here = here.play(mv);
    }
    (moves, here)
}

fn all_forms_are_one<G: Refereed + Named>() {
    let (moves, _) = random_moves::<G>(11, 8);
    let plain = moves.join("\n");
    let wanted = json(&[], &plain);
    let told: Vec<_> = wanted[0]["played"].as_array().expect("moves").iter().collect();
    assert_eq!((wanted.len(), told.len()), (1, 8));
    assert_eq!(wanted[0]["game"], G::NAME.text());
    assert!(told.iter().zip(&moves).all(|(told, mv)| **told == **mv));
    let starred: Vec<String> = moves.iter().map(|mv| format!("* {mv}")).collect();
    // As `--log` has it: the moves of automatic players are comments.
    let first = G::start().side_to_move();
    let logged = moves.iter().zip(0..).map(|(mv, ply)| {
        let is_own = ply % 2 == usize::from(first == Side::White);
        if is_own { mv.clone() } else { format!("# {mv}") }
    });
    let logged: Vec<String> = logged.collect();
    for form in [
        format!("new\nmanual black\nmanual white\n{plain}\n"),
        starred.join("\n"),
        format!("auto white\n{}\nquit\nnonsense\n", logged.join("\n")),
        format!("#* {}\n# a remark\n{plain}\ndump\neval\n", G::NAME),
        format!("{plain}\nundo\n{}\n", moves[7]),
    ] {
        assert_eq!(json(&["--game", G::NAME.text()], &form), wanted, "{form}");
        assert_eq!(json(&[], &form), wanted, "told by the text: {form}");
    }
}

fn first_legal<G: Refereed + Named>(position: &G) -> G::Move {
    let moves = position.move_list();
    moves[0]
}

#[test]
fn every_form_of_a_game_has_the_same_analysis() {
    for game in [GameName::Loa, GameName::Tablut, GameName::Amazons] {
        with_game!(game, Position => all_forms_are_one::<Position>());
    }
}

fn dump<G: Refereed + Named>(position: &G) -> String {
    format!("{} to move\n===\n{}\n===\n", position.side_to_move(), position.dump())
}

fn a_dump_is_a_position<G: Refereed + Named>() {
    let (moves, last) = random_moves::<G>(4, 6);
    let plain = moves.join("\n");
    let told = json(&["--lines", "2"], &dump(&last));
    let after = json(&["--lines", "2", "--after", "6"], &plain);
    assert_eq!((&told[0]["kind"], &told[0]["start"]), (&"position".into(), &after[0]["start"]));
    assert_eq!(told[0]["lines"].as_array().map(Vec::len), Some(2));
    // A dump of the board that was reached changes nothing; a game may begin with a dump.
    assert_eq!(json(&[], &format!("{plain}\n{}", dump(&last))), json(&[], &plain));
    let mv = last.move_text(first_legal(&last));
    let continued = json(&[], &format!("{}{mv}\n", dump(&last)));
    assert_eq!(continued[0]["start"], told[0]["start"]);
    assert_eq!(continued[0]["played"][0], *mv);
    let many = format!("{}\n{}", dump(&last), dump(&G::start()));
    assert_eq!(json(&["--game", G::NAME.text()], &many).len(), 2);
    let people = analyze(&LIMIT, &dump(&last));
    let text = String::from_utf8_lossy(&people.stdout).into_owned();
    let begin = format!("{} to move\n\n    a b c", last.side_to_move());
    assert!(text.starts_with(&begin) && text.contains("\n    score  chance  moves\n"), "{text}");
}

#[test]
fn a_dump_is_a_position_or_the_start_of_a_game() {
    for game in [GameName::Loa, GameName::Tablut, GameName::Amazons] {
        with_game!(game, Position => a_dump_is_a_position::<Position>());
    }
}

#[test]
fn a_file_of_games_has_players_results_and_numbers() {
    let (moves, _) = random_moves::<loa::Position>(3, 9);
    let games = [(3, "Black (ann) wins: White: illegal move"), (8, "tied (limit of moves)")];
    let games = games.map(|(number, result)| {
        let head =
            format!("# game {number}: ann (Black) against bob x (White)\nnew\nmanual black\n");
        format!("{head}{}\n# {result}\n\n", moves.join("\n"))
    });
    let text = games.concat();
    let told = json(&[], &text);
    let facts: Vec<_> = told.iter().map(|one| (&one["number"], &one["result"])).collect();
    assert_eq!(facts, [(&3.into(), &"1-0".into()), (&8.into(), &"1/2-1/2".into())]);
    assert!(told.iter().all(|one| one["tags"]["White"] == "bob x"));
    assert_eq!(json(&["--games", "8"], &text), [told[1].clone()]);
    let people = analyze(&["--nodes", "50", "--games", "3"], &text);
    let people = String::from_utf8_lossy(&people.stdout).into_owned();
    let begin = "Game 3: ann (Black) against bob x (White), Black won\nBlack (ann) wins: White: \
                 illegal move.\n";
    assert!(people.starts_with(begin), "{people}");
    assert_eq!(errors(&["--games", "5"], &text).0, Some(2));
}

#[test]
fn what_is_wrong_is_reported_with_its_line_and_the_other_games_are_analyzed() {
    let two = "#* tablut\nnew\nd9-c\ne7-e\nnew\nd9-c\n";
    let output = analyze(&[&LIMIT[..], &["--json"]].concat(), two);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!((output.status.code(), told.lines().count()), (Some(4), 2));
    assert!(told.contains("\"number\":1") && told.contains("\"number\":2"), "{told}");
    for (input, told) in [
        (two, "standard input, game 1, line 4: e7-e is not legal here"),
        ("b1-b3\nzzz\n", "line 2: \"zzz\" is neither a command nor a move"),
        ("b1-b3\nset k1 black white\n", "line 2: set: \"k1\" is not a square"),
        ("b1-b3\nlimit 0\n", "line 2: limit: \"0\" is"),
        ("d1-d7(g7)\nlimit 9\n", "line 2: amazons has no limit of moves"),
        ("auto white\nb1-b3\nb3-b5\n", "moves of automatic players are missing"),
        ("#* amazons\n===\n- - -\n===\n", "line 2: this is no board of Amazons: the board has 1"),
        ("d9-c\nauto red\n", "line 2: auto: \"red\" is not a side"),
    ] {
        let (code, text) = errors(&[], input);
        assert!(code == Some(4) && text.contains(told), "{input}: {text}");
    }
    let empty = dump(&tablut::Position::start().play(first_legal(&tablut::Position::start())));
    let headless = empty.split_once('\n').expect("a line for the side").1;
    let (code, text) = errors(&[], headless);
    assert!(code == Some(4) && text.contains("line 1: who is to move?"), "{text}");
    let (code, text) = errors(&["--pdn"], "b1-b3\n");
    assert!(code == Some(2) && text.contains("--pdn is for checkers"), "{text}");
}

/// Who repeats has lost, `limit` ends a game, and a set board is a start.
#[test]
fn the_rules_about_whole_games_count() {
    let repeats = json(&[], "d9-c\ne7-f\nc9-d\nf7-e\n");
    assert_eq!(repeats[0]["moves"][3]["after"]["share"], 1.0, "White has come back to the start");
    let limited = json(&[], "limit 2\nd9-c\ne7-f\nd1-c\nf7-g\n");
    assert_eq!(limited[0]["moves"][3]["after"]["share"], 0.0, "Black has no more moves");
    let set = json(&[], "#* loa\nset b1 - black\nset c1 - black\nd1-d3\nset a2 - black\n");
    assert_eq!(set.len(), 2, "a second board after moves");
    let board = set[0]["start"].as_str().expect("a board");
    assert!(board.ends_with("...bbbb."), "{board}");
    let end = with_one_amazon_left();
    let over = analyze(&[], &end);
    let text = String::from_utf8_lossy(&over.stdout).into_owned();
    assert!(text.ends_with("has no legal move and has lost.\n"), "{text}");
}

/// A dump in which White cannot move.
fn with_one_amazon_left() -> String {
    let (mut walker, mut here) = (Walker::new(1), amazons::Position::start());
    while let Some(mv) = walker.step(&here) {
        here = here.play(mv);
    }
    dump(&here)
}
