//! The report of a match: one file, opened from disk, that asks for nothing else.
#![cfg(unix)]

use crate::browser::Browser;
use fantoccini::key::Key;
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;

pub struct Report {
    folder: TempDir,
}

impl Report {
    /// Plays the match against `agent`, a folder or a command.
    pub fn make(agent: &str) -> Self {
        let folder = TempDir::new().expect("a folder");
        let ours = format!("'{}' --nodes 200", testing::program("homework").display());
        let report = Report { folder };
        let mut referee = Command::new(testing::program("referee"));
        referee.args(["match", &ours, agent, "--games", "4", "--seconds", "3000", "--out"]);
        run(referee.arg(report.match_folder()));
        let mut crownhead = Command::new(testing::program("crownhead"));
        crownhead.arg("report").arg(report.match_folder()).args(["--nodes", "100", "--html"]);
        run(crownhead.arg(report.file()));
        report
    }

    /// A report of two games between our own text programs as plain opponents.
    pub fn of_game(game: &str) -> Self {
        let folder = TempDir::new().expect("a folder");
        let report = Report { folder };
        let program = testing::program(game);
        let agent = |depth: u32| format!("'{}' --plain {depth}", program.display());
        let mut referee = Command::new(testing::program("referee"));
        referee.args(["match", "--game", game, &agent(1), &agent(2), "--games", "2"]);
        run(referee.args(["--seconds", "300", "--out"]).arg(report.match_folder()));
        let mut crownhead = Command::new(testing::program("crownhead"));
        crownhead.arg("report").arg(report.match_folder()).args(["--nodes", "50", "--html"]);
        run(crownhead.arg(report.file()));
        report
    }

    /// A report of a file of people's games.
    fn of_file(text: &str) -> Self {
        let report = Report { folder: TempDir::new().expect("a folder") };
        let file = report.folder.path().join("games.pdn");
        std::fs::write(&file, text).expect("written");
        let mut crownhead = Command::new(testing::program("crownhead"));
        crownhead.arg("report").arg(file).args(["--nodes", "50", "--html"]);
        run(crownhead.arg(report.file()));
        report
    }

    pub fn match_folder(&self) -> PathBuf {
        self.folder.path().join("match")
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("report.html")
    }

    pub fn address(&self) -> String {
        format!("file://{}", self.file().display())
    }
}

fn run(command: &mut Command) {
    let output = command.output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {text}");
}

/// The agent of the fixtures, with markup in its name.
pub fn hostile() -> String {
    let agent = testing::fixture("agents/first-move/homework");
    format!("'{}' '<script>alert(1)</script>'", agent.display())
}

/// How many pieces of each color the board shows, by the labels of its squares.
fn pieces(browser: &Browser) -> [u64; 2] {
    ["black", "white"].map(|color| {
        let labels = "[...document.querySelectorAll('#board [data-square]')]";
        let count = format!("{labels}.filter((s) => s.ariaLabel.includes('{color}')).length");
        browser.value(&count).as_u64().expect("a number")
    })
}

#[test]
fn a_report_from_disk_replays_games_and_asks_for_nothing() {
    let (report, browser) = (Report::make(&hostile()), Browser::start());
    browser.open(&report.address());
    browser.wait_until("document.querySelectorAll('#games-table tbody tr').length === 4");
    let requests = browser.requests();
    let elsewhere =
        |address: &&String| !address.starts_with("data:") && **address != report.address();
    assert_eq!(requests.iter().filter(elsewhere).count(), 0, "{requests:?}");
    assert_eq!(browser.value("performance.getEntriesByType('resource').length"), 0);

    assert!(browser.is("document.body.innerText.includes('<script>alert(1)</script>')"));
    let scripts = "document.querySelectorAll('script:not([type=\"application/json\"])').length";
    assert_eq!(browser.value(scripts), 1, "the page's own");

    let start = pieces(&browser);
    assert!(start[0] >= 11 && start[1] >= 11, "{start:?}");
    let hash = browser.text("location.hash");
    browser.press(Key::Right);
    browser.wait_until(&format!("location.hash !== '{hash}'"));
    browser.press(Key::End);
    browser.wait_until("/ (\\d+) of \\1$/.test(document.querySelector('#state-move').textContent)");
    let end = pieces(&browser);
    assert!(end[0] < start[0] || end[1] < start[1], "{end:?}");
    browser.press(Key::Home);
    assert_eq!(pieces(&browser), start);

    browser.click("#games-table tbody tr[data-game='2'] a");
    let title = "document.querySelector('#game-title').textContent";
    browser.wait_until(&format!("{title}.startsWith('Game 2:')"));
    assert!(browser.is("location.hash.startsWith('#game=2&')"));
    browser.choose("#filter-result", "drawn");
    browser.wait_until("document.querySelectorAll('#games-table tbody tr').length < 4");
    assert!(browser.is("document.querySelectorAll('.course .time').length === 2"), "both clocks");
    assert_eq!(browser.console(), [""; 0]);

    browser.resize(360, 640);
    assert!(browser.is("document.documentElement.scrollWidth <= innerWidth"));
}

