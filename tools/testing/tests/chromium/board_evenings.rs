//! Evenings at the board page, each from the first click to the end. Others stand with what they
//! are about: a game goes on after a reload (`board_kept`), the engine plays itself and is
//! reviewed, a game is lost on time and played again (`board_play`), problems are solved
//! (`board_page`).

use crate::browser::Browser;
use crate::host::in_both_hosts;
use crate::person::{click_square, moves, open_text, press_button, wait_for_status};
use crate::program::Program;
use fantoccini::key::Key;
use std::fs;
use std::process::Command;
use tempfile::TempDir;
use testing::PageProgram;

/// The end of Samuel's program against Nealey: Black gives the win away, and White gives it back.
const TWO_MISTAKES: &str = "[FEN \"B:W5,13,16,20:B2,3,7,K23\"]\n\
                            1. 2-6 16-11 2. 7x16 20x11 3. 23-19 *";
const CLUB_GAMES: usize = 300;

fn club_game(number: usize) -> String {
    format!(
        "[Event \"Club evening\"]\n[Black \"Player {number}\"]\n[White \"Guest\"]\n\
         1. 11-15 23-19 2. 8-11 22-17 *\n\n"
    )
}

/// A file of a club: the game of a player is found, annotated and saved; all others stay to the
/// byte, and another program reads them.
#[test]
fn a_game_of_a_club_is_found_annotated_and_saved() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("club.pdn");
    let games: Vec<String> = (0..CLUB_GAMES).map(club_game).collect();
    fs::write(&file, games.concat()).expect("written");
    let program = Program::start("crownhead", &["board", "--no-open", &file.display().to_string()]);
    let browser = Browser::start();
    browser.open(&program.address);
    browser.wait_until("document.querySelectorAll('.games li').length === 300");
    browser.click("#games input");
    browser.wait_until("document.activeElement.matches('#games input')");
    for letter in "player 217".chars() {
        browser.press(letter);
    }
    browser.wait_until("document.querySelectorAll('.games li').length === 1");
    browser.click(".games button");
    browser.wait_until("document.body.innerText.includes('Player 217')");
    browser.value("document.activeElement.blur()");
    browser.press(Key::Home);
    browser.press(Key::Right);
    browser.wait_until("location.hash.endsWith('ply=1') || location.hash.endsWith('=11-15')");
    browser.press('1'); // the sign !
    browser.press('c');
    browser.wait_until("document.querySelector('dialog textarea')");
    for letter in "Old faithful".chars() {
        browser.press(letter);
    }
    press_button(&browser, "Done");
    browser.wait_until("document.querySelector('#moves').textContent.includes('Old faithful')");
    browser.chord(Key::Control, 's');
    browser.wait_until("!document.title.startsWith('•')");
    let saved = fs::read_to_string(&file).expect("read");
    let (before, after) = (games[..217].concat(), games[218..].concat());
    assert!(saved.starts_with(&before) && saved.ends_with(&after), "the others stay");
    let own = &saved[before.len()..saved.len() - after.len()];
    for part in ["[Black \"Player 217\"]", "11-15 $1", "{Old faithful}", "22-17 *"] {
        assert!(own.contains(part), "{part}: {own}");
    }
    assert_eq!(browser.console(), [""; 0]);
    if let Some(python) = testing::pydraughts() {
        let script =
            "import sys, draughts.PDN as p; print(len(p.PDNReader(filename=sys.argv[1]).games))";
        let read = Command::new(python).args(["-c", script]).arg(&file).output().expect("starts");
        assert_eq!(String::from_utf8_lossy(&read.stdout).trim(), "300");
    }
}

/// The program is ended in the middle of a game. It is started again, has another address, and the
/// game goes on from its list.
#[test]
fn a_game_outlives_its_program() {
    let state = TempDir::new().expect("a folder");
    let start = || {
        let mut command = Command::new(testing::program("crownhead"));
        command.args(["board", "--no-open"]).env("XDG_STATE_HOME", state.path());
        PageProgram::start(&mut command)
    };
    let browser = Browser::start();
    let program = start();
    browser.open(&format!("{}#mode=play&game=loa", program.address));
    browser.wait_until("document.querySelector('#mode select')");
    browser.choose("#mode select", "600+5");
    browser.click("#mode button.primary");
    browser.wait_until("document.querySelector('.cell.movable')");
    click_square(&browser, "b1");
    click_square(&browser, "b3");
    browser.wait_until("document.querySelectorAll('#moves .move').length === 2");
    browser.wait_until("document.querySelector('.cell.movable')");
    let played = moves(&browser);
    std::thread::sleep(std::time::Duration::from_millis(300)); // it is written
    drop(program);
    let program = start();
    browser.open(&program.address);
    browser.wait_until("document.body.classList.contains('ready')");
    press_button(&browser, "Open");
    browser.wait_until("document.querySelector('.kept button')");
    browser.click(".kept button");
    browser.wait_until("document.querySelector('.clock.running')");
    assert_eq!(moves(&browser), played);
    browser.wait_until("document.querySelector('.cell.movable')");
    press_button(&browser, "Resign");
    browser.click("dialog button.primary");
    browser.wait_until("document.querySelector('#mode .over h2')");
}

