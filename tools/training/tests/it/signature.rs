//! What `bench` prints: the node signatures are those of `fixtures/bench/signatures.txt`: a
//! change of the play of the search shows in each game, and has to change that file.

use games::GameName;
use std::fs;
use std::process::{Command, Output};
use testing::{fixture, workspace};

fn bench(words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bench"));
    command.args(words.split(' ')).output().expect("bench starts")
}

fn printed(words: &str) -> String {
    let output = bench(words);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The lines of a fixture that are no comments.
fn lines(path: &str) -> Vec<String> {
    let text = fs::read_to_string(fixture(path)).expect("a fixture");
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_string).collect()
}

#[test]
fn the_signatures_of_all_games_are_those_of_the_fixture() {
    let told = printed("signature");
    let pinned = lines("bench/signatures.txt");
    assert_eq!(told.lines().collect::<Vec<_>>(), pinned, "update fixtures/bench/signatures.txt");
}

#[test]
fn the_signatures_of_the_document_are_those_of_the_fixture() {
    let document = fs::read_to_string(workspace().join("docs/TRAINING.md")).expect("a document");
    for line in lines("bench/signatures.txt") {
        assert!(document.lines().any(|other| other == line), "docs/TRAINING.md lacks {line}");
    }
}

#[test]
fn one_game_is_searched_if_it_is_named() {
    let pinned = lines("bench/signatures.txt");
    let checkers = pinned.iter().find(|line| line.starts_with("Bench: checkers ")).expect("a line");
    assert_eq!(printed("signature checkers"), format!("{checkers}\n"));
    assert!(printed("speed loa --depth 2").starts_with("loa: "));
    assert!(!bench("signature chess").status.success());
}

#[test]
fn perft_of_every_game_is_as_published() {
    for game in GameName::ALL {
        let table = lines(&format!("perft/{game}.perft"));
        let [first, second] = [0, 1].map(|nth: usize| {
            let (_, leaves) = table[nth].split_once(' ').expect("a depth and a count");
            leaves.to_string()
        });
        let told = printed(&format!("perft {game} 2"));
        let counts: Vec<_> =
            told.lines().skip(1).map(|line| line.split_whitespace().nth(1)).collect();
        assert_eq!(counts, [Some(&*first), Some(&*second)], "{game}");
        let divided = printed(&format!("perft {game} 2 --divide"));
        let total = divided.lines().last().expect("a line").split_whitespace().collect::<Vec<_>>();
        assert_eq!(total, ["total", &second], "{game}");
        assert_eq!(divided.lines().count().checked_sub(1), first.parse().ok());
    }
}

#[test]
fn positions_come_from_games_and_are_the_same_for_the_same_seed() {
    assert_eq!(positions_again().lines().count(), 3);
    assert_eq!(positions_again(), positions_again());
}

fn positions_again() -> String {
    printed("positions loa 3 --nodes 50 --seed 4")
}

#[test]
fn depths_are_printed_for_every_position_of_the_signature() {
    let told = printed("depths --move-time 0.002");
    assert_eq!(told.lines().count(), lines("bench/checkers.txt").len() + 2, "{told}");
    assert!(told.lines().last().is_some_and(|line| line.starts_with("mean depth ")), "{told}");
    for nonsense in ["0", "-1", "nan", "x"] {
        assert!(!bench(&format!("depths --move-time {nonsense}")).status.success(), "{nonsense}");
    }
}
