//! Scripts of lines, and the answers to them.

use crate::client::{Client, params, value};
use cli::ProgramError;
use hub::{LONGEST_LINE, run};
use std::io::{self, BufReader, Cursor, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Black can only capture.
const FORCED: &str = "pos start moves=\"11-15 22-18\"";

/// A position of the middle game that is not in the book.
const MIDDLE: &str = "pos pos=Wbbbebbebbeebbeeeewewweewwweewwee";

fn first_words(answers: &[String]) -> Vec<&str> {
    answers.iter().filter_map(|answer| answer.split(' ').next()).collect()
}

fn depth_of(report: Option<&String>) -> Option<u32> {
    value(report?, "depth")?.parse().ok()
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
    for name in
        ["variant", "book", "ponder", "tt-size", "bb-size", "tables", "draw-rule", "position"]
    {
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
fn an_error_is_one_line_and_the_engine_goes_on() {
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
    // An argument that is left over is an error, and the rest is executed.
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
    // A line of one move has no reply yet.
    while depth_of(client.until("info").last()) < Some(3) {}
    client.say(&["stop"]);
    let result = client.until("done").pop().expect("a result");
    assert!(value(&result, "move").is_some() && value(&result, "ponder").is_some(), "{result}");
    client.say(&["stop", "ponder-hit", "ping"]);
    assert_eq!(client.answer(), "pong", "outside of a search there is nothing to stop");
}

#[test]
fn a_command_that_cannot_be_obeyed_in_mid_search_ends_one_without_a_limit_first() {
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

/// What a script writes and does not wait for: all lines are read before the first search begins.
#[test]
fn all_lines_at_once_are_answered_in_their_order_each_search_to_its_limit() {
    let script = [
        "hub",
        "init",
        "ping",
        MIDDLE,
        "level depth=7",
        "go think",
        "nonsense",
        "pos start moves=\"11-15 23-19\"",
        "level nodes=20000",
        "go analyze",
        FORCED,
        "go think",
        MIDDLE,
        "level depth=6 time=60",
        "go think",
    ];
    let answers = all_answers(&[("book", "false")], &script);
    let mut words = first_words(&answers);
    words.retain(|word| !matches!(*word, "param" | "info"));
    let expected = ["id", "wait", "ready", "pong", "done", "error", "done", "done", "done"];
    assert_eq!(words, expected);
    let searches: Vec<_> = answers.split(|answer| answer.starts_with("done")).collect();
    let depths = searches
        .iter()
        .map(|search| depth_of(search.iter().rfind(|answer| answer.starts_with("info"))));
    let depths: Vec<_> = depths.collect();
    assert_eq!((depths[0], depths[2], depths[3]), (Some(7), Some(0), Some(6)));
    assert!(depths[1] > Some(1));
    assert!(answers.iter().all(|answer| !answer.starts_with("done") || answer.contains("move=")));
}

/// The time is over before the search begins, and the next line stops a search without a limit.
#[test]
fn each_move_comes_from_a_finished_depth_however_little_time_there_is() {
    for level in ["level move-time=0", "level move-time=0.000001", "level time=0", "level infinite"]
    {
        let script = [MIDDLE, level, "go think"].repeat(20);
        let answers = all_answers(&[("book", "false")], &script);
        let searches: Vec<_> = answers.split(|answer| answer.starts_with("done")).collect();
        assert_eq!(searches.len(), 21, "{answers:?}");
        for search in &searches[..20] {
            assert!(depth_of(search.last()) > Some(0), "{level}: {search:?}");
        }
    }
}

#[test]
fn a_search_without_a_limit_ends_for_the_next_line_and_for_the_end_of_the_input() {
    let script = ["pos start", "go analyze"].repeat(500);
    let answers = all_answers(&[], &script);
    let results = answers.iter().filter(|answer| answer.starts_with("done move="));
    assert_eq!(results.count(), 500);
}

/// A script whose bytes are counted as they are read.
struct Counted {
    script: Cursor<String>,
    read: Arc<AtomicUsize>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.script.read(buffer)?;
        self.read.fetch_add(read, Ordering::Relaxed);
        Ok(read)
    }
}

/// An output that notes how much of the script was read when the first result came.
struct Noting {
    read: Arc<AtomicUsize>,
    at_the_result: Option<usize>,
}

impl Write for Noting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.starts_with(b"done") {
            self.at_the_result.get_or_insert(self.read.load(Ordering::Relaxed));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_flood_of_lines_in_mid_search_is_read_no_further_than_it_can_be_obeyed() {
    let search = format!("{MIDDLE}\nlevel depth=13\ngo think\n");
    let (script, line) = (Cursor::new(search.clone() + &"level depth=9\n".repeat(5_000)), 14);
    let read = Arc::new(AtomicUsize::new(0));
    let input = BufReader::with_capacity(1, Counted { script, read: Arc::clone(&read) });
    let mut output = Noting { read: Arc::clone(&read), at_the_result: None };
    assert!(run(input, &mut output, params(&[("book", "false")])).is_ok());
    let first = output.at_the_result.expect("a result");
    assert!(first <= search.len() + 64 * line, "{first} bytes");
    assert!(read.load(Ordering::Relaxed) > 5_000 * line, "and then to its end");
}

fn all_answers(parameters: &[(&str, &str)], script: &[&str]) -> Vec<String> {
    let mut output = Vec::new();
    let ended = run(Cursor::new(script.join("\n")), &mut output, params(parameters));
    assert!(ended.is_ok());
    String::from_utf8(output).expect("text").lines().map(str::to_string).collect()
}

#[test]
fn a_line_that_is_too_long_is_left_out() {
    let client = Client::start(&[]);
    let long = "x".repeat(LONGEST_LINE + 1);
    client.say(&[&long, "ping"]);
    assert!(client.answer().starts_with("error message=\"line 1, "));
    assert_eq!(client.answer(), "pong");
}

/// An output without a reader.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn talk(text: &'static str) -> Result<(), ProgramError> {
    run(Cursor::new(text), Closed, params(&[]))
}

#[test]
fn an_output_without_a_reader_is_an_error_and_quitting_is_none() {
    for text in ["ping\n", "pos start\ngo analyze\nnonsense\n"] {
        let Err(ProgramError::Failed(sentence)) = talk(text) else { panic!("{text}") };
        assert!(sentence.starts_with("standard output cannot be written"), "{sentence}");
    }
    assert!(talk("pos start\nquit\nping\n").is_ok());
}
