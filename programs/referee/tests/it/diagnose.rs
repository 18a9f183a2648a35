//! `referee diagnose`: it ends when its time is over, and goes on where it was broken off. What
//! follows from its games is tested with the program `crownhead`.

use crate::support::{Arena, REFERENCE, holds_soon, toy};
use nix::sys::signal::Signal::SIGINT;
use nix::sys::signal::kill;
use nix::unistd::Pid;
use std::fs;
use std::process::Stdio;

fn lines(arena: &Arena, file: &str) -> usize {
    let text = fs::read_to_string(arena.path("out").join(file)).unwrap_or_default();
    text.lines().count()
}

fn plain() -> String {
    format!("{REFERENCE} --depth 1 --seed 3")
}

/// The agent sleeps for longer than any limit.
#[test]
fn when_the_time_is_over_what_was_left_out_is_told() {
    let arena = Arena::new();
    let sleeper = toy("sleep 1000");
    let words = ["diagnose", &sleeper, "--out", "out", "--time-limit", "1", "--games", "2"];
    let result = arena.referee(&words);
    for what in ["positions: the time was over", "not all games", "not all endings"] {
        assert!(result.err.contains(what), "{what}: {}", result.err);
    }
    assert_eq!(lines(&arena, "journal.jsonl"), 0, "a game that was broken off does not count");
    let about = arena.read("out/about.json");
    assert!(about.contains("not all endings"), "{about}");
    assert_eq!(arena.leftovers(), Vec::<std::path::PathBuf>::new());
}

#[test]
fn broken_off_it_keeps_its_answers_and_goes_on() {
    let arena = Arena::new();
    let (agent, cap) = (plain(), "100000");
    let words = ["diagnose", &agent, "--out", "out", "--time-limit", cap, "--games", "2"];
    let mut command = arena.command(&words);
    let mut referee = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("started");
    assert!(holds_soon(|| lines(&arena, "answers.jsonl") > 2), "it answers");
    kill(Pid::from_raw(referee.id() as i32), SIGINT).expect("sent");
    let status = referee.wait().expect("it ends");
    let kept = lines(&arena, "answers.jsonl");
    // A fast machine may have finished before the signal came.
    assert!(status.code() == Some(130) || lines(&arena, "journal.jsonl") > 0, "{status}");
    let words = ["diagnose", &agent, "--out", "out", "--time-limit", "1", "--games", "2"];
    arena.referee(&words);
    assert!(lines(&arena, "answers.jsonl") >= kept);
}

#[test]
fn results_of_two_agents_are_not_mixed() {
    let arena = Arena::new();
    let agent = plain();
    arena.referee(&["diagnose", &agent, "--out", "out", "--time-limit", "1", "--games", "2"]);
    let before = fs::read(arena.path("out/about.json")).expect("there");
    let other = format!("{REFERENCE} --depth 2 --seed 3");
    let result =
        arena.referee(&["diagnose", &other, "--out", "out", "--time-limit", "1", "--games", "2"]);
    assert_eq!(result.code, Some(2));
    assert!(result.err.contains("holds the diagnosis of reference --depth 1"), "{}", result.err);
    assert_eq!(fs::read(arena.path("out/about.json")).expect("there"), before);
}

#[test]
fn another_game_than_checkers_is_refused_at_once() {
    let arena = Arena::new();
    let result = arena.ends(2, &["diagnose", "bots/kim", "--game", "loa"]);
    let first = result.err.lines().next().unwrap_or_default();
    assert!(first.contains("diagnose is for checkers, not for loa"), "{first}");
    assert!(first.contains("referee check bots/kim --game loa"), "{first}");
}
