//! Games against the engine, at each of its levels and with each of the clocks.

use crate::browser::Browser;
use crate::host::in_both_hosts;
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
