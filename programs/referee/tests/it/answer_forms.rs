//! An answer with a blank behind its line counts and is remarked, or is refused where the exact
//! form is asked for: in a match, a check and a class alike.

use crate::support::{Arena, REFERENCE, toy};
use games::board::Side;
use referee::journal::RecordedGame;
use referee::rules::{Ending, FlawKind, FormFlaw, GameRemark, RunRemark};
use std::path::Path;

const BLANK: &str = "line 1 ends with a blank; the assignment's form has none";

/// The reference, and the same with a blank behind each line.
const PLAIN: &str = "--depth 1 --seed 7";
const WITH_BLANK: &str = "--depth 1 --seed 7 && sed -i 's/$/ /' output.txt";

fn agent(after: &str) -> String {
    toy(&format!("{} {after}", shell_words::quote(REFERENCE)))
}

/// One game of the agent, with Black, against the reference.
fn game(agent: &str, more: &[&str]) -> RecordedGame {
    let arena = Arena::new();
    let reference = format!("{} --depth 1 --seed 3", shell_words::quote(REFERENCE));
    let args = ["match", agent, &reference, "--games", "2", "--out", "m", "--max-plies", "8"];
    arena.referee(&[&args[..], &["--no-sandbox", "--no-preflight"], more].concat());
    arena.records("m").remove(&1).expect("the first game")
}

#[test]
fn a_match_plays_on_and_remarks_the_form_or_ends_at_once() {
    let lenient = game(&agent(WITH_BLANK), &[]);
    assert_eq!(lenient.ending, Ending::MaxPlies);
    let remark = RunRemark::Form(FormFlaw { line: 1, kind: FlawKind::BlankBehind });
    assert_eq!(lenient.remarks, [GameRemark { side: Side::Black, remark, turns: 4 }]);
    let plain = game(&agent(PLAIN), &[]);
    let moves = |record: &RecordedGame| -> Vec<String> {
        record.turns.iter().map(|turn| turn.mv.clone()).collect()
    };
    assert_eq!((moves(&plain), plain.remarks.len()), (moves(&lenient), 0));
    let exact = game(&agent(WITH_BLANK), &["--answers", "exact"]);
    assert_eq!((exact.ending, exact.turns.len()), (Ending::Malformed, 0));
    assert!(exact.detail.is_some_and(|detail| detail.starts_with(BLANK)));
}

#[test]
fn a_check_passes_with_the_remark_or_fails_with_the_reason() {
    let arena = Arena::new();
    let agent = agent(WITH_BLANK);
    let only = ["--only", "example-double-jump", "--no-sandbox"];
    let args = [&["check", &agent][..], &only].concat();
    let lenient = arena.succeeds(&args);
    assert!(lenient.out.contains(&format!("{BLANK}; the move counts")), "{}", lenient.out);
    let exact = arena.ends(3, &[&args[..], &["--answers", "exact"]].concat());
    assert!(exact.out.contains(&format!("malformed output.txt: {BLANK}; ")), "{}", exact.out);
    assert!(exact.out.contains(" --answers exact"), "{}", exact.out);
    let asked = arena.ends(3, &["check", &agent, "--only", "exact-lines", "--no-sandbox"]);
    assert!(asked.out.contains(BLANK), "{}", asked.out);
    let text_program = ["check", "true", "--game", "loa", "--answers", "exact"];
    arena.refuses(&text_program, "--answers is for checkers");
}

/// A few checks and games, and no time that could make two agents differ.
const SCHEME: &str = r#"
levels = [{ depth = 0, games = 2, points = 10 }]
[games]
seconds = 20
clocks = "move"
max_plies = 20
[checks]
only = ["example-opening", "example-double-jump", "exact-lines"]
[swiss]
rounds = 0
[feedback]
nodes = 50
"#;

#[test]
fn a_class_has_the_same_points_with_the_remark_or_none() {
    let arena = Arena::new();
    for (name, after) in [("anna", PLAIN), ("bea", WITH_BLANK)] {
        arena.program(&format!("class/{name}/homework"), &format!("{REFERENCE} {after}"));
    }
    let lenient = points(&arena, "lenient");
    let total = |row: &str| row.split(',').nth(1).expect("a total").to_string();
    assert_eq!(total(&lenient[0]), total(&lenient[1]), "{lenient:?}");
    let remark = format!("turns, which count: {BLANK}");
    assert!(!lenient[0].contains(BLANK) && lenient[1].contains(&remark), "{lenient:?}");
    let page = arena.read("lenient/feedback/bea/feedback.json");
    assert!(page.contains(&format!("{BLANK}; the move counts")), "the checks say it: {page}");
    assert!(page.contains(&remark), "and the games: {page}");
    let rule = "docs/RULES.md#checkers-form";
    assert!(!page.contains(rule), "no check that is lenient breaks it: {page}");
    let exact = points(&arena, "exact");
    assert_eq!((total(&exact[0]), total(&exact[1])), (total(&lenient[0]), "0.00".to_string()));
    let page = arena.read("exact/feedback/bea/feedback.json");
    assert!(page.contains(&format!("malformed output.txt: {BLANK}; ")), "{page}");
    assert!(page.contains(rule), "{page}");
}

/// The rows of the class in the table of grades, where answers are read in this form.
fn points(arena: &Arena, form: &str) -> Vec<String> {
    let scheme = SCHEME.replace("[games]", &format!("[games]\nanswers = \"{form}\""));
    arena.write("class.toml", scheme);
    let programs = Path::new(REFERENCE).parent().expect("a folder").display().to_string();
    let args = ["class", "class", "--scheme", "class.toml", "--out", form];
    arena.succeeds(&[&args[..], &["--jobs", "2", "--allow-read", &programs]].concat());
    let grades = arena.read(&format!("{form}/grades.csv"));
    grades.split_terminator("\r\n").skip(1).map(str::to_string).collect()
}
