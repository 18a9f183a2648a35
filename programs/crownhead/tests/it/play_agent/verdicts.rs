//! Agents that do not answer with a legal move in time, and a person whose time runs out.

use crate::client::crownhead;
use crate::play_agent::stage::{Stage, file, first_legal, is_over, is_ready, turns};
use std::path::Path;

const MARKUP: &str = "<script>alert(1)</script>";

/// Agents and the referee's words for what they do.
const AGENTS: [(&str, &str, &str); 6] = [
    ("crashes", "exit 3", "exit code 3"),
    ("dies", "kill -SEGV $$", "ended by signal 11"),
    ("silent", ":", "no output.txt"),
    ("empty", ": > output.txt", "empty output.txt"),
    ("illegal", "echo 'E a1 b2' > output.txt", "illegal move: the piece cannot go there"),
    ("slow", "while :; do :; done", "time used up in mid-move"),
];

#[test]
fn a_bad_answer_ends_the_game_and_its_files_are_kept() {
    for (name, script, verdict) in AGENTS {
        let stage = Stage::new();
        let script = format!("echo '{MARKUP}' >&2\n{script}");
        let (program, mut events) = stage.play(&stage.agent(name, &script), &["--seconds", "1"]);
        program.command(first_legal(&events.until(is_ready)));
        let view = events.until(is_over);
        let result = view["result"].as_str().expect("text");
        assert_eq!(result, format!("Black (you) wins: White: {verdict}"));
        let message = view["message"].as_str().expect("text");
        assert!(message.starts_with(&format!("{name} has forfeited the game: {verdict}.")));
        let again = message.split("referee replay ").nth(1).expect("the command");
        assert!(Path::new(again).is_file(), "{again}");
        assert_eq!(turns(&view).len(), 2, "the answer is shown as a turn with files");
        assert_eq!(file(&program, 2, "Standard error").trim(), MARKUP);
        assert!(program.command("11-15")["error"].is_string(), "the game is over");
    }
}

#[test]
fn an_agents_name_is_text() {
    let stage = Stage::new();
    let folder = stage.agent("agent", "exit 1");
    let (program, mut events) = stage.play(&format!("{folder}/homework '{MARKUP}'"), &[]);
    let view = events.until(is_ready);
    assert_eq!(view["players"][1]["name"], format!("homework {MARKUP}"));
    assert!(!program.get("").1.contains(MARKUP), "the page holds no data");
}

#[test]
fn a_persons_flag_falls() {
    let stage = Stage::new();
    let (_program, mut events) = stage.play(&stage.agent("agent", "exit 1"), &["--seconds", "1"]);
    let view = events.until(is_over);
    assert_eq!(view["result"], "White (agent) wins: Black: time used up");
    assert_eq!(view["players"][0]["clock"]["left"], 0.0);
}

#[test]
fn a_wrong_command_line_is_exit_code_2() {
    let stage = Stage::new();
    let missing = stage.path().join("missing");
    let missing = missing.to_str().expect("text");
    let wrong: [&[&str]; 4] = [
        &["play", "checkers", "--against", missing],
        &["play", "loa", "--against", "/bin/true", "--profile", "course"],
        &["play", "--no-clock"],
        &["play", "--against", "/bin/true", "--seconds", "0"],
    ];
    for args in wrong {
        let output = crownhead(args).output().expect("it starts");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}
