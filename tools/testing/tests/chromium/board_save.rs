//! Games of the board page are saved in files: that of the command line, one that a person lets the
//! browser write, or a download.

use crate::browser::Browser;
use crate::host::in_both_hosts;
use crate::person::{click_square, open_text, press_button};
use crate::program::Program;
use fantoccini::key::Key;
use serde_json::json;
use std::fs;

const FIRST: &str = "[Black \"Ann\"]\n[White \"Bob\"]\n1. 11-15   23-19 *\n\n";
const SECOND: &str = "[Black \"Cy\"]\n[White \"Di\"]\n1. 9-14 22-18 *\n";

fn is_changed(browser: &Browser) -> bool {
    browser.is("document.title.startsWith('•')")
}

fn write_field(browser: &Browser, name: &str, value: &str) {
    let field = format!(
        "[...document.querySelectorAll('dialog .tags label')].find((one) => one.textContent.startsWith('{name}')).querySelector('input, select')"
    );
    browser.wait_until(&field);
    browser.value(&format!("{field}.value = {}", json!(value)));
}

#[test]
fn the_program_writes_the_file_that_it_opened_and_nothing_over_a_stranger() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("two.pdn");
    fs::write(&file, format!("{FIRST}{SECOND}% of the club\n")).expect("written");
    let program = Program::start("crownhead", &["board", "--no-open", &file.display().to_string()]);
    let browser = Browser::start();
    browser.open(&program.address);
    browser.wait_until("document.querySelectorAll('#games .games li').length === 2");
    browser.value("document.querySelectorAll('#games .games li button')[1].click()");
    browser.wait_until("document.querySelector('#moves').textContent.includes('9-14')");
    browser.wait_until("!document.title.startsWith('•')");
    browser.press(Key::End);
    browser.press('2');
    browser.wait_until("document.title.startsWith('•')");
    press_button(&browser, "Save");
    write_field(&browser, "Event", "Club \"final\"");
    write_field(&browser, "Result", "0-1");
    press_button(&browser, "Replace this game in two.pdn");
    browser.wait_until("!document.querySelector('dialog')");
    assert!(!is_changed(&browser));
    let saved = fs::read_to_string(&file).expect("read");
    assert!(saved.starts_with(FIRST) && saved.ends_with("% of the club\n"), "{saved}");
    for part in ["[Event \"Club \\\"final\\\"\"]", "[Result \"0-1\"]", "9-14 22-18 $2"] {
        assert!(saved.contains(part), "{part}: {saved}");
    }
    press_button(&browser, "Save");
    press_button(&browser, "Append to two.pdn");
    browser.wait_until("document.querySelectorAll('#games .games li').length === 3");
    // The game on the board is the third now, also before its names were given.
    browser.chord(Key::Control, 'z');
    browser.wait_until("document.title.startsWith('•')");
    browser.chord(Key::Control, 's');
    browser.wait_until("!document.title.startsWith('•')");
    let appended = fs::read_to_string(&file).expect("read");
    assert!(appended.starts_with(saved.trim_end()), "{appended}");
    assert_eq!(appended.matches("Club").count(), 1, "{appended}");
    // A reload still knows the file, and Ctrl+S saves without a question.
    browser.reload();
    browser.wait_until("document.body.classList.contains('ready')");
    browser.wait_until("document.querySelectorAll('#games .games li').length === 3");
    browser.press('3');
    browser.wait_until("document.title.startsWith('•')");
    browser.chord(Key::Control, 's');
    browser.wait_until("!document.title.startsWith('•')");
    assert!(fs::read_to_string(&file).expect("read").contains("22-18 $3"));
    fs::write(&file, "a stranger").expect("written");
    browser.press('4');
    browser.chord(Key::Control, 's');
    browser.wait_until("document.querySelector('#toast').textContent.includes('has changed')");
    assert!(is_changed(&browser));
    assert_eq!(fs::read_to_string(&file).expect("read"), "a stranger");
    assert_eq!(browser.console(), [""; 0]);
}

