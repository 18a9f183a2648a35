//! What a person writes into a game on the board page: comments, signs, arrows, branches.

use crate::browser::Browser;
use crate::host::in_both_hosts;
use crate::person::{moves, open_text, press_button, shared_pdn};
use fantoccini::key::Key;
use serde_json::json;

fn words(browser: &Browser) -> String {
    shared_pdn(browser).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Presses and moves the pointer as `kind` of pointer does; the button 2 is the right one.
fn draw(browser: &Browser, from: &str, to: &str, options: &str) {
    browser.value(&format!(
        "(() => {{ const root = document.querySelector('#board svg'); \
         const at = (name) => {{ const {{ x, y, width, height }} = \
         document.querySelector(`[data-square=${{name}}] .hit`).getBoundingClientRect(); \
         return {{ clientX: x + width / 2, clientY: y + height / 2 }}; }}; \
         root.setPointerCapture = () => {{}}; \
         for (const [kind, name] of [['pointerdown', '{from}'], ['pointermove', '{to}'], \
         ['pointerup', '{to}']]) root.dispatchEvent(new PointerEvent(kind, \
         {{ bubbles: true, cancelable: true, button: 2, pointerId: 1, ...at(name), {options} }})); }})()"
    ));
}

fn rings_and_arrows(browser: &Browser) -> String {
    browser.text(
        "['.ring-mark', '.arrow-own-g .shaft', '.arrow-own-r .shaft']\
         .map((one) => document.querySelectorAll(`#board ${one}`).length).join(' ')",
    )
}

#[test]
fn a_comment_of_several_lines_a_sign_and_arrows_are_written_and_undone() {
    in_both_hosts(|browser, host| {
        host.open(browser, "game=checkers&moves=11-15,23-19");
        browser.wait_until("document.querySelectorAll('#moves .move').length === 2");
        browser.press('c');
        browser.wait_until("document.activeElement.matches('dialog textarea')");
        let text = json!("It leaves\nthe corner {open}.");
        browser.value(&format!("document.querySelector('dialog textarea').value = {text}"));
        press_button(browser, "?!");
        press_button(browser, "Done");
        browser
            .wait_until("document.querySelector('#moves .comment').textContent.includes('corner')");
        assert_eq!(moves(browser), "11-15 23-19?!");
        browser.press('1');
        browser.wait_until("document.querySelector('#moves .sign').textContent === '!'");
        draw(browser, "e5", "e5", "");
        draw(browser, "e5", "d4", "shiftKey: true");
        draw(browser, "c3", "d4", "");
        assert_eq!(rings_and_arrows(browser), "1 1 1");
        let pdn = words(browser);
        let expected = "23-19 $1 {[%csl G15] [%cal R1518,G2218] It leaves} {the corner (open).} *";
        assert!(pdn.ends_with(expected), "{pdn}");
        browser.click("[data-mode=problems]");
        draw(browser, "e5", "d4", "");
        assert_eq!(rings_and_arrows(browser), "0 0 0");
        browser.click("[data-mode=analyze]");
        draw(browser, "e5", "e5", "");
        assert_eq!(rings_and_arrows(browser), "0 1 1");
        browser.chord(Key::Control, 'z');
        browser.wait_until("document.querySelectorAll('#board .ring-mark').length === 1");
        open_text(browser, &pdn);
        browser.wait_until("document.querySelectorAll('#moves .move').length === 2");
        browser.press(Key::End);
        browser.wait_until("document.querySelectorAll('#board .ring-mark').length === 1");
        assert_eq!(rings_and_arrows(browser), "1 1 1");
        assert_eq!(words(browser), pdn);
        browser.press('0');
        browser.wait_until("!document.querySelector('#moves .sign')");
    });
}

#[test]
fn a_finger_that_rests_marks_a_square() {
    in_both_hosts(|browser, host| {
        host.open(browser, "game=amazons");
        browser.value(
            "(() => { const root = document.querySelector('#board svg'); \
             root.setPointerCapture = () => {}; \
             const { x, y } = document.querySelector('[data-square=a10]').getBoundingClientRect(); \
             window.finger = { bubbles: true, pointerId: 1, pointerType: 'touch', clientX: x + 9, \
             clientY: y + 9 }; \
             root.dispatchEvent(new PointerEvent('pointerdown', window.finger)); })()",
        );
        let rested = "document.querySelector('#board .ring-mark')";
        let then = |kind: &str| {
            browser.value(&format!(
                "document.querySelector('#board svg').dispatchEvent(new PointerEvent('{kind}', window.finger))"
            ));
        };
        browser.wait_until(rested);
        then("pointercancel");
        assert_eq!(rings_and_arrows(browser), "0 0 0");
        then("pointerdown");
        browser.wait_until(rested);
        then("pointerup");
        browser.wait_until("document.title.startsWith('•')");
        assert_eq!(rings_and_arrows(browser), "1 0 0");
    });
}

#[test]
fn a_branch_is_raised_one_place_and_to_the_main_line() {
    in_both_hosts(|browser, host| {
        host.open(browser, "");
        open_text(browser, "1. 11-15 (9-14) (10-15 22-18) *");
        browser.wait_until("document.querySelectorAll('#moves .move').length === 4");
        for (button, expected) in [
            ("Raise it", "11-15 10-15 22-18 9-14"),
            ("Make it the main line", "10-15 11-15 9-14 22-18"),
        ] {
            browser.value(
                "[...document.querySelectorAll('#moves .move')].find((one) => \
                 one.textContent === '10-15').dispatchEvent(new MouseEvent('contextmenu', \
                 { bubbles: true, cancelable: true }))",
            );
            press_button(browser, button);
            browser.wait_until("!document.querySelector('dialog')");
            assert_eq!(moves(browser), expected);
        }
    });
}
