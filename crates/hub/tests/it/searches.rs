//! What a search tells and plays.

use crate::client::{Client, params, value};
use agent::player;
use evaluation::checkers::CheckersEvaluator;
use games::{Game as _, checkers::Position};
use search::{DepthLimit, KeyHistory};

/// Black can only capture.
const FORCED: &str = "pos start moves=\"11-15 22-18\"";
/// White's king on 7 wins against Black's man: five pieces or fewer, in the format of the protocol.
const ENDING: &str = "pos pos=WeeeeeeWeeeeeeeeeeeeeeeeebeeeeeee";
/// A position of the middle game that is not in the book.
const MIDDLE: &str = "pos pos=Wbbbebbebbeebbeeeewewweewwweewwee";

fn number<T: std::str::FromStr>(answer: &str, name: &str) -> Option<T> {
    value(answer, name)?.parse().ok()
}

fn depths(answers: &[String]) -> Vec<i16> {
    answers.iter().filter_map(|answer| number(answer, "depth")).collect()
}

fn result(answers: &[String]) -> &str {
    answers.last().and_then(|last| value(last, "move")).expect("a move")
}

#[test]
fn each_depth_is_reported_up_to_the_limit() {
    let client = Client::start(&[]);
    client.say(&[MIDDLE, "level depth=9", "go think"]);
    let answers = client.until("done");
    assert_eq!(depths(&answers), (1..=9).collect::<Vec<_>>());
    for answer in &answers[..answers.len() - 1] {
        assert!(answer.starts_with("info "), "{answer}");
        for name in ["score", "time", "nps"] {
            assert!(number::<f64>(answer, name).is_some_and(f64::is_finite), "{answer}");
        }
        assert!(number::<u64>(answer, "nodes").is_some_and(|nodes| nodes > 0));
    }
    let line = value(&answers[answers.len() - 2], "pv").expect("a line");
    let [first, second] = [0, 1].map(|nth| line.split(' ').nth(nth));
    let done = answers.last().expect("a result");
    assert_eq!((value(done, "move"), value(done, "ponder")), (first, second));
}

#[test]
fn limits_add_up_and_hold_for_one_search() {
    let client = Client::start(&[]);
    client.say(&[MIDDLE, "level depth=50", "level nodes=3000", "go think"]);
    let last = client.until("done");
    let nodes: u64 = number(&last[last.len() - 2], "nodes").expect("a number");
    assert!(nodes <= 3_000, "{nodes}");
    client.say(&["go think", "ping"]);
    client.until("pong");
    client.say(&["stop"]);
    client.until("done");
    client.say(&["level depth=1", MIDDLE, "go think", "ping"]);
    client.until("pong");
    client.say(&["stop"]);
    client.until("done");
}

/// A search without a limit would not end.
#[test]
fn forced_moves_tables_and_book_are_answered_without_a_search() {
    let client = Client::start(&[]);
    for (position, source) in [(FORCED, "forced"), (ENDING, "tables"), ("pos start", "book")] {
        client.say(&[position, "level infinite", "go think"]);
        let answers = client.until("done");
        assert_eq!(answers.len(), 2, "{answers:?}");
        assert_eq!(value(&answers[0], "source"), Some(source));
        assert_eq!(value(&answers[0], "pv"), Some(result(&answers)));
    }
    client.say(&[ENDING, "go think"]);
    let score: f64 = number(&client.until("done")[0], "score").expect("a score");
    assert!((85.0..90.0).contains(&score), "{score}");
}

#[test]
fn they_are_searched_to_be_analyzed_or_where_a_parameter_says_so() {
    let client = Client::start(&[]);
    for position in [FORCED, "pos start"] {
        client.say(&[position, "level depth=4", "go analyze"]);
        assert_eq!(depths(&client.until("done")), [1, 2, 3, 4]);
    }
    client.say(&["set-param name=book value=false", "set-param name=bb-size value=0"]);
    for position in [ENDING, "pos start"] {
        client.say(&[position, "level depth=4", "go think"]);
        assert_eq!(depths(&client.until("done")), [1, 2, 3, 4]);
    }
}

#[test]
fn pondering_waits_for_the_hit() {
    let client = Client::start(&[]);
    // Without a hit there is no limit of time.
    client.say(&[MIDDLE, "level move-time=0", "go ponder"]);
    client.until("info");
    client.say(&["ping"]);
    assert!(client.until("pong").iter().all(|answer| !answer.starts_with("done")));
    client.say(&["ponder-hit"]);
    client.until("done");
    // What needs no search is pondered all the same, and answered with the hit.
    client.say(&[FORCED, "go ponder"]);
    client.until("info");
    client.say(&["ponder-hit"]);
    assert_eq!(result(&client.until("done")), "15x22x18");
    client.say(&[FORCED, "go ponder", "stop"]);
    assert_eq!(result(&client.until("done")), "15x22x18");
}

#[test]
fn without_time_there_is_a_move_nevertheless() {
    let client = Client::start(&[]);
    for level in ["level move-time=0", "level time=-3", "level time=0 inc=0", "level nodes=1"] {
        client.say(&[MIDDLE, level, "go think"]);
        assert!(!result(&client.until("done")).is_empty());
    }
}

fn nodes_of(client: &Client, position: &str) -> u64 {
    client.say(&[position, "level depth=11", "go think"]);
    let answers = client.until("done");
    number(&answers[answers.len() - 2], "nodes").expect("a number")
}

#[test]
fn the_table_lives_until_a_new_game() {
    let client = Client::start(&[("tt-size", "20")]);
    let first = nodes_of(&client, MIDDLE);
    let again = nodes_of(&client, MIDDLE);
    assert!(again < first / 2, "{again} after {first}");
    client.say(&["new-game"]);
    assert_eq!(nodes_of(&client, MIDDLE), first);
    client.say(&["set-param name=tt-size value=21", "init"]);
    client.until("ready");
    assert!(nodes_of(&client, MIDDLE) > first / 2, "another size is another table");
    client.say(&["set-param name=bb-size value=5"]);
    let without_six = nodes_of(&client, MIDDLE);
    client.say(&["new-game"]);
    assert_eq!(nodes_of(&client, MIDDLE), without_six, "scores of other tables are forgotten");
}

/// The search is that of the agent, node by node.
#[test]
fn the_search_is_that_of_the_agent() {
    let client = Client::start(&[]);
    let fen = "B:W32,31,28,27,22,21,20,16,15:B13,12,10,9,7,6,5,3,2,1";
    let position = Position::from_fen(fen).expect("a position");
    let board = hub::PositionFormat::Pydraughts.write(&position);
    let bytes = params(&[]).options.table_bytes;
    let (history, mut evaluator) =
        (KeyHistory::starting_at(&position, 0), CheckersEvaluator::built_in());
    let report = player::report_under(&position, history, bytes, DepthLimit(11), &mut evaluator)
        .expect("a result");
    assert!(position.count_moves() > 1);
    assert_eq!(nodes_of(&client, &format!("pos pos={board}")), report.progress.nodes);
}

#[test]
fn a_file_that_is_no_table_is_reported_once_and_left_out() {
    let client = Client::start(&[("tables", "no/such/file")]);
    client.say(&["init", "init", MIDDLE, "level depth=2", "go think"]);
    let answers = client.until("done");
    let troubles = answers.iter().filter(|answer| answer.starts_with("error"));
    let troubles: Vec<_> = troubles.collect();
    assert_eq!(troubles.len(), 1, "{answers:?}");
    assert!(troubles[0].contains("no such file; going on"), "{}", troubles[0]);
}
