//! `--watch` starts another program, and `live.json` shows the games in play; neither touches a
//! match.

use crate::support::{Arena, holds_soon, steady};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use referee::journal::{LiveMatch, file as journal};
use std::collections::BTreeSet;
use std::fs;
use std::process::Stdio;

fn board_program(arena: &Arena, script: &str) {
    arena.program("bin/crownhead", &format!("#!/bin/bash\n{script}\n"));
}

/// A referee without the program `crownhead` beside it, with the folder `bin` first in PATH.
fn referee_alone(arena: &Arena, args: &[&str]) -> std::process::Command {
    let alone = arena.path("alone/referee");
    testing::copy_program(env!("CARGO_BIN_EXE_referee"), &alone);
    let mut command = std::process::Command::new(alone);
    let path = format!("{}:/usr/bin:/bin", arena.path("bin").display());
    command.args(args).current_dir(arena.path("")).env("PATH", path).stdin(Stdio::null());
    command
}

#[test]
fn without_the_board_program_there_is_an_error_before_the_first_game() {
    let arena = Arena::new();
    fs::create_dir_all(arena.path("bin")).expect("made");
    arena.write("bin/crownhead", "not a program");
    let agent = steady(300);
    for command in ["match", "tournament"] {
        let args = [command, &agent, &agent, "--games", "2", "--watch", "--out", "m"];
        let output = referee_alone(&arena, &args).output().expect("it starts");
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains("crownhead, which shows pages, is neither in "), "{error}");
        assert!(error.contains("/alone nor in PATH; build it with"), "{error}");
        assert!(!arena.path("m").exists(), "nothing was begun");
    }
}

#[test]
fn the_board_program_gets_the_folder_and_its_output_is_no_part_of_the_result() {
    let arena = Arena::new();
    let agent = steady(300);
    board_program(&arena, r#"echo "page of $*"; exit 7"#);
    let args =
        ["match", &agent, &agent, "--games", "2", "--watch", "--json", "--out", "m", "--jobs", "1"];
    let output = referee_alone(&arena, &args).output().expect("it starts");
    let [out, error] =
        [output.stdout, output.stderr].map(|it| String::from_utf8(it).expect("text"));
    assert_eq!(output.status.code(), Some(0), "a page that fails costs nothing: {error}");
    assert!(out.starts_with("{\n") && out.ends_with("}\n"), "{out}");
    let m = fs::canonicalize(arena.path("m")).expect("there");
    assert!(error.contains(&format!("page of watch {} --until-exit-of ", m.display())), "{error}");
}

#[test]
fn killing_the_board_program_does_not_touch_the_match() {
    let arena = Arena::new();
    let agent = steady(2_000);
    board_program(&arena, "echo $$ > page; exec sleep 600");
    let args = ["match", &agent, &agent, "--games", "6", "--watch", "--out", "m", "--jobs", "1"];
    let mut command = referee_alone(&arena, &args);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    assert!(holds_soon(|| page(&arena).ends_with('\n')), "it was started");
    let pid = Pid::from_raw(page(&arena).trim().parse().expect("a number"));
    kill(pid, Signal::SIGKILL).expect("ours");
    assert_eq!(child.wait().expect("ours").code(), Some(0));
    assert_eq!(arena.records("m").len(), 6);
}

fn page(arena: &Arena) -> String {
    fs::read_to_string(arena.path("page")).unwrap_or_default()
}

#[test]
fn the_live_file_follows_the_match_to_its_end() {
    let arena = Arena::new();
    let (one, other) = (steady(3_000), steady(2_000));
    let args =
        ["match", &one, &other, "--games", "8", "--out", "m", "--jobs", "2", "--no-preflight"];
    let mut command = arena.command(&args);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let pid = child.id().cast_signed();
    let folder = arena.path("m");
    let mut seen = Vec::new();
    while child.try_wait().expect("ours").is_none() {
        seen.extend(LiveMatch::read(&folder).expect("whole"));
    }
    let last = LiveMatch::read(&folder).expect("whole").expect("there");
    assert_eq!((last.done, last.planned, last.is_finished), (8, 8, true));
    assert_eq!((last.games.len(), last.pid), (0, pid));
    seen.dedup();
    assert!(seen.len() > 2, "it changed");
    assert!(seen.windows(2).all(|pair| pair[0].done <= pair[1].done));
    let ids: BTreeSet<u32> =
        journal::read(&folder.join("journal.jsonl")).expect("ok").into_keys().collect();
    for live in &seen {
        assert!(live.games.len() <= 2 && live.done <= live.planned, "{live:?}");
        assert!(live.games.iter().all(|game| ids.contains(&game.id)), "{live:?}");
        assert!(live.games.iter().all(|game| game.names[0] != game.names[1]), "{live:?}");
    }
}

#[test]
fn a_report_as_a_page_is_left_to_the_board_program() {
    let arena = Arena::new();
    board_program(&arena, r#"printf '%s\n' "$@"; exit 4"#);
    let args = ["report", "m", "--html", "the page.html", "--nodes", "7"];
    let output = referee_alone(&arena, &args).output().expect("it starts");
    let out = String::from_utf8(output.stdout).expect("text");
    assert_eq!(out, "report\n--html\nthe page.html\n--nodes\n7\n--\nm\n");
    assert_eq!(output.status.code(), Some(4), "the other program's exit code");
    let without_html = referee_alone(&arena, &["report", "m", "--nodes", "7"]).output();
    assert_eq!(without_html.expect("it starts").status.code(), Some(2));
}
