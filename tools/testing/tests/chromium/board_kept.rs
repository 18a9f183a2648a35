//! What is on the board page outlives a reload, and what was deleted comes back.

use crate::browser::Browser;
use crate::host::{Host, in_both_hosts};
use crate::person::{moves, open_text, press_button};
use fantoccini::key::Key;
use serde_json::json;

/// Two games, the first with all that a game can hold.
const FILE: &str = "[Event \"Club\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n\
                    1. 11-15 {best} 23-19 (22-18 15x22 25x18) 2. 8-11 22-17 1-0\n\n\
                    [Black \"Cy\"]\n[White \"Di\"]\n1. 9-14 22-18 *\n";

fn reload(browser: &Browser) {
    browser.value("document.body.classList.remove('ready')");
    browser.value("location.reload()");
    browser.wait_until("document.body.classList.contains('ready')");
}

fn names(browser: &Browser) -> String {
    browser.text(
        "[...document.querySelectorAll('.player .name')].map((one) => one.textContent).join(' ')",
    )
}

fn list_text(browser: &Browser) -> String {
    browser.text("document.querySelector('#moves').textContent")
}

#[test]
fn a_reload_loses_nothing() {
    in_both_hosts(|browser, host| {
        host.open(browser, "");
        open_text(browser, FILE);
        browser.wait_until("document.querySelectorAll('#moves .move').length > 4");
        browser.press(Key::Right);
        browser.wait_until("location.hash.endsWith('ply=1') || location.hash.endsWith('=11-15')");
        let before = (names(browser), list_text(browser), browser.text("location.hash"));
        assert!(before.1.contains("best") && before.1.contains("22-18"), "{before:?}");
        // What is written has reached the browser's database.
        std::thread::sleep(std::time::Duration::from_millis(300));
        reload(browser);
        assert_eq!((names(browser), list_text(browser), browser.text("location.hash")), before);
        browser.wait_until("document.querySelectorAll('#games .games li').length === 2");
    });
}

#[test]
fn a_game_in_play_goes_on_after_a_reload() {
    in_both_hosts(|browser, host| {
        host.open(browser, "mode=play&game=loa");
        browser.wait_until("document.querySelector('#mode select')");
        browser.choose("#mode select", "600+5");
        browser.click("#mode button.primary");
        browser.wait_until("document.querySelector('.cell.movable')");
        browser.click("[data-square=b1]");
        browser.click("[data-square=b3]");
        browser.wait_until("document.querySelectorAll('#moves .move').length === 2");
        std::thread::sleep(std::time::Duration::from_millis(300));
        let before = (names(browser), moves(browser));
        reload(browser);
        browser.wait_until("document.querySelector('.clock.running')");
        assert_eq!((names(browser), moves(browser)), before);
        assert!(browser.is("document.querySelector('#player-bottom .clock').textContent.startsWith('9:') || document.querySelector('#player-bottom .clock').textContent.startsWith('10:')"));
        browser.wait_until("document.querySelector('.cell.movable')");
    });
}

#[test]
fn what_is_deleted_comes_back() {
    in_both_hosts(|browser, host| {
        host.open(browser, "");
        open_text(browser, FILE);
        browser.wait_until("document.querySelectorAll('#moves .move').length > 4");
        let whole = list_text(browser);
        browser.press(Key::Right);
        browser.wait_until("location.hash.includes('11-15')");
        browser.press(Key::Delete);
        browser.wait_until("document.querySelectorAll('#moves .move').length === 0");
        press_button(browser, "Undo");
        browser.wait_until("document.querySelectorAll('#moves .move').length > 4");
        assert_eq!(list_text(browser), whole);
        browser.choose("#game", "tablut");
        browser.wait_until("location.hash.includes('game=tablut')");
        browser.chord(Key::Control, 'z');
        browser.wait_until("document.querySelectorAll('#moves .move').length > 4");
        assert_eq!(list_text(browser), whole);
        browser.chord(Key::Control, 'y');
        browser.wait_until("location.hash.includes('game=tablut')");
    });
}

#[test]
fn another_window_keeps_its_own_game_and_finds_the_first() {
    in_both_hosts(|browser, host| {
        host.open(browser, "");
        open_text(browser, FILE);
        browser.wait_until("document.querySelectorAll('#moves .move').length > 4");
        std::thread::sleep(std::time::Duration::from_millis(300));
        browser.value("sessionStorage.clear()"); // as in a window of its own
        host.open(browser, "");
        assert_eq!(moves(browser), "");
        press_button(browser, "Open");
        browser.wait_until("document.querySelector('.kept button')");
        browser.click(".kept button");
        browser.wait_until("document.querySelectorAll('#moves .move').length > 4");
        assert!(list_text(browser).contains("22-18"));
        assert!(names(browser).contains("Ann"));
    });
}

#[test]
fn the_newest_fifty_games_are_kept_and_a_start_reads_none_of_them() {
    in_both_hosts(|browser, host| {
        host.open(browser, "");
        let kind = json!(if matches!(host, Host::Program(_)) { "program" } else { "page" });
        browser.value(&format!(
            "void import(new URL('board/kept.js', document.baseURI)).then(async ({{ KeptGames }}) => {{ \
             const begun = async (content) => {{ sessionStorage.clear(); const kept = new KeptGames(); \
             await kept.begin({kind}); kept.keep(content); return kept; }}; \
             for (let nth = 0; nth < 55; nth += 1) await begun({{ nth }}); \
             const last = await begun(null); \
             setInterval(async () => {{ window.kept = await last.list(); }}, 100); }})"
        ));
        browser.wait_until("window.kept?.length === 50");
        browser.open("about:blank");
        browser.requests();
        host.open(browser, "");
        let requests = browser.requests();
        assert!(!requests.iter().any(|address| address.ends_with("/kept")), "{requests:?}");
    });
}
