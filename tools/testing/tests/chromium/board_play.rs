//! Games against the engine, at each of its levels and with each of the clocks.

use crate::browser::Browser;
use crate::host::in_both_hosts;
use crate::person::{click_square, moves, press_button, shared_pdn, wait_for_status};
use fantoccini::key::Key;
use serde_json::json;

/// Plays the first move that the page offers until ten moves are made, or the game is over; then
/// resigns. `window.played` holds what became of each game.
const DRIVER: &str = "
window.played = [];
const find = (selector) => document.querySelector(selector);
const named = (text) => [...document.querySelectorAll('#mode button')].find((one) => one.textContent.trim() === text);
const rest = () => new Promise((done) => setTimeout(done, 5));
const press = (cell) => cell.dispatchEvent(new MouseEvent('click', { bubbles: true }));
async function until(condition) {
  for (const end = Date.now() + 20000; !condition(); await rest()) {
    if (Date.now() > end) throw new Error(`it never came that ${condition}; ${document.body.innerText}`);
  }
}
window.playGame = async (level, clock, side) => {
  await until(() => find('#mode input[type=range]'));
  const range = find('#mode input[type=range]');
  range.value = String(level);
  range.dispatchEvent(new Event('input'));
  const select = find('#mode select');
  select.value = clock;
  select.dispatchEvent(new Event('change'));
  named(side).click();
  find('#mode button.primary').click();
  await until(() => named('Resign'));
  const count = () => document.querySelectorAll('#moves .move').length;
  await until(() => {
    const cell = find('.cell.target') ?? find('.cell.movable');
    if (count() < 10 && named('Resign') && cell) press(cell);
    return count() >= 10 || !named('Resign');
  });
  const said = `${level} ${clock} ${side}: ${named('Resign') ? 'ten moves' : find('#status').textContent}`;
  if (named('Resign')) {
    named('Resign').click();
    await until(() => find('dialog button.primary'));
    find('dialog button.primary').click();
  }
  await until(() => named('New game'));
  named('New game').click();
  return said;
};
window.playAll = async (levels, clocks, sides) => {
  for (const level of levels) for (const clock of clocks) for (const side of sides) {
    window.played.push(await window.playGame(level, clock, side).catch((error) => `${level} ${clock} ${side}: ${error}`));
  }
};";

const CLOCKS: [&str; 5] = ["none", "180+2", "300+3", "600+5", "1800+10"];

/// Each has either come to ten moves or to an end by the rules.
fn play_all(browser: &Browser, levels: &[u32], clocks: &[&str], sides: &[&str]) {
    let call = format!("playAll({}, {}, {})", json!(levels), json!(clocks), json!(sides));
    browser.value(&format!("(() => {{ {DRIVER} {call} }})()"));
    let games = levels.len() * clocks.len() * sides.len();
    browser.wait_until(&format!("window.played.length === {games}"));
    let played = browser.value("window.played");
    for said in played.as_array().expect("a list") {
        let said = said.as_str().expect("a text");
        assert!(said.ends_with("ten moves") || said.contains("wins"), "{said}");
    }
    assert_eq!(browser.console(), [""; 0]);
}

/// In checkers each level meets each clock, in the other games each its own.
#[test]
fn every_level_plays_with_every_clock_in_every_game() {
    in_both_hosts(|browser, host| {
        for (nth, game) in ["checkers", "loa", "tablut", "amazons"].into_iter().enumerate() {
            host.open(browser, &format!("mode=play&game={game}"));
            browser.value("localStorage.setItem('crownhead.settings', '{\"animation\":false}')");
            host.open(browser, &format!("mode=play&game={game}"));
            for level in 0..4 {
                let own = CLOCKS[(level as usize + nth) % CLOCKS.len()];
                let clocks = if nth == 0 { &CLOCKS[..] } else { &[own] };
                for clock in clocks {
                    play_all(browser, &[level], &[clock], &["Black", "White"]);
                }
            }
        }
    });
}

#[test]
fn the_strongest_levels_play_with_a_clock() {
    in_both_hosts(|browser, host| {
        host.open(browser, "mode=play&game=checkers");
        for level in [4, 5, 6] {
            play_all(browser, &[level], &["180+2"], &["White"]);
        }
    });
}

