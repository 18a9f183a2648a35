//! The report of a match: one file, opened from disk, whose players have names like markup.

use crate::browser::Browser;
use crate::program::Program;
use analysis::Evaluation;
use fantoccini::key::Key;
use serde_json::{Value, json};
use std::fs;
use std::process::Command;
use tempfile::TempDir;

const HOSTILE: &str = "<script>alert(1)</script>";
const START: &str = ".b.b.b.b/b.b.b.b./.b.b.b.b/......../......../w.w.w.w./.w.w.w.w/w.w.w.w.";
/// The third turn is a jump, the seventh and the ninth answer jumps.
const MOVES: &str = "11-15 22-18 15x22 26x17 8-11 17-14 10x17 21x14 9x18 23x14";

/// A record of the journal: `turns` of [`MOVES`], then `ending`.
fn record(id: u32, turns: usize, ending: &Value, evidence: Option<&str>) -> Value {
    let player = |name: &str| json!({ "name": name, "command": name, "sha256": "0", "seconds": 10.0, "left": 9.0 });
    let (black, white) = if id % 2 == 1 { ("plain", HOSTILE) } else { (HOSTILE, "plain") };
    let turn = |mv: &str| json!({ "mv": mv, "charged": 0.1 });
    json!({
        "version": 5, "id": id, "pair": id.div_ceil(2), "round": 1,
        "opening": format!("<b>{id}"),
        "board": START, "begins": "black", "black": player(black), "white": player(white),
        "profile": "spec", "quiet_turns": 50, "max_plies": 400, "sandboxed": true, "untimed": false, "seed": 1,
        "turns": MOVES.split(' ').take(turns).map(turn).collect::<Vec<_>>(),
        "ending": ending, "last_charge": null, "evidence": evidence,
        "detail": evidence.map(|_| "E a3 b4"),
    })
}

fn report() -> (TempDir, String) {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("report.html");
    let drawn = (1..=40).map(|id| record(id, 10, &json!("max-plies"), None));
    let forfeit = record(41, 1, &json!({ "illegal": "missed-jump" }), Some("<i>/move.json"));
    let lines: String = drawn.chain([forfeit]).map(|record| format!("{record}\n")).collect();
    fs::write(folder.path().join("journal.jsonl"), lines).expect("written");
    let mut command = Command::new(testing::program("crownhead"));
    command.arg("report").arg(folder.path()).args(["--nodes", "50", "--html"]).arg(&file);
    assert!(command.status().expect("it starts").success());
    let address = format!("file://{}", file.display());
    (folder, address)
}

fn text(browser: &Browser, id: &str) -> String {
    browser.text(&format!("document.getElementById('{id}').textContent"))
}

#[test]
fn a_report_opens_from_disk_asks_for_nothing_and_shows_names_as_text() {
    let (_folder, address) = report();
    let browser = Browser::start();
    browser.requests();
    browser.open(&format!("{address}#game=41&ply=1"));
    assert_eq!(text(&browser, "game-title"), format!("Game 41: plain – {HOSTILE}"));
    assert!(text(&browser, "title").contains(HOSTILE), "in the heading");
    let forfeit = browser.text("document.querySelector('.forfeit').textContent");
    assert!(
        forfeit.contains("a jump was compulsory: E a3 b4; see it with: referee replay '"),
        "{forfeit}"
    );
    assert!(forfeit.contains("/<i>/move.json'"), "evidence lies beside the journal: {forfeit}");
    assert_eq!(browser.value("document.scripts.length"), 2, "the data and the page's own");
    assert!(browser.is("!document.querySelector('b, i, img')"), "no name became markup");
    let mut asked = browser.requests();
    asked.retain(|asked| !asked.starts_with("data:"));
    assert_eq!(asked, [address]);
    assert_eq!(browser.console(), [""; 0]);
}

/// The page makes the text from the number that is stored; it is that of the crate.
#[test]
fn a_report_writes_evaluations_as_all_else_does() {
    let (program, browser) = (Program::two_people("loa"), Browser::start());
    browser.open(&program.address);
    for stored in [0, 7, -37, 205, 9000, -9000, 10_000, -10_000, 19_993, -19_998, 20_000, -20_000] {
        let evaluation: Evaluation = serde_json::from_value(json!(stored)).expect("a number");
        let script = format!("(await import('./report_words.js')).scoreText({stored})");
        assert_eq!(browser.text(&script), evaluation.to_string());
    }
}

#[test]
fn after_an_illegal_move_a_report_draws_it_and_the_legal_ones() {
    let (_folder, address) = report();
    let browser = Browser::start();
    browser.open(&format!("{address}#game=41&ply=1"));
    assert_eq!(browser.value("document.querySelectorAll('.arrow-threat').length"), 1);
    assert!(browser.is("document.querySelectorAll('.arrow-other').length > 3"));
    let told = text(&browser, "rejected");
    assert!(told.contains("E a3 b4") && told.contains("22-18"), "{told}");
    browser.press(Key::Left);
    assert_eq!(browser.value("document.querySelectorAll('.arrow-threat').length"), 0);
}

