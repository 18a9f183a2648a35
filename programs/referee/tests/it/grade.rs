//! `referee grade`: one submission in all forms, within a time, and killed.

use crate::support::{Arena, REFERENCE, holds_soon};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use std::fs;
use std::process::Stdio;

/// Three quick checks and short games.
const SCHEME: &str = r#"
levels = [{ depth = 1, games = 2, points = 10 }, { depth = 0, games = 4, points = 10 }]
[games]
seconds = 20
clocks = "move"
max_plies = 4
[checks]
points = 20
only = ["example-opening", "example-double-jump", "example-king"]
"#;

/// Answers the first check, in which it is White, and waits in the others.
const HANGS_IN_THE_MIDDLE: &str = r#"#!/bin/bash
if grep -q WHITE input.txt; then printf 'E a3 b4\n' > output.txt; exit; fi
sleep 1000
"#;

/// An arena with the scheme and a submission that is the reference itself.
fn arena() -> Arena {
    let arena = Arena::new();
    arena.write("class.toml", SCHEME);
    submit(&arena, "kim");
    arena
}

fn submit(arena: &Arena, name: &str) {
    testing::copy_program(REFERENCE, &arena.path(name).join("homework"));
}

fn json(arena: &Arena, path: &str) -> Value {
    let text = arena.read(path);
    serde_json::from_str(&text).expect("JSON")
}

fn test<'a>(grade: &'a Value, name: &str) -> &'a Value {
    let tests = grade["tests"].as_array().expect("a list");
    tests.iter().find(|test| test["name"] == name).unwrap_or_else(|| panic!("{name}: {grade}"))
}

#[test]
fn one_submission_has_the_same_points_in_all_forms_and_is_not_played_twice() {
    let arena = arena();
    let forms = ["gradescope", "junit", "json"];
    let forms: Vec<&str> = forms.into_iter().flat_map(|form| ["--format", form]).collect();
    let args =
        [&["grade", "kim", "--scheme", "class.toml", "--visibility", "games=hidden"], &forms[..]];
    let args = args.concat();
    arena.succeeds(&args);
    let own = json(&arena, "grade-out/grade.json");
    assert_eq!((&own["progress"], &own["max_score"]), (&"finished".into(), &40.0.into()));
    assert_eq!(test(&own, "check example-opening")["status"], "passed");
    let scope = json(&arena, "grade-out/results.json");
    assert_eq!(scope["score"], own["score"]);
    let against =
        |level: &str| test(&scope, &format!("games against reference depth {level}")).clone();
    assert_eq!(against("1")["visibility"], "hidden");
    assert!(scope["score"].as_f64().expect("a number") > 20.0, "{scope}");
    let report = own["report"].as_str().expect("a text");
    assert!(!report.contains("games against") && report.contains("check example-king"), "{report}");
    let junit = arena.read("grade-out/junit.xml");
    assert!(junit.contains("<testsuite name=\"depth 1\" tests=\"1\""), "{junit}");
    let journal = arena.path("grade-out/gauntlet/kim/journal.jsonl");
    let games = fs::read_to_string(&journal).expect("there");
    assert_eq!(games.lines().count(), 6);
    arena.succeeds(&args);
    assert_eq!(fs::read_to_string(&journal).expect("there"), games);
    assert_eq!(json(&arena, "grade-out/results.json")["score"], own["score"]);
    assert!(arena.leftovers().is_empty(), "{:?}", arena.leftovers());
}

#[test]
fn whoever_kills_the_referee_leaves_the_points_so_far() {
    let arena = arena();
    arena.program("lee/homework", HANGS_IN_THE_MIDDLE);
    let args =
        ["grade", "lee", "--scheme", "class.toml", "--format", "gradescope", "--format", "json"];
    let mut command = arena.command(&args);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let file = arena.path("grade-out/grade.json");
    let has_points = || {
        let text = fs::read_to_string(&file).unwrap_or_default();
        serde_json::from_str::<Value>(&text).is_ok_and(|grade| grade["score"] != 0.0)
    };
    assert!(holds_soon(has_points), "{:?}", fs::read_to_string(&file));
    kill(Pid::from_raw(child.id().cast_signed()), Signal::SIGKILL).expect("it runs");
    child.wait().expect("ours");
    let scope = json(&arena, "grade-out/results.json");
    assert_eq!(scope["score"], 6.67);
    assert_eq!(test(&scope, "check example-opening")["status"], "passed");
    let output = scope["output"].as_str().expect("a text");
    assert!(output.starts_with("The grading is not finished"), "{output}");
    assert_eq!(
        test(&scope, "check example-king")["output"].as_str().map(|it| it.ends_with("yet")),
        Some(true)
    );
    assert_eq!(scope["tests"].as_array().map(Vec::len), Some(6), "the list is whole: {scope}");
}

