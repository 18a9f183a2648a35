//! A person's games against agents, by clicks; an agent that tries to put markup into the page.

use crate::browser::Browser;
use crate::program::Program;
use crate::table::Table;
use serde_json::Value;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tempfile::TempDir;

const MARKUP: &str = "<script>alert(1)</script>";

fn start(against: &str, out: &Path, options: &[&str]) -> (Program, Browser) {
    let out = out.to_str().expect("text");
    let fixed = ["play", "checkers", "--no-open", "--against", against, "--out", out];
    let program = Program::start("crownhead", &[&fixed, options].concat());
    let browser = Browser::start();
    browser.open(&program.address);
    Table(&browser).wait_for_board();
    (program, browser)
}

/// Plays by clicks to the end; returns the result.
fn plays_to_the_end(against: &str, options: &[&str]) -> String {
    let out = TempDir::new().expect("a folder");
    let (_program, browser) = start(against, out.path(), options);
    let table = Table(&browser);
    let end = table.play_to_the_end();
    let shown =
        format!("document.querySelector('#status').textContent.includes({})", end["result"]);
    browser.wait_until(&shown);
    assert_eq!(table.turns(), crate::table::turns(&end));
    assert_eq!(browser.console(), [""; 0]);
    assert!(out.path().join("journal.jsonl").is_file(), "the game is recorded");
    let result = end["result"].as_str().expect("a sentence").to_owned();
    println!("{against}: {result} after {} turns", table.turns());
    result
}

#[test]
fn a_game_against_homework() {
    let homework = testing::program("homework");
    let against = format!("{} --nodes 500", homework.to_str().expect("text"));
    let result = plays_to_the_end(&against, &[]);
    assert!(result.starts_with("White (homework --nodes 500) wins"), "{result}");
}

#[test]
fn a_game_against_an_agent_in_python() {
    let agent = testing::fixture("agents/first-move");
    let result = plays_to_the_end(agent.to_str().expect("text"), &["--as", "white"]);
    let is_on_board = ["no pieces left", "no legal move", "drawn"].map(|end| result.contains(end));
    assert!(is_on_board.contains(&true), "{result}");
}

#[test]
fn markup_of_an_agent_is_shown_as_text() {
    let folder = TempDir::new().expect("a folder");
    let program = folder.path().join("homework");
    fs::write(&program, format!("#!/bin/sh\necho '{MARKUP}' >&2\nexit 1\n")).expect("written");
    fs::set_permissions(&program, Permissions::from_mode(0o755)).expect("executable");
    let against = format!("{} '{MARKUP}'", program.to_str().expect("text"));
    let (_program, browser) = start(&against, &folder.path().join("out"), &[]);
    let table = Table(&browser);
    let end = table.play_to_the_end();
    assert!(end["result"].as_str().is_some_and(|text| text.ends_with("White: exit code 1")));
    let markup = Value::from(MARKUP);
    browser.wait_until(&format!("document.querySelector('#title').textContent.includes({markup})"));
    browser.click("#files");
    let files = "document.querySelector('#files-dialog[open]')";
    browser.wait_until(&format!("{files} && {files}.textContent.includes({markup})"));
    let own_scripts = "[...document.scripts].every((script) => script.src)";
    assert!(browser.is(own_scripts));
    assert_eq!(browser.console(), [""; 0]);
}
