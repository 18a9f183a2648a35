//! What `crownhead analyze --json` says of a position of each game, and of a whole game. The
//! searches count nodes and no line tells a time, so nothing is masked.

use crate::golden;
use crate::place::Place;

fn analyze(args: &[&str], input: &str) -> String {
    Place::new().run_with("crownhead", &[&["analyze"], args].concat(), input).text()
}

#[test]
fn a_position_of_each_game_has_the_same_analysis() {
    let search = ["--json", "--nodes", "20000"];
    let after =
        |moves: &str, count: &str| analyze(&[&search[..], &["--after", count]].concat(), moves);
    let checkers = "[Black \"A\"]\n\n1. 11-15 23-19 2. 8-11 22-17 *\n";
    let ending = analyze(&["W:WK18,K22:BK1", "--json"], "");
    golden::check_all(&[
        ("analyze/checkers.json", after(checkers, "4")),
        ("analyze/checkers-ending.json", ending),
        ("analyze/loa.json", after("b1-b3\na2-c2\n", "2")),
        ("analyze/tablut.json", after("d9-c\ne7-f\n", "2")),
        ("analyze/amazons.json", after("d1-d7(g7)\n", "1")),
    ]);
}

#[test]
fn a_game_has_the_same_analysis_in_each_form() {
    let path = testing::fixture("games/nealey.pdn").display().to_string();
    let form = |options: &[&str]| analyze(&[&[&*path, "--nodes", "1000"], options].concat(), "");
    golden::check_all(&[
        ("analyze/nealey.json", form(&["--json"])),
        ("analyze/nealey.txt", form(&[])),
        ("analyze/nealey.pdn", form(&["--pdn"])),
    ]);
}
