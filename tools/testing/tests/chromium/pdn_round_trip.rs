//! A file of games comes back from the page as it was: tags, moves, variations, comments, signs,
//! clocks and the result.

use crate::host::in_both_hosts;
use crate::person::{open_text, press_button, shared_pdn};
use fantoccini::key::Key;

const FILE: &str = "[White \"Grace\"]\n[Red \"Ada\"]\n[Site \"\"]\n[Event \"a\"]\n[Event \"b\"]\n\
    [Annotator \"A. N.\"]\n\n{before all} 1. 11-15! {good} {twice} (1. 9-14 {nine} $1 (1. 10-15 {ten} \
    23-18 $4) 1... 22-18 {after nine} $2) (1. 11-15 23-18) 1... 23-19 $5 $17 {[%clk 0:29:59] so} \
    (1... 22-18 {b} 15x22 $3) ({first} 1... 24-20 {last}) 2. 8-11 {[%clk 0:00:19.5]} (2. 9-14 (2. 9-13 \
    22-18) (2. 10-14)) 2... 22-17 1-0";

/// The same as the page writes it.
const SHARED: &str = "\
[White \"Grace\"]\n\
[Red \"Ada\"]\n\
[Site \"\"]\n\
[Event \"a\"]\n\
[Black \"Ada\"]\n\
[Result \"1-0\"]\n\
[GameType \"21,B,8,8,N1,0\"]\n\
[Event \"b\"]\n\
[Annotator \"A. N.\"]\n\
\n\
{before all} 1. 11-15 $1 {good} {twice} (1. 9-14 $1 {nine} (1. 10-15 {ten}\n\
23-18 $4) 22-18 $2 {after nine}) (1. 11-15 23-18) 23-19 $5 $17 {[%clk 0:29:59]\n\
so} (1... 22-18 {b} 2. 15x22 $3) ({first} 1... 24-20 {last}) 2. 8-11 {[%clk\n\
0:00:19.5]} (2. 9-14 (2. 9-13 22-18) (2. 10-14)) 22-17 *\n\n";

#[test]
fn a_game_in_pdn_is_shared_as_it_was_opened() {
    in_both_hosts(|browser, host| {
        host.open(browser, "game=checkers");
        open_text(browser, FILE);
        browser.wait_until("document.querySelectorAll('#moves .move').length === 17");
        let list = browser.text("document.querySelector('#moves').textContent");
        for part in ["before all", "29:59", "19.5", "so", "first"] {
            assert!(list.contains(part), "{part}: {list}");
        }
        assert!(!list.contains("[%"), "{list}");
        // A look at its names changes nothing.
        press_button(browser, "Save");
        browser.wait_until("document.querySelector('dialog .tags')");
        browser.press(Key::Escape);
        browser.wait_until("!document.querySelector('dialog')");
        assert!(browser.is("!document.title.startsWith('•')"));
        assert_eq!(shared_pdn(browser), SHARED);
    });
}

#[test]
fn a_variation_that_becomes_the_main_line_keeps_all_comments_and_signs() {
    in_both_hosts(|browser, host| {
        host.open(browser, "game=checkers");
        let text = "[Black \"A\"]\n[White \"B\"]\n[Result \"1-0\"]\n\n\
                    1. 11-15! {good} (1. 9-14 22-18 5-9) 23-19? {weak} 8-11 22-17 1-0";
        open_text(browser, text);
        browser.wait_until("document.querySelectorAll('#moves .move').length === 7");
        browser.value(
            "[...document.querySelectorAll('#moves .move')].find((one) => one.textContent === '9-14')\
             .dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))",
        );
        press_button(browser, "Make it the main line");
        let words = shared_pdn(browser).split_whitespace().collect::<Vec<_>>().join(" ");
        let expected = "1. 9-14 (1. 11-15 $1 {good} 23-19 $2 {weak} 2. 8-11 22-17) 22-18 2. 5-9 *";
        assert!(words.ends_with(expected) && words.contains("[Result \"1-0\"]"), "{words}");
    });
}
