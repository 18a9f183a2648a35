//! The boards of a diagnosis, which a script of the page draws: all pieces on their squares, and an
//! arrow for each move.

use crate::browser::Browser;
use crate::report_feedback::{HOSTILE, record};
use serde_json::{Value, json};
use std::fs;
use std::process::Command;
use tempfile::TempDir;

/// What each board shows, beside what its element asks for: letters from the left of the top row
/// on, arrows with the squares of their ends. The path of a head begins at its point.
const BOARDS: &str = "[...document.querySelectorAll('.worst-board')].map((board) => {
    const host = board.querySelector('.picture');
    const square = (x, y) => 'abcdefgh'[Math.floor(x / 100)] + (8 - Math.floor(y / 100));
    const drawn = Array(64).fill('.');
    for (const piece of host.querySelectorAll('.piece')) {
        const [x, y] = piece.parentNode.getAttribute('transform').match(/[0-9]+/g).map(Number);
        const index = Math.floor(y / 100) * 8 + Math.floor(x / 100);
        const color = piece.classList.contains('black') ? 'b' : 'w';
        drawn[index] = drawn[index] === '.' ? color : 'twice';
    }
    const arrows = [...host.querySelectorAll('.arrow > g')].map((arrow) => {
        const begin = (part) =>
            square(...arrow.querySelector(part).getAttribute('d').match(/[0-9.]+/g).map(Number));
        return [arrow.getAttribute('class'), begin('.shaft'), begin('.head')];
    });
    const ends = (path) => path ? [path.split(' ')[0], path.split(' ').at(-1)] : null;
    return { drawn: drawn.join(''), letters: host.dataset.letters.toLowerCase(), arrows,
        played: ends(host.dataset.played), better: ends(host.dataset.better) };
})";

/// The address of a diagnosis of two games: one lost by a bad move, one by a malformed answer.
fn diagnosis() -> (TempDir, String) {
    let folder = TempDir::new().expect("a folder");
    let mut forfeited = record(2);
    forfeited["ending"] = json!("malformed");
    let journal = format!("{}\n{forfeited}\n", record(1));
    fs::write(folder.path().join("journal.jsonl"), journal).expect("written");
    let about = json!({
        "version": 3, "agent": HOSTILE, "sha256": "0", "seconds": 10.0, "profile": "spec",
        "answers": "lenient", "seed": 1, "games": 2, "opponents": [], "defender": "none",
        "beginning": "from the start", "left_out": [],
    });
    fs::write(folder.path().join("about.json"), about.to_string()).expect("written");
    let mut command = Command::new(testing::program("crownhead"));
    let output = command.arg("diagnosis").arg(folder.path()).args(["--nodes", "300"]).output();
    let output = output.expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let address = format!("file://{}", folder.path().join("diagnosis.html").display());
    (folder, address)
}

#[test]
fn each_board_of_a_diagnosis_has_all_pieces_and_an_arrow_for_each_move() {
    let (_folder, address) = diagnosis();
    let browser = Browser::start();
    browser.open(&address);
    browser.wait_until("document.querySelector('.worst-board svg')");
    let boards = browser.value(BOARDS);
    let boards = boards.as_array().expect("a list");
    assert!(boards.len() >= 2, "{boards:?}");
    let mut arrows = 0;
    for board in boards {
        assert_eq!(board["drawn"], board["letters"], "{board:#}");
        let arrow = |kind: &str, path: &str| {
            let [from, to] = [0, 1].map(|end| board[path][end].clone());
            (!board[path].is_null()).then(|| json!([kind, from, to]))
        };
        let moves = [arrow("arrow-best", "better"), arrow("arrow-threat", "played")];
        let moves: Vec<Value> = moves.into_iter().flatten().collect();
        arrows += moves.len();
        assert_eq!(board["arrows"], json!(moves), "{board:#}");
    }
    assert!(arrows >= 2 && arrows < 2 * boards.len(), "the malformed answer has none: {boards:?}");
    assert_eq!(browser.console(), [""; 0]);
}
