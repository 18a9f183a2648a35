//! A match that is watched while the referee plays it, from its first game to its end.
#![cfg(unix)]

use crate::browser::Browser;
use crate::pictures;
use crate::program::Program;
use crate::report::hostile;
use fantoccini::key::Key;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// A match of the referee, which is ended with the test.
struct Match(Child);

impl Match {
    fn begin(folder: &TempDir, agent: &str, options: &[&str]) -> Self {
        let ours = format!("'{}' --nodes 20000", testing::program("homework").display());
        let mut referee = Command::new(testing::program("referee"));
        referee.args(["match", &ours, agent, "--seconds", "300", "--out"]).arg(folder.path());
        referee.args(options).stdout(Stdio::null()).stderr(Stdio::null());
        Self(referee.spawn().expect("it starts"))
    }
}

impl Drop for Match {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(None)) {
            // It ends its agents when it is asked to end, not when it is killed.
            let _ = Command::new("kill").arg(self.0.id().to_string()).status();
            let _ = self.0.wait();
        }
    }
}

fn watch(folder: &TempDir) -> Program {
    Program::start("crownhead", &["watch", "--no-open", folder.path().to_str().expect("text")])
}

#[test]
fn a_match_is_watched_to_its_end() {
    let (folder, browser) = (TempDir::new().expect("a folder"), Browser::start());
    let mut referee = Match::begin(&folder, &hostile(), &["--games", "6"]);
    let program = watch(&folder);
    browser.open(&program.address);
    browser.wait_until("document.querySelector('#boards [data-square]')");
    browser.wait_until("document.querySelectorAll('.standings tbody tr').length === 2");
    assert!(browser.is("document.querySelector('#count').textContent.includes('of 6 games')"));
    browser.wait_until("document.body.innerText.includes('<script>alert(1)</script>')");
    assert_eq!(browser.value("document.querySelectorAll('body script').length"), 0);

    browser.open("about:blank"); // nobody looks, and the match goes on
    browser.open(&program.address);
    browser.wait_until("document.querySelector('#count').textContent === '6 of 6 games'");
    browser.wait_until("document.querySelector('#status').className === 'finished'");
    assert!(referee.0.wait().expect("a status").success());

    browser.click("#finished button[data-game]");
    browser.wait_until("document.querySelector('#game-dialog[open] [data-square]')");
    let turn = "document.querySelector('#state-move').textContent";
    browser.wait_until(&format!("{turn} !== ''"));
    let end = browser.text(turn);
    browser.press(Key::Left);
    browser.wait_until(&format!("{turn} !== {}", serde_json::json!(end)));
    browser.press(Key::Escape);
    assert_eq!(browser.console(), [""; 0]);
    browser.resize(360, 640);
    assert!(browser.is("document.documentElement.scrollWidth <= innerWidth"));
}

/// A tournament of text programs on one page: boards while they play, games, and the end.
#[test]
fn a_tournament_of_text_programs_is_watched_to_its_end() {
    let (folder, browser) = (TempDir::new().expect("a folder"), Browser::start());
    let program = testing::program("tablut");
    let quick = format!("'{}' --move-time 0.2 --game-time 6", program.display());
    let plain = |depth: u32| format!("'{}' --plain {depth}", program.display());
    let mut referee = Command::new(testing::program("referee"));
    referee.args(["tournament", "--game", "tablut", &quick, &plain(1), &plain(2)]);
    referee.args(["--games", "2", "--seconds", "300", "--out"]).arg(folder.path());
    referee.stdout(Stdio::null()).stderr(Stdio::null());
    let mut referee = Match(referee.spawn().expect("it starts"));
    let page = watch(&folder);
    browser.open(&page.address);
    let squares = "document.querySelectorAll('#boards .live:first-child [data-square]').length";
    browser.wait_until(&format!("{squares} === 81"));
    browser.wait_until("document.querySelector('#boards .square.last')");
    pictures::take(&browser, "watch-tablut");
    browser.wait_until("document.querySelector('#count').textContent === '6 of 6 games'");
    browser.wait_until("document.querySelector('#status').className === 'finished'");
    assert!(referee.0.wait().expect("a status").success());
    assert_eq!(browser.value("document.querySelectorAll('.standings tbody tr').length"), 3);
    browser.click("#finished button[data-game]");
    browser
        .wait_until("document.querySelectorAll('#game-dialog[open] [data-square]').length === 81");
    let turn = "document.querySelector('#state-move').textContent";
    browser.press(Key::Home);
    browser.wait_until(&format!("{turn}.startsWith('the opening, 0 of ')"));
    assert_eq!(browser.console(), [""; 0]);
}

#[test]
fn pictures_of_a_match() {
    let (folder, browser) = (TempDir::new().expect("a folder"), Browser::start());
    let _referee = Match::begin(&folder, &pictures::opponent(), &["--games", "40", "--jobs", "4"]);
    let program = watch(&folder);
    browser.open(&program.address);
    browser.wait_until("document.querySelectorAll('#finished button').length >= 4");
    browser.wait_until("document.querySelector('#boards [data-square]')");
    pictures::take(&browser, "watch");
}
