//! Nothing of an agent is left, however a game or the program ends.

use crate::play_agent::stage::{Stage, first_legal, is_over, is_ready, turns};
use std::fs;
use std::path::Path;
use std::process::Command;
use testing::holds_soon;

const SPIN: &str = "(while :; do :; done) & while :; do :; done";

/// Processes that work in a folder. Only Linux tells.
fn processes_in(folder: &Path) -> usize {
    let Ok(entries) = fs::read_dir("/proc") else { return 0 };
    entries
        .flatten()
        .filter(|process| {
            fs::read_link(process.path().join("cwd")).is_ok_and(|cwd| cwd.starts_with(folder))
        })
        .count()
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).expect("there").next().is_none()
}

#[test]
fn resigning_and_a_new_game_end_the_agents_run() {
    let stage = Stage::new();
    let (program, mut events) = stage.play(&stage.agent("agent", SPIN), &[]);
    program.command(first_legal(&events.until(is_ready)));
    assert!(program.command("11-15")["error"].as_str().is_some_and(|text| text.contains("turn")));
    let reply = program.command("resign");
    assert!(reply["messages"][0].as_str().is_some_and(|text| text.contains("not recorded")));
    let view = events.until(is_over);
    assert_eq!(view["result"], "White (agent) wins: Black resigned");
    assert_eq!((turns(&view).len(), processes_in(&stage.temp())), (1, 0));
    program.command("new white");
    events.until(|view| view["is_thinking"] == true && turns(view).is_empty());
    program.command("new black");
    let view = events.until(is_ready);
    assert_eq!((turns(&view).len(), processes_in(&stage.temp())), (0, 0));
    assert!(!stage.out().exists(), "nothing was recorded");
}

#[test]
fn a_move_is_taken_back_while_the_agent_thinks() {
    let stage = Stage::new();
    let (program, mut events) = stage.play(&stage.agent("agent", SPIN), &["--no-clock"]);
    let start = events.until(is_ready);
    program.command(first_legal(&start));
    events.until(|view| view["is_thinking"] == true);
    assert_eq!(program.command("undo")["error"], serde_json::Value::Null);
    let view = events.until(is_ready);
    assert_eq!((&view["letters"], processes_in(&stage.temp())), (&start["letters"], 0));
}

#[test]
fn nothing_is_left_after_quit_or_a_signal() {
    for end in ["quit", "INT", "TERM", "KILL"] {
        let stage = Stage::new();
        let (mut program, mut events) = stage.play(&stage.agent("agent", SPIN), &[]);
        program.command(first_legal(&events.until(is_ready)));
        assert!(!is_empty(&stage.temp()));
        if end == "quit" {
            program.command("quit");
            assert_eq!(program.exit_code(), Some(0));
        } else {
            let script = format!("kill -{end} {}", program.id());
            assert!(Command::new("sh").args(["-c", &script]).status().expect("sh").success());
            let code = program.exit_code();
            assert_eq!(code, (end == "INT").then_some(0), "{end}");
        }
        assert!(
            holds_soon(|| is_empty(&stage.temp()) && processes_in(&stage.temp()) == 0),
            "{end}"
        );
    }
}