/// Without times and ratings, which a file does not tell.
#[test]
fn a_report_of_a_file_of_games_names_better_moves_and_no_times() {
    let folder = TempDir::new().expect("a folder");
    let (games, file) = (folder.path().join("games.pdn"), folder.path().join("report.html"));
    // White gives a man for nothing.
    let lost = "1. 11-15 22-18 2. 15x22 25x18 3. 8-11 18-15 4. 11x18 23x14";
    let game = |result: &str| {
        format!(
            "[Black \"<b>alpha\"]\n[White \"beta\"]\n[Result \"{result}\"]\n{lost} {result}\n\n"
        )
    };
    fs::write(&games, [game("1-0"), game("1/2-1/2"), game("*")].concat()).expect("written");
    let mut command = Command::new(testing::program("crownhead"));
    command.arg("report").arg(&games).args(["--nodes", "3000", "--html"]).arg(&file);
    assert!(command.status().expect("it starts").success());
    let browser = Browser::start();
    browser.open(&format!("file://{}#game=1&ply=6", file.display()));
    assert_eq!(
        (text(&browser, "title"), text(&browser, "count")),
        ("games.pdn".into(), "3 games".into())
    );
    let better = text(&browser, "state-better");
    assert!(better.contains("??") && better.contains("lost"), "{better}");
    let move_text = "document.querySelectorAll('#moves [data-move]')[5].textContent";
    assert!(browser.text(move_text).ends_with("??"));
    let mistakes = browser.text("document.querySelector('.mistakes').textContent");
    assert!(mistakes.contains("better "), "{mistakes}");
    assert_eq!(browser.value("document.querySelectorAll('.arrow-best').length"), 1);
    assert_eq!(
        browser.value("document.querySelectorAll('.course .time[d]:not([d=\"\"])').length"),
        0
    );
    let page = browser.text("document.body.innerText");
    assert!(
        !page.contains("Seconds") && !page.contains("clock") && !page.contains("Elo"),
        "{page}"
    );
    assert_eq!(browser.console(), [""; 0]);
}

#[test]
fn a_report_is_replayed_with_keys_and_its_address_names_what_is_shown() {
    let (_folder, address) = report();
    let browser = Browser::start();
    browser.open(&format!("{address}#game=3&ply=2"));
    assert_eq!(text(&browser, "state-move"), "1... 22-18 by White, 2 of 10");
    browser.press(Key::Right);
    assert_eq!(
        (text(&browser, "state-move"), text(&browser, "state-lines")),
        ("2. 15x22 by Black, 3 of 10".to_string(), "J e5 c3".to_string(),)
    );
    let label = "document.querySelector('[data-square=c3]').getAttribute('aria-label')";
    assert_eq!(browser.text(label), "c3, black man");
    assert_eq!(browser.text("location.hash"), "#game=3&ply=3");
    browser.press(Key::End);
    assert_eq!(text(&browser, "state-move"), "5... 23x14 by White, 10 of 10");
    browser.press(Key::Home);
    browser.press(Key::Left);
    assert_eq!(text(&browser, "state-move"), "the opening, 0 of 10");
    browser.press('n');
    assert_eq!(text(&browser, "game-title"), format!("Game 4: {HOSTILE} – plain"));
    browser.click("#moves .pair:nth-child(2) [data-move]");
    assert_eq!(browser.text("location.hash"), "#game=4&ply=3");
}

#[test]
fn the_games_of_a_report_are_filtered_and_shown_page_by_page() {
    let (_folder, address) = report();
    let browser = Browser::start();
    browser.resize(360, 740);
    browser.open(&address);
    assert!(browser.is("document.documentElement.scrollWidth <= 360"), "nothing lies beside");
    let rows = "document.querySelectorAll('#games-table tbody tr').length";
    assert_eq!((text(&browser, "count").as_str(), browser.value(rows)), ("41 games", json!(20)));
    browser.click("#page-last");
    assert_eq!(browser.value(rows), 1);
    browser.choose("#filter-result", "forfeit");
    assert_eq!(text(&browser, "count"), "1 of 41 games");
    browser.click("#clear-filters");
    browser.click("#filter-text");
    for letter in "#17".chars() {
        browser.press(letter);
    }
    assert_eq!(text(&browser, "count"), "1 of 41 games");
    browser.click("#games-table tbody a");
    browser.wait_until("location.hash === '#game=17&ply=0'");
}

/// Nothing of a malformed answer can be drawn but the legal moves.
#[test]
fn after_an_answer_that_names_no_square_a_report_draws_the_legal_moves() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("report.html");
    let malformed = record(1, 1, &json!("malformed"), Some("<i>/move.json"));
    fs::write(folder.path().join("journal.jsonl"), format!("{malformed}\n")).expect("written");
    let mut command = Command::new(testing::program("crownhead"));
    command.arg("report").arg(folder.path()).args(["--nodes", "50", "--html"]).arg(&file);
    assert!(command.status().expect("it starts").success());
    let browser = Browser::start();
    browser.open(&format!("file://{}#game=1&ply=1", file.display()));
    browser.wait_until("document.querySelectorAll('.arrow-other').length > 3");
    assert_eq!(browser.value("document.querySelectorAll('.arrow-threat').length"), 0);
    assert_eq!(browser.console(), [""; 0]);
}
