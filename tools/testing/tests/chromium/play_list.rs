//! The list of moves follows the game, also where it is low: on the page of a game, and in a
//! finished game of a match that is watched.

use crate::browser::Browser;
use crate::program::Program;
use crate::table::{Table, turns};
use games::checkers::Position;
use games::{Game as _, Notation as _, Walker};
#[cfg(unix)]
use std::process::{Command, Stdio};

/// Whether the marked item of a list lies within what is seen of the list.
fn is_seen(browser: &Browser, list: &str) -> bool {
    browser.is(&format!(
        "(() => {{ const list = document.querySelector('{list}').getBoundingClientRect();
           const item = document.querySelector('{list} [aria-current]').getBoundingClientRect();
           return item.top >= list.top - 1 && item.bottom <= list.bottom + 1; }})()"
    ))
}

#[test]
fn the_list_of_moves_shows_the_last_one_on_a_phone() {
    let browser = Browser::start();
    let program = Program::start("crownhead", &["play", "checkers", "--no-open"]);
    browser.resize(390, 844);
    browser.open(&program.address);
    let table = Table(&browser);
    table.wait_for_board();
    table.command("manual white");
    table.command("manual black");
    let (mut walker, mut position) = (Walker::new(3), Position::start());
    let mut played = 0;
    while played < 53 {
        let Some(mv) = walker.step(&position) else { break };
        table.command(&position.move_text(mv));
        position = position.play(mv);
        played += 1;
    }
    assert!(played > 40, "a long game");
    table.wait_for_view("all moves", |view| turns(view) == played);
    table.wait_for_turns(played);
    assert!(is_seen(&browser, "#moves"), "the last move");
    browser.click("[aria-label=Start]");
    browser.click("[aria-label=Forward]");
    assert!(is_seen(&browser, "#moves"), "the first move");
    assert!(browser.is("document.documentElement.scrollWidth <= innerWidth"));
}

#[cfg(unix)]
#[test]
fn a_finished_game_of_a_watched_match_shows_the_last_move_on_a_phone() {
    let (folder, browser) = (tempfile::TempDir::new().expect("a folder"), Browser::start());
    let program = testing::program("loa");
    let agent = |depth: u32| format!("'{}' --plain {depth}", program.display());
    let mut referee = Command::new(testing::program("referee"));
    referee.args(["match", "--game", "loa", &agent(1), &agent(1), "--games", "2"]);
    referee.args(["--seconds", "300", "--out"]).arg(folder.path());
    assert!(
        referee.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("it starts").success()
    );
    let folder = folder.path().to_str().expect("text");
    let page = Program::start("crownhead", &["watch", "--no-open", folder]);
    browser.resize(390, 844);
    browser.open(&page.address);
    browser.wait_until("document.querySelector('#finished button[data-game]')");
    browser.click("#finished button[data-game]");
    browser.wait_until("document.querySelector('#moves [aria-current]')");
    assert!(is_seen(&browser, "#moves"), "the last move");
}
