//! The page that a student gets: feedback above the games, all of it text from untrusted programs.

use crate::browser::Browser;
use serde_json::{Value, json};
use std::fs;
use std::process::Command;
use tempfile::TempDir;

pub const HOSTILE: &str = "</script><script>alert(1)</script><img src=x onerror=alert(1)>";
const START: &str = ".b.b.b.b/b.b.b.b./.b.b.b.b/......../......../w.w.w.w./.w.w.w.w/w.w.w.w.";
/// The seventh turn loses two men, whatever evaluation looks at it.
const MOVES: &str = "11-15 23-19 8-11 22-17 4-8 25-22 11-16 17-13 16x23 27x18x11x4";

/// A finished game of the student, whose name is markup, against another.
pub fn record(id: u32) -> Value {
    let player = |name: &str| json!({ "name": name, "command": name, "sha256": "0", "seconds": 10.0, "left": 9.0 });
    let turn = |mv: &str| json!({ "mv": mv, "charged": 0.1 });
    json!({
        "version": 5, "id": id, "pair": id, "round": 1, "opening": "start", "board": START, "begins": "black",
        "black": player(HOSTILE), "white": player(&format!("opponent {id}")), "profile": "spec",
        "quiet_turns": 50, "max_plies": 400, "sandboxed": true, "untimed": false, "seed": 1,
        "turns": MOVES.split(' ').map(turn).collect::<Vec<_>>(),
        "ending": "max-plies", "last_charge": null, "evidence": null,
    })
}

fn feedback() -> Value {
    let item = |status: &str| json!({ "text": HOSTILE, "status": status, "details": [HOSTILE, "second"], "command": HOSTILE });
    let items: Vec<Value> = ["passed", "failed", "passed", "info"].into_iter().map(item).collect();
    let plain = json!({ "text": "plain", "status": "passed" });
    json!({ "version": 1, "title": HOSTILE, "summary": [HOSTILE], "sections": [
        { "title": HOSTILE, "items": items }, { "title": "More", "items": [plain] },
        { "title": "Games", "items": lost_games() } ] })
}

/// A lost game, and one that was forfeited in its tenth turn.
fn lost_games() -> [Value; 2] {
    let rule =
        |address: Value| json!({ "text": HOSTILE, "place": "docs/RULES.md#x", "address": address });
    [
        json!({ "text": "lost", "status": "failed", "game": 1, "rule": rule(Value::Null) }),
        json!({ "text": "forfeited", "status": "failed", "game": 2, "ply": 9, "rule": rule(json!("https://a.example/x")) }),
    ]
}

/// The address of the page of these games, in a folder.
pub fn page(games: u32) -> (TempDir, String) {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("student.html");
    let lines: String = (1..=games).map(|id| format!("{}\n", record(id))).collect();
    fs::write(folder.path().join("journal.jsonl"), lines).expect("written");
    fs::write(folder.path().join("feedback.json"), feedback().to_string()).expect("written");
    let mut command = Command::new(testing::program("crownhead"));
    command.arg("report").arg(folder.path()).args(["--nodes", "300", "--html"]).arg(&file);
    assert!(command.status().expect("it starts").success());
    let address = format!("file://{}", file.display());
    (folder, address)
}

#[test]
fn a_lost_game_names_its_rule_and_leads_to_its_costliest_move() {
    let (_folder, address) = page(2);
    let browser = Browser::start();
    browser.open(&address);
    let items = "document.querySelectorAll('.feedback-part')[2].querySelectorAll('.item')";
    let text = |nth: u32| browser.text(&format!("{items}[{nth}].textContent"));
    let rule = format!("Rule: {HOSTILE} docs/RULES.md#x");
    assert!(text(0).contains(&rule) && text(1).contains(&rule), "{}", text(0));
    assert!(text(0).contains("The move that cost most: ply "), "{}", text(0));
    let link = |nth: u32, of: &str| {
        browser.text(&format!("{items}[{nth}].querySelector('{of}')?.getAttribute('href') ?? ''"))
    };
    assert!(link(0, "a").starts_with("#game=1&ply="));
    assert_eq!(link(0, ".rule-place a"), "", "the manual has no address here");
    assert_eq!(link(1, ".rule-place a"), "https://a.example/x");
    assert_eq!(link(1, "p:not(.item-rule) a"), "#game=2&ply=9");
    assert_eq!(browser.console(), [""; 0]);
}

fn content(browser: &Browser, selector: &str) -> String {
    browser.text(&format!("document.querySelector('{selector}').textContent"))
}

#[test]
fn feedback_is_shown_as_text_what_failed_open_and_what_passed_folded() {
    let (_folder, address) = page(0);
    let browser = Browser::start();
    browser.open(&address);
    assert_eq!(content(&browser, "#title"), HOSTILE);
    assert_eq!(content(&browser, ".summary"), HOSTILE);
    for status in ["failed", "info"] {
        assert!(browser.is(&format!("document.querySelector('.item.{status}').open")));
        let selector = format!(".item.{status} .item-details");
        assert_eq!(content(&browser, &selector), format!("{HOSTILE}\nsecond"));
    }
    assert!(browser.is("!document.querySelector('.folded').open"));
    assert!(content(&browser, ".folded > summary").contains("2 passed"));
    assert!(browser.is("!document.querySelector('.folded details.passed').open"));
    assert_eq!(browser.value("document.scripts.length"), 2, "the data and the page's own");
    assert!(browser.is("!document.querySelector('img')"), "no text became markup");
    assert_eq!(content(&browser, "#about"), "No game was played.");
    for part in ["columns", "standings"] {
        let height = format!("document.getElementById('{part}').offsetHeight");
        assert_eq!(browser.value(&height), 0, "no table of no games");
    }
    browser.click(".item.failed button");
    browser.wait_until("document.querySelector('#toast.shown, dialog[open]') !== null");
    assert_eq!(browser.console(), [""; 0]);
    browser.resize(360, 740);
    assert!(browser.is("document.documentElement.scrollWidth <= 360"), "nothing lies beside");
}

#[test]
fn the_costliest_moves_of_the_student_lead_to_their_games() {
    let (_folder, address) = page(2);
    let browser = Browser::start();
    browser.open(&address);
    assert_eq!(browser.text("location.hash"), "", "the page begins with its feedback");
    let link = "#costly-moves li:last-child a";
    let href = browser.text(&format!("document.querySelector('{link}').getAttribute('href')"));
    browser.click(link);
    let ply = href.rsplit_once('=').expect("a ply").1;
    let shown =
        format!("document.querySelector('#state-move').textContent.endsWith(', {ply} of 10')");
    browser.wait_until(&shown);
    assert_eq!(browser.text("location.hash"), href);
    assert!(content(&browser, "#state-move").contains(" by Black, "), "a move of the student");
    assert!(browser.is("document.getElementById('game-view').getBoundingClientRect().top < 100"));
    assert_eq!(browser.console(), [""; 0]);
}
