//! What once went wrong on the board page, as a person meets it.

use crate::browser::Browser;
use crate::host::in_both_hosts;
use crate::person::{click_square, moves, open_text, press_button, wait_for_status};
use crate::program::Program;
use fantoccini::key::Key;

const NEALEY: &str = include_str!("../../../../fixtures/games/nealey.pdn");
const MISTAKE: &str = "[Black \"A\"]\n1. 12-16 24-20 2. 8-12 27-24 *";
const SIGNED: &str = "[Black \"B\"]\n1. 11-15? 23-19 *";

#[test]
fn another_game_drops_the_review_of_the_one_before() {
    in_both_hosts(|browser, host| {
        host.open(browser, "mode=review&game=checkers");
        open_text(browser, MISTAKE);
        browser.wait_until("document.querySelector('.accuracy')");
        open_text(browser, SIGNED);
        browser.wait_until("document.querySelectorAll('#moves .move').length === 2");
        browser.wait_until("document.querySelector('.accuracy')");
        assert!(browser.is("!document.querySelector('.mistakes [data-ply=\"1\"]')"));
        assert_eq!(moves(browser), "11-15? 23-19");
    });
}

#[test]
fn a_review_signs_the_moves_of_the_list() {
    in_both_hosts(|browser, host| {
        host.open(browser, "mode=review&game=checkers");
        open_text(browser, NEALEY);
        browser.wait_until("document.querySelector('.accuracy')");
        browser.wait_until("document.querySelector('#moves .sign')");
    });
}

#[test]
fn another_game_ends_the_one_in_play() {
    in_both_hosts(|browser, host| {
        host.open(browser, "mode=play&game=checkers");
        browser.wait_until("document.querySelector('#mode select')");
        browser.choose("#mode select", "180+2");
        browser.click("#mode button.primary");
        browser.wait_until("document.querySelector('.clock.running')");
        open_text(browser, "B:W18,24,27,K31:B12,16,K22");
        wait_for_status(browser, "Black to move");
        assert!(browser.is("!document.querySelector('.clock.running')"));
        assert_eq!(browser.text("document.querySelector('#player-bottom .clock').textContent"), "");
    });
}

#[test]
fn a_game_goes_on_from_a_variation() {
    in_both_hosts(|browser, host| {
        host.open(browser, "");
        open_text(browser, "1. 11-15 (9-14 22-18) 23-19 *");
        browser.wait_until("document.querySelectorAll('.variation .move').length === 2");
        browser.value("document.querySelectorAll('.variation .move')[1].click()");
        browser.wait_until("location.hash.endsWith('moves=9-14,22-18')");
        browser.value("document.querySelector('[data-mode=play]').click()");
        press_button(browser, "This position");
        browser.click("#mode button.primary");
        browser.wait_until("document.querySelector('#mode .pairs')");
        assert_eq!(moves(browser), "9-14 22-18");
    });
}

#[test]
fn arrow_keys_walk_also_from_a_focused_button() {
    in_both_hosts(|browser, host| {
        host.open(browser, "game=checkers&moves=11-15,23-19&ply=-5");
        wait_for_status(browser, "Black to move"); // a place before the start is the start
        browser.value("document.querySelector('[data-mode=analyze]').focus()");
        browser.press(Key::Right);
        browser.wait_until("location.hash.endsWith('moves=11-15')");
        assert!(browser.is("document.querySelector('[data-mode=analyze]').ariaPressed === 'true'"));
        let label = "document.querySelector('[data-square=e5]').getAttribute('aria-label')";
        assert!(browser.text(label).starts_with("15, "), "squares are named as moves are");
    });
}

#[test]
fn a_solved_problem_says_so_and_a_mistake_of_the_editor_goes() {
    in_both_hosts(|browser, host| {
        host.open(browser, "");
        press_button(browser, "Edit");
        browser.wait_until("document.querySelector('.editor input')");
        write(browser, "W:W1");
        browser.wait_until("document.querySelector('.editor .problem').textContent !== ''");
        write(browser, "W:W21:B1");
        browser.wait_until("document.querySelector('.editor .problem').textContent === ''");
        browser.wait_until("document.querySelector('.editor [role=radio][aria-checked=true]')");
        press_button(browser, "Use this position");
        wait_for_status(browser, "White to move");
    });
}

fn write(browser: &Browser, text: &str) {
    browser.value(&format!(
        "(() => {{ const field = document.querySelector('.editor input'); \
         field.focus(); field.value = '{text}'; field.dispatchEvent(new Event('input')); }})()"
    ));
}

#[test]
fn a_program_that_has_ended_is_told_and_the_board_stays() {
    let browser = Browser::start();
    let program = Program::start("crownhead", &["board", "--no-open"]);
    browser.open(&format!("{}#game=checkers&moves=11-15,23-19", program.address));
    browser.wait_until("document.body.classList.contains('ready')");
    wait_for_status(&browser, "Black to move");
    drop(program);
    click_square(&browser, "b6");
    click_square(&browser, "c5");
    browser.wait_until("document.querySelector('#toast').textContent.includes('has ended')");
    assert!(moves(&browser).starts_with("11-15 23-19"));
    // That the server cannot be reached stands in the console; no script fails.
    let errors: Vec<_> =
        browser.console().into_iter().filter(|line| !line.contains("net::ERR_")).collect();
    assert_eq!(errors, [""; 0]);
}

#[test]
fn a_program_shares_the_address_of_the_site_that_it_knows() {
    let browser = Browser::start();
    let words = ["board", "--no-open", "--site", "https://example.org/board/"];
    let program = Program::start("crownhead", &words);
    browser.open(&format!("{}#game=loa&moves=b1-b3", program.address));
    browser.wait_until("document.body.classList.contains('ready')");
    wait_for_status(&browser, "White to move");
    press_button(&browser, "Share");
    browser.wait_until("document.querySelector('dialog [aria-label=Address]')");
    assert_eq!(
        browser.text("document.querySelector('dialog [aria-label=Address]').value"),
        "https://example.org/board/#game=loa&moves=b1-b3"
    );
    browser.value("document.querySelector('dialog').close()");
    drop(program);
    click_square(&browser, "a2");
    click_square(&browser, "c2");
    browser.wait_until("document.querySelector('#toast a')");
    assert!(
        browser
            .text("document.querySelector('#toast a').href")
            .starts_with("https://example.org/board/#game=loa&moves=b1-b3")
    );
}
