//! The page of a game as players expect it: what it says, what it asks before a game is lost, and
//! what it takes.

use crate::browser::Browser;
use crate::program::Program;
use crate::table::{Table, at, moves, turns};
use fantoccini::key::Key;
use serde_json::json;

const MESSAGE: &str = "document.querySelector('#message').textContent";
const STATUS: &str = "document.querySelector('#status').textContent";

/// A game of checkers of two persons, at a board in FEN.
fn checkers_at(browser: &Browser, fen: &str) -> Program {
    let program = Program::start("crownhead", &["play", "checkers", "--no-open"]);
    browser.open(&program.address);
    let table = Table(browser);
    table.wait_for_board();
    table.command("manual white");
    table.command("manual black");
    table.command(fen);
    table.wait_for_turns(1);
    program
}

/// White must capture with 21, and has another man on 30.
const CAPTURE: &str = "W:W21,30:B17,1";

#[test]
fn a_compulsory_capture_is_said_and_a_click_on_another_piece_is_answered() {
    let browser = Browser::start();
    let _program = checkers_at(&browser, CAPTURE);
    let table = Table(&browser);
    browser.wait_until("document.querySelector('#must').offsetParent !== null");
    assert!(browser.is("document.querySelector('.board.must-capture .movable')"));
    table.click("d2"); // an empty square
    assert_eq!(browser.text(MESSAGE), "");
    table.click("c1"); // square 30
    browser.wait_until(&format!("{MESSAGE}.includes('You must capture')"));
    assert!(!browser.is("document.querySelector('#board .target')"));
    let path = moves(&table.view())[0].clone();
    table.play(&path);
    table.wait_for_turns(2);
    browser.wait_until("document.querySelector('#must').offsetParent === null");
}

#[test]
fn squares_and_moves_are_numbered_and_a_position_in_fen_is_set_up() {
    let browser = Browser::start();
    let _program = checkers_at(&browser, CAPTURE);
    let table = Table(&browser);
    let numbers = "[...document.querySelectorAll('.square-number')]";
    assert_eq!(browser.value(&format!("{numbers}.length")), 32);
    assert!(browser.is(&format!("getComputedStyle({numbers}[0]).display !== 'none'")));
    table.write("B:W32,27:B1,2");
    table.wait_for_turns(2);
    for text in ["1-5", "27-23", "5-9"] {
        table.command(text);
    }
    table.wait_for_turns(5);
    let shown =
        browser.value("[...document.querySelectorAll('#moves .number')].map((n) => n.textContent).filter((n) => n)");
    assert_eq!(shown, json!(["1.", "2."]), "changes of the board have no number");
    table.write("W:W99:B1");
    browser.wait_until(&format!("{MESSAGE}.includes('FEN')"));
    assert_eq!(turns(&table.view()), 5);
}

#[test]
fn a_game_in_play_is_left_only_after_a_question_and_comes_back() {
    let (mut program, browser) = (Program::two_people("loa"), Browser::start());
    let table = Table::open(&browser, &program);
    for turn in 0..3 {
        let view = table.wait_for_view("a turn to move", |view| turns(view) == turn);
        table.command(view["moves"][0]["text"].as_str().expect("a move"));
    }
    table.wait_for_turns(3);
    let labels = table.labels();
    browser.value("document.activeElement.blur()");
    browser.press('n');
    browser.wait_until("document.querySelector('dialog.sheet[open]')");
    assert!(browser.is("document.querySelector('dialog.sheet').innerText.includes('3 moves')"));
    browser.press(Key::Escape);
    browser.wait_until("!document.querySelector('dialog.sheet')");
    assert_eq!(turns(&table.view()), 3, "nothing is lost by a key");
    browser.click("#new");
    table.say_yes();
    table.wait_for_turns(0);
    browser.click("#undo");
    table.wait_for_turns(3);
    assert_eq!(table.labels(), labels);
    table.choose("#quit");
    browser.wait_until("document.querySelector('dialog.sheet[open]')");
    browser.press(Key::Escape);
    assert_eq!(turns(&table.view()), 3, "the program is there");
    table.choose("#quit");
    table.say_yes();
    assert!(program.end().success());
}

#[test]
fn a_long_answer_has_a_window_and_a_hint_moves_no_button() {
    let (program, browser) = (Program::two_people("loa"), Browser::start());
    let table = Table::open(&browser, &program);
    let places = "JSON.stringify([...document.querySelectorAll('.buttons > button, #moves')]\
                  .map((one) => one.getBoundingClientRect().top))";
    for (width, height) in [(1280, 800), (390, 844)] {
        browser.resize(width, height);
        browser.wait_until("document.getAnimations().length === 0");
        let before = browser.text(places);
        browser.click("#hint");
        browser.wait_until(&format!("{MESSAGE}.includes('deep')"));
        browser.value("scrollTo(0, 0)");
        assert_eq!(browser.text(places), before, "at {width} x {height}");
    }
    browser.resize(1280, 800);
    table.write("help");
    browser.wait_until("document.querySelector('dialog.sheet[open] pre')");
    let pre = "document.querySelector('dialog.sheet pre')";
    assert!(browser.is(&format!("getComputedStyle({pre}).fontFamily.includes('mono')")));
    assert!(browser.is(&format!("{pre}.textContent.split('\\n').length >= 15")));
    assert!(browser.is(&format!("{pre}.scrollHeight <= {pre}.clientHeight + 1")), "all is seen");
}

#[test]
fn the_end_of_a_game_says_why_and_the_evaluation_is_for_black() {
    let (program, browser) = (Program::two_people("loa"), Browser::start());
    let table = Table::open(&browser, &program);
    table.choose("#eval");
    browser.wait_until(&format!("/[+-][0-9]+\\.[0-9][0-9] for Black/.test({MESSAGE})"));
    for line in ["limit 1", "b8-b6", "a5-c5"] {
        table.command(line);
    }
    browser.wait_until(&format!("{STATUS} === 'Tie game: each side has made its move.'"));
    assert!(browser.is("document.querySelector('#new').matches('.primary')"), "what comes next");
}

#[test]
fn words_of_insiders_are_not_on_the_page() {
    let browser = Browser::start();
    let program = Program::start("crownhead", &["play", "checkers", "--no-open"]);
    browser.open(&program.address);
    let table = Table(&browser);
    table.wait_for_board();
    table.wait_for_view("a turn to move", |view| !moves(view).is_empty());
    browser.click("#more");
    let page = browser.text("document.body.innerText");
    for word in ["Person", "manual", "automatic", "Seed"] {
        assert!(!page.contains(word), "{word}: {page}");
    }
    assert!(page.contains("You play") && page.contains("Crownhead"), "{page}");
    assert!(browser.is(&format!("document.querySelector('{}')", at("a1"))));
}
