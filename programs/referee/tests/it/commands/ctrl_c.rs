//! Ctrl-C: the referee shows what there is, says how to go on, and leaves nothing behind.

use crate::support::{Arena, CommandResult, holds_soon, steady, toy};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::io::{Write, pipe};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;
use std::{fs, thread};

/// Sends the interrupt to the whole process group, as a terminal does.
fn interrupt(child: &Child) {
    let group = Pid::from_raw(-child.id().cast_signed());
    kill(group, Signal::SIGINT).expect("it is there");
}

/// The result of a referee that is interrupted at a moment: twice at once, as by `timeout`.
fn interrupted(arena: &Arena, args: &[&str], moment: impl Fn() -> bool) -> CommandResult {
    let mut command = arena.command(args);
    command.process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("it starts");
    assert!(holds_soon(moment), "the moment does not come");
    interrupt(&child);
    interrupt(&child);
    let output = child.wait_with_output().expect("ours");
    CommandResult { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("text")
}

const GAMES: &str = "40";

/// Our agent, waiting from the third game on until a file is gone: the match cannot end before.
fn held(nodes: u32, hold: &Path, journal: &Path) -> String {
    let (hold, journal) = (hold.display(), journal.display());
    let many = format!("test $(wc -l < '{journal}') -ge 2");
    let agent = steady(nodes);
    toy(&format!("while test -e '{hold}' && {many}; do sleep 0.01; done; exec {agent}"))
}

#[test]
fn a_match_that_is_stopped_shows_its_standing_and_the_command_that_finishes_it() {
    let arena = Arena::new();
    let (hold, journal) = (arena.path("hold"), arena.path("m a/journal.jsonl"));
    fs::write(&hold, "").expect("made");
    let (one, other) = (held(20_000, &hold, &journal), held(10_000, &hold, &journal));
    let mut args = vec!["match", &one, &other, "--games", GAMES, "--max-plies", "4"];
    // Inside a sandbox, the agents would not see what they wait for.
    args.extend(["--no-sandbox", "--out", "m a"]);
    let stopped = interrupted(&arena, &args, || {
        fs::read_to_string(&journal).unwrap_or_default().lines().count() >= 2
    });
    assert_eq!(stopped.code, Some(130), "{}{}", stopped.out, stopped.err);
    assert_eq!(arena.leftovers(), Vec::<PathBuf>::new());
    let played = arena.records("m a").len();
    let line = stopped.err.lines().find(|line| line.contains("stopped: ")).expect("told");
    let expected = format!("stopped: {played} of {GAMES} games are played; go on with: ");
    let (_, command) = line.split_once(&expected).unwrap_or_else(|| panic!("{line}"));
    assert!(stopped.out.contains(&format!(": {played} games\n")), "{}", stopped.out);
    for name in ["games.pdn", "games.csv"] {
        assert!(arena.path("m a").join(name).is_file(), "{name}");
    }
    fs::remove_file(&hold).expect("there");
    let words = shell_words::split(command).expect("a command");
    assert_eq!(words[0], env!("CARGO_BIN_EXE_referee"));
    arena.succeeds(&words[1..].iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(arena.records("m a").len().to_string(), GAMES);
}

#[test]
fn an_agent_that_hangs_in_the_test_is_named() {
    let arena = Arena::new();
    let (hanging, good) = (toy("touch begun; sleep 600"), steady(100));
    let stopped = interrupted(&arena, &["match", &hanging, &good, "--out", "m"], || {
        arena.agent_dirs().iter().any(|dir| dir.join("begun").exists())
    });
    assert_eq!((stopped.code, stopped.out.as_str()), (Some(130), ""), "{}", stopped.err);
    assert!(stopped.err.contains("stopped while testing bash -c touch begun"), "{}", stopped.err);
    assert_eq!(arena.leftovers(), Vec::<PathBuf>::new());
}

#[test]
fn a_log_tells_within_seconds_which_agent_is_tested() {
    let arena = Arena::new();
    let (hanging, good) = (toy("sleep 600"), steady(100));
    let args = ["match", &hanging, &good, "--out", "m"];
    let log = fs::File::create(arena.path("log")).expect("made");
    let mut command = arena.command(&args);
    let mut child = command.process_group(0).stderr(log).spawn().expect("it starts");
    let told = || {
        let log = arena.read("log");
        log.contains("testing agents: ") && log.contains("first move")
    };
    assert!(holds_soon(told), "it is shown while the agent hangs");
    assert!(child.try_wait().expect("ours").is_none(), "and before it is ended");
    interrupt(&child);
    child.wait().expect("ours");
}

#[test]
fn a_check_that_is_stopped_says_how_far_it_came() {
    let arena = Arena::new();
    let hanging = toy("touch begun; sleep 600");
    let stopped = interrupted(&arena, &["check", &hanging], || {
        arena.agent_dirs().iter().any(|dir| dir.join("begun").exists())
    });
    assert_eq!(stopped.code, Some(130), "{}", stopped.err);
    assert!(stopped.err.contains("stopped: "), "{}", stopped.err);
    assert!(stopped.err.contains(" checks are done; begin again with: "), "{}", stopped.err);
    assert!(stopped.out.ends_with(" skipped\n"), "{}", stopped.out);
}

/// Its standard output is a pipe that nobody reads: it cannot end by itself.
#[test]
fn a_later_interrupt_ends_the_referee_at_once() {
    let arena = Arena::new();
    let agent = steady(200_000);
    let args = ["match", &agent, &agent, "--no-preflight", "--out", "m"];
    let (reader, mut writer) = pipe().expect("a pipe");
    let mut command = arena.command(&args);
    command.process_group(0).stdout(writer.try_clone().expect("shared"));
    let mut child = command.stderr(Stdio::null()).spawn().expect("it starts");
    // Fills the pipe and waits until its reader is gone.
    let filler = thread::spawn(move || while writer.write_all(&[b'x'; 4096]).is_ok() {});
    assert!(holds_soon(|| !arena.agent_dirs().is_empty()));
    interrupt(&child);
    assert!(holds_soon(|| arena.path("m/games.csv").exists()), "the first one stops it");
    // Those of the next second are the first one again.
    while child.try_wait().expect("ours").is_none() {
        interrupt(&child);
        thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(child.wait().expect("ours").signal(), Some(Signal::SIGINT as i32));
    drop(command);
    drop(reader);
    filler.join().expect("it ends");
    assert_eq!(arena.leftovers(), Vec::<PathBuf>::new());
}
