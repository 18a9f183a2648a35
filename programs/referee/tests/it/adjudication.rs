//! Games that endgame tables end: `--adjudicate`, with the program `crownhead` or one in its place.

use crate::support::{Arena, REFERENCE};
use games::board::Side;
use referee::rules::Ending;
use std::iter;
use std::process::{Command, Stdio};

/// In both White captures first. Then it has won the first one with two men against one, and the
/// other is drawn, a king against a king.
const OPENINGS: &str = "W:W22,26:B18,1\nW:WK30:BK1,26\n";
const WON: Ending = Ending::TableWin(Side::White);

fn arena() -> Arena {
    let arena = Arena::new();
    arena.write("endings", OPENINGS);
    arena
}

/// A match of four games from the openings, in their order.
fn short_match<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let openings = ["--openings", "endings", "--opening-order", "sequential", "--games", "4"];
    let usual = ["--no-preflight", "--max-plies", "6", "--jobs", "1", "--out", "m"];
    let words = iter::once("match").chain([REFERENCE; 2]).chain(openings).chain(usual);
    words.chain(more.iter().copied()).collect()
}

fn endings(arena: &Arena) -> Vec<(Ending, usize)> {
    arena.records("m").values().map(|record| (record.ending, record.turns.len())).collect()
}

#[test]
fn tables_end_games_that_are_won_or_drawn() {
    let arena = arena();
    testing::program("crownhead");
    let played = arena.succeeds(&short_match(&["--adjudicate", "both"]));
    let draw = (Ending::TableDraw, 1);
    assert_eq!(endings(&arena), [(WON, 1), (WON, 1), draw, draw]);
    let sentence = "\ngames of at most 6 pieces are adjudicated by endgame tables\n";
    assert!(played.out.contains(sentence), "{}", played.out);
    assert!(arena.records("m").values().all(|record| {
        let is_won = record.ending == WON;
        record.winner() == is_won.then_some(Side::White) && record.forfeiter().is_none()
    }));
    let pdn = arena.read("m/games.pdn");
    assert!(pdn.contains("[Termination \"adjudicated as lost by endgame tables\"]"), "{pdn}");
    assert!(pdn.contains("[Result \"1/2-1/2\"]"), "{pdn}");
    let csv = arena.read("m/games.csv");
    assert_eq!(csv.matches("adjudicated as drawn by endgame tables").count(), 2, "{csv}");
    arena.succeeds(&["replay", "m", "--game", "1"]);
    // The same match goes on only with the same adjudication.
    for (other, told) in [
        (&[][..], "--adjudicate both in the journal, left out now; --table-pieces 6 in"),
        (&["--adjudicate", "draw"], "--adjudicate both in the journal, draw now; give"),
        (
            &["--tbadjudicate", "BOTH", "--tbpieces", "3"],
            ": --table-pieces 6 in the journal, 3 now",
        ),
    ] {
        arena.refuses(&short_match(&[&["--resume"], other].concat()), told);
    }
    arena.succeeds(&short_match(&["--resume", "--tbadjudicate", "BOTH"]));
}

#[test]
fn only_what_is_wanted_is_adjudicated_and_a_plan_says_it() {
    let arena = arena();
    testing::program("crownhead");
    let words = ["--openings", "endings", "--opening-order", "sequential", "--games", "4"];
    let plan = ["plan", REFERENCE, REFERENCE, "--adjudicate", "win-loss", "--max-plies", "4"];
    arena.succeeds(&[&plan[..], &words, &["--out", "plan.jsonl"]].concat());
    let rules = r#""adjudication":{"results":"win-loss","pieces":6}"#;
    assert!(arena.read("plan.jsonl").contains(rules));
    arena.succeeds(&["play", "plan.jsonl", "--out", "played"]);
    arena.succeeds(&["merge", "plan.jsonl", "played", "--out", "m"]);
    let ended = Ending::MaxPlies;
    let found: Vec<_> = endings(&arena).into_iter().map(|(ending, _)| ending).collect();
    assert_eq!(found, [WON, WON, ended, ended]);
}

#[test]
fn what_the_tables_cannot_know_is_refused() {
    let arena = arena();
    let refuses = |more: &[&str], part: &str| {
        arena.refuses(&short_match(&[&["--adjudicate", "both"], more].concat()), part);
    };
    refuses(&["--game", "loa"], "--adjudicate is for checkers; there are no endgame tables of loa");
    refuses(
        &["--profile", "course"],
        "take --profile spec, since --profile course draws on the 51st",
    );
    refuses(&["--quiet-turns", "40"], "leave out --quiet-turns");
    refuses(&["--table-pieces", "7"], "--table-pieces 7: write a whole number from 2 to 6");
    arena.refuses(&short_match(&["--table-pieces", "3"]), "--adjudicate");
    assert!(!arena.path("m").exists(), "nothing was begun");
}

/// A referee alone in its folder, with this script as `crownhead` in PATH, or with none; its exit
/// code and standard error.
fn played_with(arena: &Arena, script: Option<&str>) -> (Option<i32>, String) {
    let alone = arena.path("alone/referee");
    testing::copy_program(env!("CARGO_BIN_EXE_referee"), &alone);
    if let Some(script) = script {
        arena.program("bin/crownhead", &format!("#!/bin/bash\n{script}\n"));
    }
    let path = format!("{}:/usr/bin:/bin", arena.path("bin").display());
    let mut command = Command::new(alone);
    command.args(short_match(&["--adjudicate", "both", "--allow-root"]));
    command.current_dir(arena.path("")).env("PATH", path).stdin(Stdio::null());
    let output = command.output().expect("it starts");
    (output.status.code(), String::from_utf8(output.stderr).expect("text"))
}

#[test]
fn without_tables_there_is_an_error_before_the_first_game() {
    let old = r#"while read -r; do echo '{"verdict":"White wins.","moves":[]}'; done"#;
    let scripts = [
        (None, "crownhead, which has the endgame tables for --adjudicate, is neither in "),
        (Some(old), "it does not know an ending of three kings; build it again"),
        (Some("exit 1"), "cannot be asked for endgame tables: it "),
        (Some("read -r; echo no"), "its answer cannot be read: "),
    ];
    for (script, part) in scripts {
        let arena = arena();
        let (code, error) = played_with(&arena, script);
        assert!(code == Some(2) && error.contains(part), "{script:?}: {error}");
        assert!(!arena.path("m").exists(), "nothing was begun");
    }
}

/// Nobody forfeits, and nothing waits: the games go on to their end.
#[test]
fn tables_that_fail_in_the_match_cost_a_warning() {
    let first = r#"read -r; echo '{"evaluation":{"kind":"table_win","by":"white"}}'"#;
    for (then, part) in [
        ("exit", "crownhead, which has the endgame tables: it "),
        ("read -r; echo nonsense; exec sleep 600", "its answer cannot be read: "),
        ("exec sleep 600", "it gave no answer within 10 s"),
    ] {
        let arena = arena();
        let (code, error) = played_with(&arena, Some(&format!("{first}; {then}")));
        assert_eq!(code, Some(0), "{error}");
        let told = "the match goes on without adjudication: ";
        assert_eq!(error.matches(told).count(), 1, "{error}");
        assert!(error.contains(part), "{error}");
        let found = endings(&arena);
        assert!(found.len() == 4 && found.iter().all(|(ending, _)| *ending != WON), "{found:?}");
    }
}