/// The browser's own file system stands for the dialog, which no test can use.
#[test]
fn a_game_is_saved_where_the_browser_may_write_and_its_changes_too() {
    in_both_hosts(|browser, host| {
        host.open(browser, "game=loa");
        browser.value(
            "window.showSaveFilePicker = async ({ suggestedName }) => { window.suggested = suggestedName; \
             window.handle = await (await navigator.storage.getDirectory()).getFileHandle('mine.txt', \
             { create: true }); return window.handle; }",
        );
        click_square(browser, "b1");
        click_square(browser, "b3");
        browser.wait_until("document.title.startsWith('•')");
        browser.chord(Key::Control, 's');
        write_field(browser, "Black", "Me");
        press_button(browser, "Save a copy");
        browser.wait_until("!document.querySelector('dialog')");
        browser.wait_until("!document.title.startsWith('•')");
        assert_eq!(browser.text("window.suggested"), "game.txt");
        let written = |part: &str| {
            browser.value("window.handle.getFile().then((file) => file.text()).then((text) => { window.saved = text; })");
            browser.wait_until(&format!("window.saved.includes('{part}')"));
        };
        written("b1-b3");
        written("Me (Black)");
        click_square(browser, "a2");
        click_square(browser, "c2");
        browser.wait_until("document.title.startsWith('•')");
        browser.chord(Key::Control, 's');
        browser.wait_until("!document.title.startsWith('•')");
        written("a2-c2");
        browser.chord(Key::Control, 'z');
        browser.wait_until("document.title.startsWith('•')");
        browser.chord(Key::Control, 'y');
        browser.wait_until("!document.title.startsWith('•')");
    });
}

#[test]
fn where_nothing_can_be_written_a_game_is_downloaded() {
    in_both_hosts(|browser, host| {
        host.open(browser, "");
        browser.value("delete window.showSaveFilePicker");
        browser.value(
            "HTMLAnchorElement.prototype.click = function () { window.downloaded = this.download; }",
        );
        open_text(browser, FIRST);
        browser.wait_until("document.querySelectorAll('#moves .move').length === 2");
        press_button(browser, "Save");
        assert!(browser.is("![...document.querySelectorAll('dialog button')].some((one) => one.textContent.includes('Append'))"));
        press_button(browser, "Save a copy");
        browser.wait_until("window.downloaded === 'game.pdn'");
        // A position is no game that could stand beside others.
        browser.value(
            "(() => { const dataTransfer = new DataTransfer(); \
             dataTransfer.items.add(new File(['W:W18:B14'], 'one.fen')); \
             document.dispatchEvent(new DragEvent('drop', { dataTransfer })); })()",
        );
        browser.wait_until("location.hash.includes('start=')");
        press_button(browser, "Save");
        browser.wait_until("document.querySelector('dialog .tags')");
        assert!(browser.is("!document.querySelector('dialog').textContent.includes('one.fen')"));
    });
}

#[test]
fn an_evening_with_the_keyboard_alone() {
    in_both_hosts(|browser, host| {
        host.open(browser, "");
        browser.value("delete window.showSaveFilePicker");
        browser.value(
            "URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return '#'; }",
        );
        let write = |text: &str| text.chars().for_each(|letter| browser.press(letter));
        let press = |name: &str| {
            let is_there = || browser.text("document.activeElement.textContent.trim()") == name;
            (0..30).take_while(|_| !is_there()).for_each(|_| browser.press(Key::Tab));
            assert!(is_there(), "Tab does not lead to {name}");
            browser.press(Key::Enter);
        };
        browser.press('o');
        browser.wait_until("document.activeElement.matches('dialog textarea')");
        browser.value(&format!(
            "document.activeElement.value = {}",
            json!(format!("{FIRST}{SECOND}"))
        ));
        press("Open");
        browser.wait_until("document.querySelectorAll('#games .games li').length === 2");
        browser.press('g');
        write("di");
        browser.wait_until("document.querySelectorAll('#games .games li').length === 1");
        browser.press(Key::Enter);
        browser.wait_until("document.querySelector('#moves').textContent.includes('9-14')");
        browser.press(Key::End);
        browser.wait_until("location.hash.endsWith('9-14,22-18')");
        browser.press('c');
        browser.wait_until("document.activeElement.matches('dialog textarea')");
        write("late");
        press("Done");
        browser.wait_until("document.querySelector('#moves .comment')");
        browser.chord(Key::Control, 's');
        press("Save a copy");
        browser.wait_until("window.saved.includes('22-18 {late} *')");
        browser.wait_until("!document.title.startsWith('•')");
    });
}