/// The board of each game is drawn, with what moves capture and what they leave behind.
#[test]
fn a_report_of_each_other_game_replays_it_and_shows_no_more_than_it_has() {
    let browser = Browser::start();
    for (game, title, squares) in
        [("loa", "Lines of Action", 64), ("tablut", "Tablut", 81), ("amazons", "Amazons", 100)]
    {
        let report = Report::of_game(game);
        browser.open(&report.address());
        browser.wait_until("document.querySelectorAll('#games-table tbody tr').length === 2");
        let about = "document.querySelector('#about').textContent";
        assert!(browser.is(&format!("{about}.startsWith('2 games of {title}, ')")));
        let count = "document.querySelectorAll('#board [data-square]').length";
        assert_eq!(browser.value(count), squares);
        let start = pieces(&browser);
        browser.press(Key::End);
        browser.wait_until(
            "/ (\\d+) of \\1$/.test(document.querySelector('#state-move').textContent)",
        );
        let end = pieces(&browser);
        assert!(end[0] <= start[0] && end[1] <= start[1], "{game}: {start:?} {end:?}");
        let spears = "[...document.querySelectorAll('#board [data-square]')]\
                      .filter((s) => s.ariaLabel.includes('spear')).length";
        let turns = browser.value("document.querySelectorAll('#moves [data-move]').length");
        let thrown = if game == "amazons" { turns.clone() } else { 0.into() };
        assert_eq!(browser.value(spears), thrown, "each turn of Amazons leaves a spear");
        browser.wait_until("document.querySelectorAll('#board .last').length > 0");
        for nothing in ["#state-lines", "#state-tables"] {
            assert!(browser.is(&format!("document.querySelector('{nothing}') === null")));
        }
        assert!(!browser.is("document.body.innerText.includes('output.txt')"));
        assert_eq!(browser.value("document.querySelectorAll('.course .area').length"), 1);
        assert_eq!(browser.console(), [""; 0]);
    }
}

fn game(black: &str, white: &str, result: &str) -> String {
    let tags = [("Black", black), ("White", white), ("Result", result)];
    let tags = tags.map(|(name, value)| format!("[{name} \"{value}\"]\n"));
    format!("{}\n1. 9-14 22-18 2. 5-9 *\n\n", tags.concat())
}

/// The players come by their points, no word is of agents, and the address names the board.
#[test]
fn a_report_of_a_file_speaks_of_players_and_opens_the_board_of_its_address() {
    let draw = game("Ann", "Bob", "1/2-1/2");
    let games = [game("Ann", "Bob", "1-0"), draw.clone(), draw, game("Cid", "Dan", "1-0")];
    let (report, browser) = (Report::of_file(&games.concat()), Browser::start());
    browser.open(&format!("{}#game=2&ply=3", report.address()));
    let shown = "document.querySelector('#game-title').innerText";
    browser.wait_until(&format!("{shown} === 'Game 2: Ann – Bob'"));
    let move_text = browser.text("document.querySelector('#state-move').innerText");
    assert_eq!(move_text, "2. 5-9 by Black, 3 of 3");
    let names = "[...document.querySelectorAll('#standings .name')].map((one) => one.innerText)";
    assert_eq!(browser.text(&format!("{names}.join(' ')")), "Ann Cid Bob Dan");
    let text = browser.text("document.body.innerText");
    let lower = text.to_lowercase();
    assert!(!lower.contains("agent") && !lower.contains("output.txt"), "{text}");
    assert!(text.contains("Double Corner"), "{text}");
}