fn names(browser: &Browser) -> String {
    browser.text(
        "[...document.querySelectorAll('.player .name')].map((one) => one.textContent).join(' / ')",
    )
}

fn wait_for_end(browser: &Browser, title: &str, reason: &str) {
    browser.wait_until(&format!(
        "document.querySelector('#mode .over h2').textContent === '{title}' && \
         document.querySelector('#mode .over p').textContent === {}",
        json!(reason)
    ));
}

#[test]
fn a_game_lost_on_an_own_clock_says_so_and_has_a_rematch() {
    in_both_hosts(|browser, host| {
        host.open(browser, "mode=play&game=checkers");
        browser.wait_until("document.querySelector('#mode select')");
        assert!(
            browser.is("document.querySelector('#mode input[type=number]').offsetParent === null")
        );
        browser.choose("#mode select", "own");
        browser.value(
            "[...document.querySelectorAll('#mode input[type=number]')].forEach((one, nth) => { \
             one.value = nth ? '0' : '0.03'; one.dispatchEvent(new Event('change')); })",
        );
        browser.click("#mode button.primary");
        wait_for_end(browser, "White wins", "Black is out of time.");
        browser.chord(Key::Control, 'z');
        browser.wait_until("document.querySelector('.clock.running')");
        wait_for_end(browser, "White wins", "Black is out of time.");
        assert!(names(browser).ends_with("You"), "{}", names(browser));
        press_button(browser, "Rematch");
        browser.wait_until("document.querySelector('#player-bottom .name').textContent === 'You'");
        browser.wait_until("document.querySelector('#player-bottom .side.white')");
        // The engine has Black now, and begins.
        browser.wait_until("document.querySelectorAll('#moves .move').length === 1");
    });
}

#[test]
fn a_game_that_is_over_goes_on_when_its_last_move_is_taken_back() {
    in_both_hosts(|browser, host| {
        host.open(browser, "mode=play&game=checkers&start=B%3AW18%3AB15");
        press_button(browser, "This position");
        press_button(browser, "Black");
        browser.choose("#mode select", "180+2");
        browser.click("#mode button.primary");
        browser.wait_until("document.querySelector('.clock.running')");
        click_square(browser, "e5");
        click_square(browser, "c3");
        browser.wait_until("document.querySelector('#mode .over')");
        let pdn = shared_pdn(browser);
        assert!(pdn.contains("1. 15x22 {[%clk 0:03:0"), "{pdn}");
        for _ in 0..2 {
            browser.chord(Key::Control, 'z');
            wait_for_status(browser, "Black to move");
            assert_eq!(moves(browser), "");
            press_button(browser, "Resign");
            browser.wait_until("document.querySelector('dialog button.primary')");
            browser.click("dialog button.primary");
            wait_for_end(browser, "White wins", "Black resigned.");
        }
    });
}

#[test]
fn the_engine_plays_itself_to_the_end_and_the_game_is_reviewed_and_saved() {
    in_both_hosts(|browser, host| {
        host.open(browser, "mode=play&game=checkers&start=W%3AW27%2C26%3AB24%2C5");
        browser.wait_until("document.querySelector('#mode input[type=range]')");
        assert!(
            browser.is(
                "document.querySelectorAll('#mode input[type=range]')[1].offsetParent === null"
            )
        );
        press_button(browser, "Neither");
        press_button(browser, "This position");
        browser.click("#mode button.primary");
        browser.wait_until("document.querySelector('#mode .over h2').textContent === 'White wins'");
        let shown = names(browser);
        assert!(shown.contains("(Casual)") && shown.contains("(Strong)"), "{shown}");
        browser.click("#mode .over button:nth-of-type(3)");
        browser.wait_until("document.querySelector('dialog .tags')");
        assert!(browser.is("document.querySelector('dialog select').value === '0-1'"));
        browser.press(Key::Escape);
        browser.wait_until("!document.querySelector('dialog')");
        browser.click("#mode .over button.primary");
        browser.wait_until("document.querySelector('.accuracy')");
    });
}

