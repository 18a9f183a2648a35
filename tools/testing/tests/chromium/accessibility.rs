//! The rules of accessibility that a program can check, on every page and dialog, light and dark:
//! axe-core finds nothing. scripts/browser-test.sh fetches it.
#![cfg(unix)]

use crate::browser::Browser;
use crate::class_pages::ClassPages;
use crate::host::{in_both_hosts, in_both_hosts_with_lines};
use crate::pictures::opponent;
use crate::program::Program;
use crate::report::Report;
use crate::report_feedback;
use crate::table::Table;
use std::fs;

/// Where the script puts it.
const AXE: &str = "target/axe/axe.min.js";

/// All that axe finds in the page as it stands, one line for each rule and element.
const FOUND: &str = "(await axe.run(document, { resultTypes: ['violations'] })).violations\
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => \
    `${id}: ${target}: ${failureSummary}`)).join('\\n')";

/// The rules, ready for the page that is open.
fn bring_axe(browser: &Browser) {
    let file = testing::workspace().join(AXE);
    let Ok(text) = fs::read_to_string(&file) else {
        panic!("{} is missing; scripts/browser-test.sh fetches it", file.display())
    };
    browser.value(&format!("(() => {{ {text}\n return true; }})()"));
}

fn finds_nothing(browser: &Browser, what: &str) {
    if !browser.is("window.axe") {
        bring_axe(browser);
    }
    for scheme in ["light", "dark"] {
        browser.prefer(scheme);
        browser.wait_until("document.getAnimations().length === 0");
        let found = browser.text(FOUND);
        assert!(found.is_empty(), "{what}, {scheme}:\n{found}");
    }
}

fn press_tool(browser: &Browser, name: &str) {
    browser.value(&format!(
        "[...document.querySelectorAll('#tools button')].find((one) => \
         (one.ariaLabel ?? one.textContent) === '{name}').click()"
    ));
}

#[test]
fn the_board_page_and_its_dialogs() {
    in_both_hosts_with_lines(|browser, host| {
        host.open(browser, "game=checkers&moves=11-15,23-19,8-11");
        browser.wait_until("document.querySelectorAll('.lines .worth').length === 3");
        finds_nothing(browser, "analysis");
        for name in ["Open", "Share", "Settings", "Help"] {
            press_tool(browser, name);
            browser.wait_until("document.querySelector('dialog[open]')");
            finds_nothing(browser, name);
            browser.value("document.querySelector('dialog').close()");
        }
        press_tool(browser, "Edit");
        browser.wait_until("document.querySelector('.palette')");
        finds_nothing(browser, "editor");
        browser.resize(390, 844);
        host.open(browser, "game=checkers&moves=11-15,23-19,8-11");
        finds_nothing(browser, "a small window");
    });
}

#[test]
fn the_modes_of_the_board_page() {
    in_both_hosts(|browser, host| {
        host.open(browser, "mode=review&game=checkers&moves=11-15,22-17,15-19");
        browser.wait_until("document.querySelector('.accuracy')");
        finds_nothing(browser, "review");
        host.open(browser, "mode=problems&game=checkers");
        browser.wait_until("document.querySelector('.suites button')");
        finds_nothing(browser, "problems");
        browser.click(".suites button");
        browser.wait_until("document.querySelector('.goal')");
        finds_nothing(browser, "a problem");
        host.open(browser, "mode=play&game=checkers");
        browser.wait_until("document.querySelector('#mode button.primary')");
        finds_nothing(browser, "before a game");
        browser.click("#mode button.primary");
        browser.wait_until("document.querySelector('#player-bottom .name').textContent === 'You'");
        finds_nothing(browser, "a game");
    });
}

#[test]
fn the_page_of_a_game_in_all_games() {
    let browser = Browser::start();
    for game in ["checkers", "loa", "tablut", "amazons"] {
        let program = Program::start("crownhead", &["play", game, "--no-open"]);
        browser.open(&program.address);
        Table(&browser).wait_for_board();
        browser.wait_until("document.querySelector('#board .movable')");
        finds_nothing(&browser, game);
        browser.click("#more");
        finds_nothing(&browser, "the menu");
        browser.click("#help");
        browser.wait_until("document.querySelector('#help-dialog[open]')");
        finds_nothing(&browser, "the help");
    }
}

#[test]
fn a_report_and_the_page_of_a_student() {
    let (report, browser) = (Report::make(&opponent()), Browser::start());
    browser.open(&format!("{}#game=1&ply=20", report.address()));
    browser.wait_until("document.querySelectorAll('#games-table tbody tr').length === 4");
    finds_nothing(&browser, "report");
    browser.resize(390, 844);
    finds_nothing(&browser, "report in a small window");
    let (_folder, address) = report_feedback::page(2);
    browser.open(&address);
    browser.wait_until("document.querySelector('#costly-moves')");
    finds_nothing(&browser, "feedback");
}

#[test]
fn the_pages_of_a_class() {
    let (class, browser) = (ClassPages::make(), Browser::start());
    for page in class.pages() {
        for (width, height) in [(1280, 800), (390, 844), (320, 568)] {
            browser.resize(width, height);
            browser.open(&format!("file://{}", page.display()));
            finds_nothing(&browser, &page.display().to_string());
            assert!(
                browser.is("document.documentElement.scrollWidth <= innerWidth"),
                "{}: {width}: the page scrolls sideways",
                page.display()
            );
        }
        assert_eq!(browser.console(), [""; 0], "{}", page.display());
    }
}

/// The finished match as the page of a match shows it, with a finished game.
#[test]
fn the_page_of_a_match() {
    let (report, browser) = (Report::make(&opponent()), Browser::start());
    let folder = report.match_folder();
    let program =
        Program::start("crownhead", &["watch", "--no-open", folder.to_str().expect("text")]);
    browser.open(&program.address);
    browser.wait_until("document.querySelectorAll('#finished button').length === 4");
    finds_nothing(&browser, "a match");
    browser.click("#finished button[data-game]");
    browser.wait_until("document.querySelector('#game-dialog[open] [data-square]')");
    finds_nothing(&browser, "a finished game");
}
