//! What `referee match` writes: the journal, the plan, the table of games and the facts of a
//! forfeited move.
//!
//! Masked are the seconds that a program used, and the digests of programs. Placeholders stand for
//! the folders of the test and of the programs. There is no sandbox, which not every machine has.

use crate::place::Place;
use crate::{golden, mask};

/// In a journal, a plan and a `move.json`: CPU seconds of a move, those left on a clock, those of
/// the move that ended the game, and the digest of an agent's files.
const MEASURED: [&str; 5] = ["charged", "left", "last_charge", "sha256", "checksum"];
/// In `games.csv`: CPU seconds left.
const MEASURED_COLUMNS: [&str; 2] = ["black_left", "white_left"];

/// The same on every day, without a sandbox, and one game after the other, in their order.
const OPTIONS: [&str; 8] = [
    "--allow-root",
    "--no-sandbox",
    "--no-preflight",
    "--date",
    "2026-11-22",
    "--jobs",
    "1",
    "--out=games",
];

/// The opponent that answers the same board with the same move.
const REFERENCE: &str = "reference --depth 2 --seed 1";

fn agent(name: &str) -> String {
    testing::fixture("agents").join(name).display().to_string()
}

/// Plays a match in a folder `games` of the place.
fn play(place: &Place, args: &[&str]) {
    let printed = place.run("referee", &[&["match"], args, &OPTIONS].concat());
    // 3: an agent has forfeited a game.
    assert!(matches!(printed.code, Some(0 | 3)), "{}{}", printed.out, printed.err);
}

fn json(place: &Place, name: &str) -> String {
    mask::json(&place.without_paths(&place.read(name)), &MEASURED)
}

fn games_table(place: &Place) -> String {
    mask::csv(&place.read("games/games.csv"), &MEASURED_COLUMNS)
}

#[test]
fn a_match_of_checkers_writes_the_same_journal() {
    let place = Place::new();
    testing::program("reference");
    let limits = ["--openings", "start", "--games", "2", "--max-plies", "50"];
    play(&place, &[&[&*agent("first-move"), REFERENCE], &limits[..]].concat());
    golden::check_all(&[
        ("match/checkers.journal.jsonl", json(&place, "games/journal.jsonl")),
        ("match/checkers.plan.jsonl", json(&place, "games/plan.jsonl")),
        ("match/checkers.games.csv", games_table(&place)),
    ]);
}

/// It forfeits the games from the start by nonsense, and the others by a move that is not legal
/// after their opening.
#[test]
fn a_forfeited_match_writes_the_same_journal_and_the_same_evidence() {
    let place = Place::new();
    testing::program("reference");
    place.write(
        "openings.txt",
        "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12\n\
         W:W17,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,9,10,11,12,13\n",
    );
    play(&place, &[&agent("one-move"), REFERENCE, "--openings", "openings.txt", "--games", "4"]);
    golden::check_all(&[
        ("match/forfeits.journal.jsonl", json(&place, "games/journal.jsonl")),
        ("match/forfeits.plan.jsonl", json(&place, "games/plan.jsonl")),
        ("match/forfeits.games.csv", games_table(&place)),
        ("match/forfeits.move.json", json(&place, "games/evidence/game-1/move.json")),
    ]);
}

#[test]
fn a_match_of_a_text_game_writes_the_same_journal() {
    let place = Place::new();
    testing::program("loa");
    let limits = ["--game", "loa", "--openings", "start", "--games", "2", "--seed", "7"];
    play(&place, &[&["loa --plain 1 --seed 1", "loa --plain 2 --seed 2"], &limits[..]].concat());
    golden::check_all(&[
        ("match/loa.journal.jsonl", json(&place, "games/journal.jsonl")),
        ("match/loa.plan.jsonl", json(&place, "games/plan.jsonl")),
        ("match/loa.games.csv", games_table(&place)),
        ("match/loa.games.txt", place.read("games/games.txt")),
    ]);
}