#[test]
fn a_grading_in_the_folder_of_its_submission_goes_on_with_the_same_command() {
    let arena = arena();
    let grade = ["grade", ".", "--name", "kim", "--scheme", "../class.toml", "--format", "json"];
    let mut points = Vec::new();
    for _ in 0..3 {
        let printed = arena.run_in("kim", &grade);
        assert_eq!(printed.code, Some(0), "{}", printed.err);
        points.push(json(&arena, "kim/grade-out/grade.json")["score"].clone());
    }
    assert!(points.iter().all(|one| *one == points[0]), "{points:?}");
    let inside = arena.run_in("kim", &[&grade[..], &["--out", "mine"]].concat());
    assert_eq!(inside.code, Some(2), "{}", inside.err);
    assert!(inside.err.contains("mine lies in the submission"), "{}", inside.err);
}

#[test]
fn when_the_time_is_over_the_rest_is_left_out_and_said() {
    let arena = arena();
    arena.program("lee/homework", HANGS_IN_THE_MIDDLE);
    let common = ["grade", "lee", "--scheme", "class.toml", "--format", "json"];
    arena.succeeds(&[&common[..], &["--time-limit", "10"]].concat());
    let grade = json(&arena, "grade-out/grade.json");
    assert_eq!(grade["progress"], "out-of-time");
    let king = test(&grade, "check example-king");
    assert_eq!((&king["status"], &king["max_score"]), (&"not-run".into(), &6.67.into()));
    let level = test(&grade, "games against reference depth 1");
    assert_eq!((&level["status"], &level["score"]), (&"not-run".into(), &0.0.into()));
    let remark = grade["remarks"][0].as_str().expect("a text");
    assert!(remark.starts_with("The time of 10 s did not suffice"), "{remark}");
    assert!(arena.leftovers().is_empty(), "{:?}", arena.leftovers());
}

/// As White it waits, so that the second game of two does not end within the time.
#[test]
fn a_game_that_the_agent_never_ends_counts_as_lost() {
    let arena = arena();
    let script = "#!/bin/bash\nif grep -q GAME input.txt && grep -q WHITE input.txt; then sleep 1000; \
                  fi\nexec \"$(dirname \"$0\")/engine\" --depth 1\n";
    arena.program("lee/homework", script);
    testing::copy_program(REFERENCE, &arena.path("lee/engine"));
    let scheme = "levels = [{ depth = 1, games = 2, points = 90 }]\n[games]\nseconds = 1\n\
                  draws = \"half\"\nmax_plies = 4\n[checks]\nonly = [\"example-opening\"]\n";
    arena.write("short.toml", scheme);
    let args = ["grade", "lee", "--scheme", "short.toml", "--format", "json", "--time-limit", "12"];
    let result = arena.succeeds(&args);
    assert!(result.err.contains("1 planned game not played: the time was over"), "{}", result.err);
    let grade = json(&arena, "grade-out/grade.json");
    let level = test(&grade, "games against reference depth 1");
    assert_eq!((&level["status"], &level["score"]), (&"partial".into(), &22.5.into()), "{level}");
    let output = level["output"][1].as_str().expect("a line");
    assert!(output.contains("1 left out, which count as lost"), "{output}");
}

#[test]
fn what_cannot_be_built_has_the_reason_in_its_form() {
    let arena = arena();
    fs::create_dir(arena.path("bo")).expect("made");
    arena.write("bo/notes.txt", "nothing");
    let scope = "gradescope=there.json";
    arena.succeeds(&["grade", "bo", "--format", scope, "--scheme", "class.toml"]);
    let scope = json(&arena, "there.json");
    assert_eq!(
        (&scope["score"], &test(&scope, "build")["status"]),
        (&0.0.into(), &"failed".into())
    );
    let none = "there is no program";
    for name in ["check example-king", "games against reference depth 1"] {
        assert!(
            test(&scope, name)["output"].as_str().is_some_and(|it| it.contains(none)),
            "{name}"
        );
    }
    arena.refuses(&["grade", "nobody", "--format", "json"], "nobody");
}
