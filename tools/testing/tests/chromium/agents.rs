//! A person's games of checkers against agents, from the start to the end by clicks, and agents
//! that would like their text to be markup.
#![cfg(unix)]

use crate::browser::Browser;
use crate::pictures;
use crate::program::Program;
use crate::table::{Table, moves, turns};
use tempfile::TempDir;

/// The page of a game against an agent; the person has the black pieces.
fn against(agent: &str, options: &[&str], folder: &TempDir) -> Program {
    let out = folder.path().join("out");
    let out = out.to_str().expect("text");
    let first = ["play", "checkers", "--no-open", "--against", agent, "--out", out];
    Program::start("crownhead", &[&first[..], options].concat())
}

fn plays_to_the_end(agent: &str, options: &[&str]) {
    let (folder, browser) = (TempDir::new().expect("a folder"), Browser::start());
    let program = against(agent, options, &folder);
    browser.open(&program.address);
    let table = Table(&browser);
    table.wait_for_board();
    let end = table.play_to_the_end();
    browser.wait_until(&format!(
        "document.querySelector('#status').textContent.includes({})",
        end["result"]
    ));
    assert!(table.turns() > 2, "{end:#}");
    assert_eq!(browser.console(), [""; 0]);
    println!("{agent}: {} after {} turns", end["result"], table.turns());
}

#[test]
fn a_whole_game_against_the_program_that_is_handed_in() {
    let homework = testing::program("homework");
    let command = format!("'{}' --nodes 300", homework.display());
    plays_to_the_end(&command, &["--seconds", "3000"]);
}

#[test]
fn a_whole_game_against_an_agent_in_python() {
    let folder = testing::fixture("agents/first-move");
    plays_to_the_end(folder.to_str().expect("text"), &["--no-clock"]);
}

/// A text program lives as long as the game; what it was told and said is shown.
#[test]
fn a_whole_game_against_a_text_program() {
    let (folder, browser) = (TempDir::new().expect("a folder"), Browser::start());
    let out = folder.path().join("out");
    let agent = format!("'{}' --plain 1", testing::program("amazons").display());
    let arguments = ["play", "amazons", "--no-open", "--against", &agent, "--out"];
    let arguments = [&arguments[..], &[out.to_str().expect("text")]].concat();
    let program = Program::start("crownhead", &arguments);
    browser.open(&program.address);
    let table = Table(&browser);
    table.wait_for_board();
    let begun = table.wait_for_view("a turn to move", |view| !moves(view).is_empty());
    table.play(&moves(&begun)[0]);
    table.wait_for_view("the answer", |view| turns(view) == 3);
    pictures::take(&browser, "play-text-program");
    let end = table.play_to_the_end();
    let status = "document.querySelector('#status').textContent";
    browser.wait_until(&format!("{status}.includes({})", end["result"]));
    browser.wait_until(
        "document.querySelector('#message').textContent.startsWith('The game is recorded: ')",
    );
    browser.click("#moves .move");
    browser.click("#files");
    let shown = "document.querySelector('#files-dialog[open]')?.innerText";
    browser.wait_until(&format!("{shown}.includes('> auto white')"));
    assert_eq!(browser.console(), [""; 0]);
}

fn shell_agent(folder: &TempDir, script: &str) -> String {
    let program = folder.path().join("homework");
    testing::write_script(&program, &format!("#!/bin/sh\n{script}\n"));
    program.display().to_string()
}

#[test]
fn an_answer_against_the_rules_is_drawn_with_the_legal_moves() {
    let folder = TempDir::new().expect("a folder");
    let agent = format!("'{}'", shell_agent(&folder, "echo 'E a3 a5' >output.txt"));
    let host = against(&agent, &[], &folder);
    let browser = Browser::start();
    browser.open(&host.address);
    let table = Table(&browser);
    table.wait_for_board();
    assert!(browser.is("document.querySelector('#rejected').hidden"));
    let view = table.wait_for_view("a turn to move", |view| !moves(view).is_empty());
    table.play(&moves(&view)[0]);
    table.wait_for_view("the agent's forfeit", |view| !view["result"].is_null());
    let text = "document.querySelector('#rejected').textContent";
    browser
        .wait_until(&format!("{text}.startsWith('Answered: E a3 a5, dashed on the last board.')"));
    let arrows = |kind: &str| {
        browser.value(&format!("document.querySelectorAll('#board .arrow-{kind}').length"))
    };
    assert_eq!([arrows("threat"), arrows("other")], [1, 7], "White has seven moves");
    browser.press(fantoccini::key::Key::Home);
    browser.wait_until("!document.querySelector('#board .arrow-threat')");
    browser.press(fantoccini::key::Key::End);
    browser.wait_until("document.querySelector('#board .arrow-threat')");
    assert_eq!(browser.console(), [""; 0]);
}

/// An agent whose name, standard error and answer are markup that would change the title.
#[test]
fn what_an_agent_writes_is_text() {
    const MARKUP: &str = "<script>alert(1)</script><img src=x onerror=alert(2)>";
    let folder = TempDir::new().expect("a folder");
    let program =
        shell_agent(&folder, &format!("echo '{MARKUP}' >&2\necho '{MARKUP}' >output.txt"));
    let agent = format!("'{program}' '<script>alert(1)</script>'");
    let host = against(&agent, &[], &folder);
    let browser = Browser::start();
    browser.open(&host.address);
    let table = Table(&browser);
    table.wait_for_board();
    let view = table.wait_for_view("a turn to move", |view| !moves(view).is_empty());
    table.play(&moves(&view)[0]);
    let view = table.wait_for_view("the agent's forfeit", |view| !view["result"].is_null());
    assert!(turns(&view) >= 1);
    browser.wait_until("document.body.innerText.includes('<script>alert(1)</script>')");
    browser.click("#files");
    browser.wait_until(&format!(
        "document.querySelector('#files-dialog[open]')?.innerText.includes({})",
        serde_json::to_string(MARKUP).expect("text")
    ));
    let strangers = "document.querySelectorAll('body script, main img, head script').length";
    assert_eq!(browser.value(strangers), 1, "the page's own script alone");
    assert_eq!(browser.console(), [""; 0]);
    assert!(browser.requests().iter().all(|address| !address.ends_with("/x")));
}

#[test]
fn clocks_run_and_a_person_can_resign() {
    let folder = TempDir::new().expect("a folder");
    let agent = testing::fixture("agents/first-move");
    let program = against(agent.to_str().expect("text"), &["--seconds", "100"], &folder);
    let browser = Browser::start();
    browser.open(&program.address);
    let table = Table(&browser);
    table.wait_for_board();
    let clock = "document.querySelector('.player:has(.side.black) .clock').textContent";
    let first = browser.text(clock);
    browser.wait_until(&format!("{clock} !== {first:?}"));
    assert!(
        !browser.is("document.querySelector('#undo').offsetParent"),
        "no takebacks by the clock"
    );
    browser.click("#resign");
    table.wait_for_view("the end", |view| !view["result"].is_null());
}