#[test]
fn a_game_begins_with_a_drawn_opening() {
    in_both_hosts(|browser, host| {
        host.open(browser, "mode=play&game=checkers");
        press_button(browser, "Black");
        press_button(browser, "Drawn opening");
        browser.click("#mode button.primary");
        // Three moves by lot, and the engine's.
        browser.wait_until("document.querySelectorAll('#moves .move').length === 4");
        let opening = browser.text("document.querySelector('#mode .faint').textContent");
        let drawn: Vec<_> = opening.split(' ').take(3).map(str::to_string).collect();
        assert!(moves(browser).starts_with(&drawn.join(" ")), "{opening}: {}", moves(browser));
        wait_for_status(browser, "Black to move");
    });
}

/// Who looks at an earlier turn while the engine thinks finds the game going on at its end.
#[test]
fn a_look_back_does_not_stop_the_game() {
    in_both_hosts(|browser, host| {
        host.open(browser, "mode=play&game=loa");
        press_button(browser, "Black");
        browser.click("#mode button.primary");
        browser.wait_until("document.querySelector('.cell.movable')");
        click_square(browser, "b1");
        click_square(browser, "b3");
        browser.press(Key::Left);
        browser.press(Key::End);
        browser.wait_until("document.querySelectorAll('#moves .move').length === 2");
        wait_for_status(browser, "Black to move");
    });
}

/// The moves of before are not asked again of the engine after a reload.
/// The clock stands while another tool is used, and goes on with the game.
#[test]
fn a_clock_goes_on_after_a_look_at_another_tool() {
    in_both_hosts(|browser, host| {
        host.open(browser, "mode=play&game=loa");
        browser.wait_until("document.querySelector('#mode select')");
        browser.choose("#mode select", "600+5");
        browser.click("#mode button.primary");
        play_first_move(browser);
        let begun = moves(browser);
        browser.press(Key::Left);
        browser.click("[data-mode=analyze]");
        browser.wait_until("!document.querySelector('.clock.running')");
        browser.click("[data-mode=play]");
        browser.press(Key::End);
        browser.wait_until("document.querySelector('.clock.running')");
        assert_eq!(moves(browser), begun);
        play_first_move(browser);
        assert!(!names_and_clocks(browser).contains("NaN"));
    });
}

/// Plays the first move that is offered, and waits for the answer.
fn play_first_move(browser: &Browser) {
    browser.wait_until("document.querySelector('.cell.movable')");
    let count = moves(browser).split_whitespace().count() + 2;
    browser.click(".cell.movable");
    browser.click(".cell.target");
    browser.wait_until(&format!(
        "document.querySelectorAll('#moves .move').length >= {count} && \
         document.querySelector('.cell.movable')"
    ));
}

fn names_and_clocks(browser: &Browser) -> String {
    browser
        .text("[...document.querySelectorAll('.player')].map((one) => one.textContent).join(' / ')")
}

#[test]
fn after_a_reload_one_move_is_taken_back_and_not_the_game() {
    in_both_hosts(|browser, host| {
        let count = |moves: u32| {
            browser.wait_until(&format!(
                "document.querySelectorAll('#moves .move').length === {moves}"
            ));
        };
        host.open(browser, "mode=play&game=checkers&moves=11-15,23-19,8-11,22-17");
        press_button(browser, "Black");
        press_button(browser, "This position");
        browser.click("#mode button.primary");
        browser.wait_until("document.querySelector('.cell.movable')");
        for moves in [6, 8] {
            browser.value(
                "(() => { const press = (cell) => cell.dispatchEvent(new MouseEvent('click', \
                 { bubbles: true })); press(document.querySelector('.cell.movable')); \
                 while (document.querySelector('.cell.target')) { \
                 press(document.querySelector('.cell.target')); } })()",
            );
            count(moves);
            browser.wait_until("document.querySelector('.cell.movable')");
        }
        browser.value("location.reload()");
        browser.wait_until("document.body.classList.contains('ready')");
        browser.wait_until("document.querySelector('.cell.movable')");
        for moves in [6, 4, 4] {
            browser.press('u');
            count(moves);
        }
    });
}
