//! Scripts of lines, and the answers to them.

use crate::client::{Client, params, value};
use hub::{HubError, LONGEST_LINE, run};
use std::io::{self, Cursor, Write};

/// Black can only capture.
const FORCED: &str = "pos start moves=\"11-15 22-18\"";

fn first_words(answers: &[String]) -> Vec<&str> {
    answers.iter().filter_map(|answer| answer.split(' ').next()).collect()
}

#[test]
fn the_engine_introduces_itself_and_gets_ready() {
    let client = Client::start(&[]);
    client.say(&["hub"]);
    let answers = client.until("wait");
    let mut expected = vec!["param"; answers.len()];
    (expected[0], expected[answers.len() - 1]) = ("id", "wait");
    assert_eq!(first_words(&answers), expected);
    assert_eq!(value(&answers[0], "name"), Some("Crownhead"));
    let names: Vec<_> = answers.iter().filter_map(|answer| value(answer, "name")).collect();
    for name in ["variant", "book", "ponder", "tt-size", "bb-size", "tables", "position"] {
        assert!(names.contains(&name), "{name}");
    }
    client.say(&["set-param name=book value=false", "init", "hub"]);
    assert!(client.until("ready").len() <= 11, "nothing but the introduction comes before");
    client.say(&["hub"]);
    let all = client.until("param");
    assert!(!all.is_empty());
    let (rest, ended) = client.end();
    assert!(rest.iter().any(|answer| value(answer, "name") == Some("book")));
    assert!(ended.is_ok());
}

#[test]
fn what_is_wrong_is_told_in_one_line_and_the_engine_goes_on() {
    let client = Client::start(&[]);
    let wrong = [
        ("jump", "line 1, column 1: `jump` is not a command"),
        ("set-param name=variant value=normal", "column 30: `variant` should be english"),
        ("set-param name=threads value=2", "there is no parameter `threads`"),
        ("pos pos=Wwwe", "this one has 4"),
        ("pos start moves=\"11-15 9-14\"", "column 24: `9-14` is not legal here; legal are: "),
        ("pos start moves=\"11-15", "column 17: this quote is not closed"),
        ("level depth=-1", "`depth` should be a whole number from 1 on, not `-1`"),
        ("level inc=1", "`level` needs `time`"),
        ("go think analyze", "exclude each other"),
        ("= =", "a name should stand here"),
        ("quit=", "a name should stand here"),
    ];
    for (line, words) in wrong {
        client.say(&[line]);
        let answer = client.answer();
        assert!(answer.starts_with("error message=\"") && answer.contains(words), "{answer}");
        client.say(&["new-game", "", "ping"]);
        assert_eq!(client.answer(), "pong");
    }
    // An argument that is left over is told, and the rest is obeyed.
    client.say(&["ping now"]);
    assert!(client.answer().contains("`now` is left over"));
    assert_eq!(client.answer(), "pong");
    assert!(client.end().1.is_ok());
}

#[test]
fn without_a_position_or_a_move_there_is_an_error_and_a_result_without_a_move() {
    let client = Client::start(&[]);
    let over = "pos pos=Wbeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
    for (line, words) in [(over, "Black has no legal move"), ("pos pos=W", "was refused")] {
        client.say(&[line, "go think"]);
        let answers = client.until("done");
        assert!(answers.iter().any(|answer| answer.contains(words)), "{answers:?}");
        assert_eq!(answers.last().map(String::as_str), Some("done"));
    }
    client.say(&[FORCED, "go think"]);
    assert_eq!(value(client.until("done").last().expect("a result"), "move"), Some("15x22x18"));
}

#[test]
fn a_search_is_stopped_and_answers_pings_on_its_way() {
    let client = Client::start(&[]);
    client.say(&["pos start", "go analyze"]);
    client.until("info");
    client.say(&["ping"]);
    client.until("pong");
    client.say(&["nonsense"]);
    assert!(client.until("error").last().is_some_and(|error| error.contains("nonsense")));
    client.say(&["stop"]);
    let result = client.until("done").pop().expect("a result");
    assert!(value(&result, "move").is_some() && value(&result, "ponder").is_some(), "{result}");
    client.say(&["stop", "ponder-hit", "ping"]);
    assert_eq!(client.answer(), "pong", "outside of a search there is nothing to stop");
}

#[test]
fn a_command_that_cannot_be_obeyed_in_mid_search_ends_it_first() {
    let client = Client::start(&[]);
    client.say(&["pos start", "go analyze", FORCED, "ping", "go think"]);
    let answers = client.until("pong");
    assert_eq!(first_words(&answers).iter().filter(|word| **word == "done").count(), 1);
    let result = client.until("done").pop().expect("a result");
    assert_eq!(value(&result, "move"), Some("15x22x18"));
    client.say(&["pos start", "go analyze", "go analyze", "stop", "hub"]);
    client.until("done");
    client.until("done");
    client.until("wait");
}

#[test]
fn the_end_of_the_input_and_quit_end_a_search_at_once() {
    for last in [&["quit"][..], &[]] {
        let client = Client::start(&[]);
        client.say(&["pos start", "go analyze"]);
        client.until("info");
        client.say(last);
        let (rest, ended) = client.end();
        assert!(rest.last().is_some_and(|last| last.starts_with("done move=")), "{rest:?}");
        assert!(ended.is_ok());
    }
}

/// Also if all lines come at once: each is answered in its order.
#[test]
fn quit_and_the_end_of_the_input_wait_for_lines_that_wait() {
    for last in [&["quit"][..], &[]] {
        let client = Client::start(&[]);
        client.say(&["pos start", "go analyze", FORCED, "go think"]);
        client.say(last);
        let (rest, ended) = client.end();
        let results: Vec<_> = rest.iter().filter(|answer| answer.starts_with("done")).collect();
        assert_eq!(results.len(), 2, "{rest:?}");
        assert_eq!(value(results[1], "move"), Some("15x22x18"));
        assert!(ended.is_ok());
    }
}

#[test]
fn a_line_that_is_too_long_is_left_out() {
    let client = Client::start(&[]);
    let long = "x".repeat(LONGEST_LINE + 1);
    client.say(&[&long, "ping"]);
    assert!(client.answer().starts_with("error message=\"line 1, "));
    assert_eq!(client.answer(), "pong");
}

/// An output that nobody reads.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_output_that_nobody_reads_is_an_error_and_quitting_is_none() {
    let talk = |text: &'static str| run(Cursor::new(text), Closed, params(&[]));
    assert!(matches!(talk("ping\n"), Err(HubError::Output(_))));
    assert!(matches!(talk("pos start\ngo analyze\nnonsense\n"), Err(HubError::Output(_))));
    assert!(talk("pos start\nquit\nping\n").is_ok());
}
