//! Programs with one mistake each: which checks fail, of all but those of forced wins, is pinned.
//! So a mistake costs the check that asks for its rule.

use crate::support::Arena;
use std::process::Command;

const GROUPS: [&str; 7] =
    ["board", "commands", "results", "answers", "plays-both-sides", "takes-over", "seed-repeats"];

/// A game, a mistake of `fixtures/faults/player.py`, the checks that fail, and words of the first
/// reason.
const MISTAKES: [(&str, &str, &[&str], &str); 15] = [
    ("loa", "", &[], ""),
    ("loa", "crosses-enemies", &["illegal-moves"], "after \"a7-d4\": wrong dump"),
    ("loa", "no-diagonals", &["black-wins"], "it announced no result"),
    ("loa", "no-tie", &["limit-of-moves"], "not \"* Tie game.\""),
    ("loa", "any-limit", &["limit-too-small"], ""),
    ("loa", "no-help", &["help"], "it printed no line of help"),
    ("tablut", "", &[], ""),
    ("tablut", "throne-blocks", &["throne"], "it did not play the legal move f5-d"),
    (
        "tablut",
        "history-stays",
        &["new-game-forgets"],
        "it announced \"* White wins.\" in mid-game",
    ),
    ("tablut", "limit-stays", &["limit-ends-with-new"], "in mid-game"),
    ("tablut", "three-are-enough", &["king-on-the-throne"], "in mid-game"),
    ("amazons", "", &[], ""),
    (
        "amazons",
        "spear-not-back",
        &["spear-to-the-square-left"],
        "it did not play the legal move d1-d7(d1)",
    ),
    ("amazons", "no-blanks", &["moves-with-blanks"], "it did not play the legal move g1-c5(e7)"),
    ("amazons", "says-it-twice", &["white-loses", "black-loses"], "a second time"),
];

#[test]
fn one_mistake_costs_the_check_of_its_rule() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("left out: this machine has no python3");
        return;
    }
    let (arena, player) = (Arena::new(), testing::fixture("faults/player.py"));
    for (game, mistake, expected, part) in MISTAKES {
        let agent = format!("python3 {} {game} {mistake}", player.display());
        let mut words = vec!["check", "--game", game, &agent, "--json", "--no-sandbox"];
        GROUPS.iter().for_each(|name| words.extend(["--only", name]));
        let result = arena.referee(&words);
        let json: serde_json::Value = serde_json::from_str(&result.out).expect(&result.err);
        let findings = json["findings"].as_array().expect("a list");
        let failed: Vec<_> = findings.iter().filter(|one| one["result"] == "failed").collect();
        let names: Vec<_> = failed.iter().filter_map(|one| one["name"].as_str()).collect();
        assert_eq!(names, expected, "{game} {mistake}: {failed:?}");
        let reason = failed.first().and_then(|one| one["reason"].as_str()).unwrap_or_default();
        assert!(reason.contains(part), "{game} {mistake}: {reason}");
    }
}

/// A missed rule in a move of its own: the board, the moves of the piece, and the way back there.
#[test]
fn a_bad_move_shows_its_board_and_the_way_to_it() {
    let arena = Arena::new();
    let loa = testing::program("loa").display().to_string();
    let agent = testing::toy(&format!("{loa} --plain 1 | sed -u 's/[*] [a-h].*/* h5-h4/'"));
    let words = ["check", "--game", "loa", &agent, "--only", "answers", "--no-sandbox"];
    let out = arena.ends(3, &words).out;
    for line in [
        "illegal move: the rules do not allow it here: h5-h4",
        "White to move",
        "h5-h4: its line from h5 to h4 has",
        "legal from h5: h5-",
        "the same turn: printf '%s\\n' 'manual black' 'manual white' b8-b6 'auto white' | PROGRAM",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
}
