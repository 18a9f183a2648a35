//! Files beside an agent's program: in its working directory only with `--carry`.

use crate::support::{Arena, REFERENCE, steady};
use referee::rules::Ending;
use std::fs;
use std::os::unix::fs::PermissionsExt;

/// An agent that plays as long as it finds `weights.txt` in its working directory.
fn agent_with_weights(arena: &Arena, plays: &str) -> String {
    let folder = arena.path("student");
    fs::create_dir(&folder).expect("made");
    let script = format!("#!/bin/sh\ncat weights.txt || exit 1\n{plays}\n");
    fs::write(folder.join("homework"), script).expect("written");
    fs::set_permissions(folder.join("homework"), fs::Permissions::from_mode(0o755)).expect("set");
    fs::write(folder.join("weights.txt"), "0.5\n").expect("written");
    fs::copy(REFERENCE, folder.join("player")).expect("copied");
    folder.to_str().expect("text").to_string()
}

const PLAYS: &str = "exec \"${0%/*}/player\" --depth 1 --seed 3";

#[test]
fn weights_are_found_only_if_they_are_carried_and_check_says_so() {
    let arena = Arena::new();
    let agent = agent_with_weights(&arena, PLAYS);
    let without = arena.referee(&["check", &agent]);
    assert_eq!(without.code, Some(3), "{}", without.err);
    let hint = "; weights.txt lies beside homework, not in its working directory; run with --carry";
    assert!(without.out.contains(hint), "{}", without.out);
    let carried = arena.referee(&["check", &agent, "--carry"]);
    let found = |name: &str| {
        carried.out.lines().any(|line| line.starts_with("passed") && line.contains(name))
    };
    assert!(found("example-opening") && found("no-other-file"), "{}", carried.out);
    assert!(!carried.out.contains("lies beside"), "{}", carried.out);
    let args = ["match", &agent, &steady(100), "--games", "2"];
    let refused = arena.referee(&[&args[..], &["--out", "a"]].concat());
    assert_eq!(refused.code, Some(3), "{}", refused.err);
    let played = arena.referee(&[&args[..], &["--out", "b", "--carry"]].concat());
    assert_eq!(played.code, Some(0), "{}", played.err);
}

#[test]
fn a_bad_move_of_an_agent_with_carried_files_is_asked_for_with_them() {
    let arena = Arena::new();
    let agent = agent_with_weights(&arena, "echo nonsense > output.txt");
    let args = ["match", &agent, &steady(100), "--games", "2", "--carry", "--no-preflight"];
    assert_eq!(arena.referee(&[&args[..], &["--out", "m"]].concat()).code, Some(3));
    assert!(arena.records("m").values().all(|record| record.ending == Ending::Malformed));
    let replay = |marker: &str| {
        let again = arena.referee(&["replay", "m/evidence/game-1"]);
        assert!(again.out.contains(marker), "{}{}", again.out, again.err);
        again.out.contains("the program has changed since")
    };
    assert!(!replay("now:   malformed output.txt"));
    fs::remove_file(arena.path("student/weights.txt")).expect("removed");
    assert!(replay("now:   exit code 1"), "its files are a part of the agent");
}

#[test]
fn a_file_edited_beside_the_program_is_another_agent_on_resume() {
    let arena = Arena::new();
    let agent = agent_with_weights(&arena, PLAYS);
    let args = ["match", &agent, &steady(100), "--games", "2", "--carry", "--out", "m"];
    assert_eq!(arena.referee(&args).code, Some(0));
    let resume = [&args[..], &["--resume"]].concat();
    assert_eq!(arena.referee(&resume).code, Some(0), "nothing has changed");
    fs::write(arena.path("student/weights.txt"), "0.6\n").expect("written");
    let other = arena.referee(&resume);
    assert_eq!(other.code, Some(2), "{}", other.out);
    assert!(other.err.contains("the agents' files of game 1"), "{}", other.err);
}
