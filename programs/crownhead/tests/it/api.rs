//! `crownhead api` as a process: its lines, its end and its exit codes.

use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

fn command() -> Command {
    let mut command = Command::new(testing::program("crownhead"));
    command.arg("api");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn answers(input: &[u8]) -> Vec<Value> {
    let mut child = command().spawn().expect("it starts");
    child.stdin.take().expect("its input").write_all(input).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), errors.as_ref()), (Some(0), ""));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn each_question_has_one_line_in_its_order_whatever_it_is() {
    let mut input = Vec::new();
    input.extend(br#"{"ask":"line","game":"checkers","moves":["11-15"]}"#);
    input.extend(b"\n\n\xff\xfe\n[]\r\n");
    input.extend(br#"{"ask":"analyze","game":"loa","limit":{"nodes":3000}}"#);
    input.extend(b"\n");
    input.extend(br#"{"ask":"about"}"#); // without the end of a line
    let found = answers(&input);
    assert_eq!(found.len(), 5, "{found:?}");
    assert_eq!(found[0]["turns"][0]["text"], "11-15");
    assert!(found[1]["error"].as_str().is_some_and(|error| error.contains("UTF-8")));
    assert!(found[2]["error"].as_str().is_some_and(|error| error.contains("cannot be read")));
    assert_eq!((&found[3]["done"], &found[3]["source"]), (&true.into(), &"search".into()));
    assert_eq!(found[4]["name"], "Crownhead");
    assert!(answers(b"").is_empty());
}

#[test]
fn a_search_without_a_limit_ends_with_the_next_question_and_with_the_input() {
    let endless = "{\"ask\":\"analyze\",\"game\":\"checkers\"}\n";
    let found = answers(format!("{endless}{endless}").as_bytes());
    assert_eq!(found.len(), 2);
    for answer in found {
        assert!(answer["depth"].as_i64().is_some_and(|depth| depth >= 1), "{answer}");
    }
}

#[test]
fn a_search_with_a_limit_reaches_it_although_the_input_has_ended() {
    let found = answers(b"{\"ask\":\"analyze\",\"game\":\"checkers\",\"limit\":{\"depth\":9}}\n");
    assert_eq!(found[0]["depth"], 9);
}

#[test]
fn answers_come_while_the_input_is_open_and_an_output_without_a_reader_ends_it() {
    let mut child = command().spawn().expect("it starts");
    let mut input = child.stdin.take().expect("its input");
    let mut output = BufReader::new(child.stdout.take().expect("its output"));
    let mut line = String::new();
    input.write_all(b"{\"ask\":\"about\"}\n").expect("it listens");
    output.read_line(&mut line).expect("an answer");
    assert!(line.contains("Crownhead"), "{line}");
    drop(output);
    // The input is still open. A process that another test starts holds the output for a moment.
    while input.write_all(b"{\"ask\":\"about\"}\n").is_ok() {
        thread::sleep(Duration::from_millis(20));
    }
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(0));
}

#[test]
fn a_search_sends_its_parts_where_they_are_wanted_and_is_stopped() {
    let limit = r#"{"nodes":1000000000000000}"#;
    let search = format!(r#"{{"ask":"analyze","game":"amazons","parts":true,"limit":{limit}}}"#);
    let mut child = command().spawn().expect("it starts");
    let mut input = child.stdin.take().expect("its input");
    writeln!(input, "{search}").expect("it listens");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let mut next = || -> Value { serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap() };
    assert_eq!((next()["done"].clone(), next()["done"].clone()), (false.into(), false.into()));
    writeln!(input, r#"{{"ask":"stop"}}"#).expect("it listens");
    while next()["done"] == false {}
    assert_eq!(next(), serde_json::json!({"done": true}));
    drop(input);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[cfg(unix)]
#[test]
fn a_search_ends_when_no_reader_waits_for_it() {
    let mut child = command().spawn().expect("it starts");
    let mut input = child.stdin.take().expect("its input");
    let level = r#"{"nodes":1000000000000000}"#;
    writeln!(input, r#"{{"ask":"choose","game":"amazons","level":{level}}}"#).expect("it listens");
    drop(child.stdout.take());
    drop(input);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[cfg(unix)]
#[test]
fn an_input_that_cannot_be_read_ends_it_with_one_sentence() {
    let folder = std::fs::File::open(testing::workspace()).expect("a folder");
    let output = command().stdin(folder).output().expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), errors.lines().count()), (Some(4), 1), "{errors}");
    assert!(errors.contains("standard input cannot be read"), "{errors}");
}
