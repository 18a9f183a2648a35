//! Pictures of each page, light and dark. `scripts/screenshots.sh` names in SCREENSHOTS the folder
//! where they are kept; else it is only seen that each page can be drawn in both ways.
#![cfg(unix)]

use crate::browser::Browser;
use crate::program::Program;
use crate::report::Report;

use crate::table::{Table, moves, turns};
use std::fs;

const SIZE: (u32, u32) = (960, 720);

pub fn take(browser: &Browser, name: &str) {
    take_sized(browser, name, SIZE);
}

fn take_sized(browser: &Browser, name: &str, (width, height): (u32, u32)) {
    browser.resize(width, height);
    let pictures = ["light", "dark"].map(|scheme| {
        browser.prefer(scheme);
        browser.wait_until("document.getAnimations().length === 0");
        let picture = browser.screenshot();
        if let Some(folder) = std::env::var_os("SCREENSHOTS") {
            let file = testing::workspace().join(folder).join(format!("{name}-{scheme}.png"));
            fs::write(&file, &picture).expect("the folder exists");
        }
        picture
    });
    assert!(pictures[0] != pictures[1], "{name} is the same in the dark");
}

/// Plays some moves of two persons, begins another, and takes the page.
fn take_game(browser: &Browser, game: &str, plies: usize) {
    let program = Program::start("crownhead", &["play", game, "--no-open"]);
    browser.open(&program.address);
    let table = Table(browser);
    table.wait_for_board();
    table.command("manual white");
    table.command("manual black");
    let mut view = table.wait_for_view("a turn", |view| !moves(view).is_empty());
    for turn in turns(&view)..plies {
        table
            .command(view["moves"][turn * 31 % moves(&view).len()]["text"].as_str().expect("text"));
        view = table.wait_for_view("the move", |view| turns(view) > turn);
    }
    table.wait_for_turns(plies);
    let mut paths = moves(&view);
    paths.sort_by_key(|path| paths_from(&view, &path[0]));
    table.click(&paths.last().expect("a move")[0]);
    browser.wait_until("document.querySelector('#board .target')");
    take(browser, game);
}

pub fn opponent() -> String {
    testing::fixture("agents/first-move").display().to_string()
}

/// How many moves begin on a square.
fn paths_from(view: &serde_json::Value, square: &str) -> usize {
    moves(view).iter().filter(|path| path[0] == square).count()
}

#[test]
fn pictures_of_games() {
    let browser = Browser::start();
    for (game, plies) in [("checkers", 10), ("loa", 8), ("tablut", 6), ("amazons", 12)] {
        take_game(&browser, game, plies);
    }
}

#[test]
fn pictures_of_the_board() {
    let program = Program::start("crownhead", &["board", "--no-open"]);
    let browser = Browser::start();
    browser.open(&format!("{}#game=checkers&moves=11-15,23-19,8-11,22-17", program.address));
    browser.wait_until("document.querySelectorAll('.lines .worth').length === 3");
    browser.wait_until("document.querySelector('.facts').textContent.includes('M nodes')");
    take(&browser, "board");
}

#[test]
fn pictures_of_a_report() {
    let (report, browser) = (Report::make(&opponent()), Browser::start());
    browser.open(&format!("{}#game=1&ply=20", report.address()));
    browser.wait_until("document.querySelectorAll('#games-table tbody tr').length > 0");
    take(&browser, "report");
}

/// All parts of the pages, on a desk and on a phone.
#[test]
fn pictures_of_the_components() {
    let program = Program::start("crownhead", &["board", "--no-open"]);
    let browser = Browser::start();
    browser.open(&program.address);
    browser.open(&browser.text("new URL('components.html', location.href).href"));
    browser.wait_until("document.querySelectorAll('#moves [data-move]').length === 6");
    for (name, size) in [("components", (1280, 1500)), ("components-phone", (390, 2100))] {
        take_sized(&browser, name, size);
        assert!(browser.is("document.documentElement.scrollWidth <= innerWidth"), "{name}");
    }
    assert_eq!(browser.console(), [""; 0]);
}
