//! What a failed check of a text program says: the exception, what it waits for, and a command that
//! names what was named.

use crate::support::{Arena, toy};
use std::process::Command;

fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok();
    if !found {
        println!("left out: this machine has no python3");
    }
    found
}

fn check(arena: &Arena, agent: &str, name: &str) -> String {
    let words = ["check", "--game", "loa", agent, "--only", name];
    let result = arena.ends(3, &words);
    result.out
}

const FAILS: &str =
    "import sys\nprint('> ', end='', flush=True)\nsys.stdin.readline()\nprint([][1])\n";

#[test]
fn an_exception_stands_under_the_check() {
    if !has_python() {
        return;
    }
    let arena = Arena::new();
    arena.write("kim/loa.py", FAILS);
    for name in ["start-board", "answers"] {
        let out = check(&arena, "kim", name);
        let cause =
            "exit code 1; it printed \"IndexError: list index out of range\" (loa.py, line 4)";
        assert!(out.contains(cause), "{out}");
    }
}

#[test]
fn an_exception_of_all_checks_is_told_once_and_a_missing_package_for_the_class() {
    if !has_python() {
        return;
    }
    let arena = Arena::new();
    arena.write("class/kim/loa.py", FAILS);
    for name in ["lee", "ann"] {
        arena.write(&format!("class/{name}/loa.py"), "import nowhere.x\n");
    }
    let checks = "[checks]\nonly = [\"board\"]\n[swiss]\nrounds = 0\n";
    arena.write("loa.toml", format!("game = \"loa\"\nlevels = []\n{checks}"));
    let result = arena.succeeds(&["class", "class", "--scheme", "loa.toml", "--out=out"]);
    let sentence = "2 hand-ins lack package nowhere: ann, lee";
    assert!(result.err.contains(sentence), "{}", result.err);
    assert!(arena.read("out/class.log").contains(sentence));
    let page = arena.read("out/feedback/kim/feedback.json");
    let once = "5 of 5 checks fail in one way; mend this first: it printed \\\"IndexError: list";
    assert!(page.contains(once), "{page}");
    assert_eq!(page.matches("\"command\": \"referee").count(), 1, "one item for all: {page}");
}

#[test]
fn a_silent_program_is_asked_whether_it_flushes_and_a_waiting_one_waits() {
    let arena = Arena::new();
    let silent = check(&arena, &toy("while read -r line; do :; done; sleep 60"), "start-board");
    assert!(silent.contains("does it flush its output?"), "{silent}");
    let waits = toy("while printf '> '; read -r line; do :; done; sleep 60");
    let waits = check(&arena, &waits, "answers");
    assert!(waits.contains("it announced no move and waits for a line; it was sent"), "{waits}");
}

/// A Java machine that waits wakes twenty times a second for a moment.
#[test]
fn who_wakes_for_a_moment_now_and_then_is_idle() {
    let arena = Arena::new();
    let wakes = toy("printf '> '; while read -r -t 0.5 line || :; do :; done");
    let begun = std::time::Instant::now();
    let out = check(&arena, &wakes, "answers");
    assert!(out.contains("it announced no move and waits for a line"), "{out}");
    let idle = begun.elapsed().as_secs();
    assert!(idle < 55, "not the 60 s of a whole game, but {idle} s");
}

#[test]
fn a_mended_program_is_seen_again_by_the_command_of_the_failure() {
    let arena = Arena::new();
    let script =
        |code: u32| format!("#!/bin/sh\nprintf '#!/bin/sh\\nexit {code}\\n' > loa\nchmod +x loa\n");
    for code in [3, 5] {
        arena.write("kim/hw/build.sh", script(code));
        let out = check(&arena, "kim", "start-board");
        assert!(out.contains(&format!("exit code {code}")), "{out}");
        let again = "see it again with: referee check --game loa kim --only start-board\n";
        assert!(out.contains(again) && !out.contains("cache"), "{out}");
    }
}

/// Here the end completes the last line; of a pipeline a process may print all of it when another
/// was ended.
#[test]
fn what_comes_when_a_hung_program_is_ended_is_no_answer() {
    let arena = Arena::new();
    let ends = "    - b b b b b b -\\n";
    let board = ends.to_string() + &"    w - - - - - - w\\n".repeat(6) + ends;
    let printed = format!("===\\n{board}Next move: black\\n===");
    let late = toy(&format!("read -r line; printf '> {printed}'; sleep 60"));
    let late = check(&arena, &late, "start-board");
    assert!(late.contains("it did not end the line of its answer and used no time"), "{late}");
}
