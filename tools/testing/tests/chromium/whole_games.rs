//! A person's game from its start to its end, by clicks.

use crate::browser::Browser;
use crate::program::Program;
use crate::table::Table;

fn plays_to_the_end(arguments: &[&str]) {
    let program = Program::start("crownhead", arguments);
    let browser = Browser::start();
    browser.open(&program.address);
    let table = Table(&browser);
    table.wait_for_board();
    let end = table.play_to_the_end();
    let result = end["result"].as_str().expect("a sentence");
    browser.wait_until(&format!(
        "document.querySelector('#status').textContent.includes({})",
        end["result"]
    ));
    assert_eq!(table.turns(), crate::table::turns(&end), "{result}");
    assert_eq!(browser.console(), [""; 0]);
    println!("{arguments:?}: {result} after {} turns", table.turns());
}

#[test]
fn checkers_against_our_player() {
    plays_to_the_end(&["play", "checkers", "--no-open", "--move-time", "0.02"]);
}

#[test]
fn lines_of_action_against_our_player() {
    plays_to_the_end(&["play", "loa", "--no-open", "--move-time", "0.02", "--as", "white"]);
}

#[test]
fn tablut_against_our_player() {
    plays_to_the_end(&["play", "tablut", "--no-open", "--move-time", "0.02"]);
}

#[test]
fn amazons_against_our_player() {
    plays_to_the_end(&["play", "amazons", "--no-open", "--move-time", "0.02", "--as", "white"]);
}