/// Each mistake of a reviewed game is tried again, until none is left.
#[test]
fn each_mistake_of_a_game_is_tried_again() {
    in_both_hosts(|browser, host| {
        host.open(browser, "");
        open_text(browser, TWO_MISTAKES);
        browser.click("[data-mode=review]");
        browser.wait_until("document.querySelector('.mistakes li')");
        let count = browser.value("document.querySelectorAll('.mistakes li').length");
        press_button(browser, "Try again");
        for left in (0..count.as_u64().expect("a number")).rev() {
            press_button(browser, "Show the move");
            browser.wait_until("document.querySelector('#mode .good').textContent !== ''");
            if left > 0 {
                press_button(browser, "Next mistake");
                browser.wait_until("!document.querySelector('#mode .good')");
            }
        }
        press_button(browser, "Back to the review");
        browser.wait_until("document.querySelector('.course')");
    });
}

/// A position is set up, its verdict is read, and it is won against the engine at five levels, with
/// a clock, to the last piece.
#[test]
fn a_position_is_set_up_and_won_at_five_levels() {
    in_both_hosts(|browser, host| {
        host.open(browser, "");
        press_button(browser, "Edit");
        browser.wait_until("document.querySelector('.palette')");
        press_button(browser, "Clear");
        // Wherever the man goes, it is captured.
        let pieces = [("black king", "a3"), ("black king", "e3"), ("white man", "c1")];
        for (piece, square) in pieces {
            browser.click(&format!(".palette [aria-label='{piece}']"));
            click_square(browser, square);
        }
        press_button(browser, "White to move");
        press_button(browser, "Use this position");
        browser.wait_until(
            "document.querySelector('.knowledge .verdict')?.textContent.includes('Black wins')",
        );
        browser.click("[data-mode=play]");
        for level in 0..5 {
            win_at(browser, level);
        }
    });
}

fn win_at(browser: &Browser, level: u32) {
    browser.wait_until("document.querySelector('#mode input[type=range]')");
    browser.value(&format!(
        "(() => {{ const range = document.querySelector('#mode input[type=range]'); \
         range.value = '{level}'; range.dispatchEvent(new Event('input')); }})()"
    ));
    browser.choose("#mode select", "180+2");
    press_button(browser, "Black");
    press_button(browser, "This position");
    browser.click("#mode button.primary");
    browser.wait_until("document.querySelector('.clock.running')");
    browser.wait_until("document.querySelector('.cell.movable')");
    assert!(browser.is("!document.querySelector('#must').hidden"));
    browser.click(".cell.movable");
    browser.click(".cell.target");
    browser.wait_until("document.querySelector('#mode .over h2')?.textContent === 'Black wins'");
    press_button(browser, "New game");
    browser.value("document.activeElement.blur()");
    browser.press(Key::Home);
    wait_for_status(browser, "White to move");
}

/// A game is shared; in another browser its address shows the same place of the same game.
#[test]
fn a_shared_address_shows_the_game_in_another_browser() {
    in_both_hosts(|browser, host| {
        host.open(browser, "");
        open_text(browser, "1. 11-15 23-19 2. 8-11 22-17 *");
        browser.wait_until("document.querySelectorAll('#moves .move').length === 4");
        browser.press(Key::End);
        browser.press(Key::Left);
        browser.wait_until("location.hash.endsWith('ply=3') || location.hash.endsWith(',8-11')");
        press_button(browser, "Share");
        let field = "document.querySelector('dialog [aria-label=Address]')";
        browser.wait_until(field);
        let address = browser.text(&format!("{field}.value"));
        let (_, fragment) = address.split_once('#').expect("a fragment");
        let other = Browser::start();
        host.open(&other, fragment);
        wait_for_status(&other, "White to move");
        assert_eq!(moves(&other), moves(browser).rsplit_once(' ').expect("moves").0);
        assert_eq!(other.console(), [""; 0]);
    });
}
