//! Nothing is left, however the referee dies.
//!
//! The referee to be killed is this test program, started again for one test that does nothing
//! unless an environment variable is set.

use crate::hostile::stage::{MS, SPIN, Stage, processes_of};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;
use testing::{default_signals, holds_soon};

const ASKED: &str = "HOSTILE_REFEREE";

/// Plays with three agents at a time, two of them in the sandbox, until it is killed; every agent
/// has a grandchild that has left session and parent and ignores signals.
#[test]
fn a_referee_that_plays_until_it_is_killed() {
    if std::env::var_os(ASKED).is_none() {
        return;
    }
    thread::spawn(move || play_without_end("0.02", false));
    thread::spawn(move || play_without_end("0.03", true));
    play_without_end("5", true);
}

fn play_without_end(pause: &'static str, is_in_sandbox: bool) {
    let stage = Stage::new();
    println!("\ntemp-root {}", stage.temp_root.path().display());
    let stray = format!("(setsid bash -c \"trap '' TERM HUP INT; {SPIN}\" &)");
    let mut spec = stage.spec(&format!("{stray}; touch a b c; sleep {pause}"));
    spec.sandbox = stage.sandbox().filter(|_| is_in_sandbox);
    loop {
        runner::process::run(&spec).expect("it starts");
    }
}

#[test]
fn nothing_is_left_when_the_referee_dies() {
    let signals = ["KILL", "TERM", "INT", "KILL", "HUP", "KILL", "KILL", "KILL"];
    for (trial, signal) in signals.into_iter().enumerate() {
        let temp_roots = die(signal, MS(7 * trial as u64));
        for temp_root in temp_roots {
            let gone = || !temp_root.exists() && processes_of(&temp_root).is_empty();
            assert!(
                holds_soon(gone),
                "{signal}: {} {:?}",
                temp_root.display(),
                processes_of(&temp_root)
            );
        }
    }
}

/// Starts a referee, lets it play for a while, ends it by a signal; returns where it kept its
/// files.
fn die(signal: &str, after: Duration) -> Vec<PathBuf> {
    default_signals();
    let this = std::env::current_exe().expect("this program");
    let mut referee = Command::new(this)
        .args([
            "--exact",
            "hostile::leftovers::a_referee_that_plays_until_it_is_killed",
            "--nocapture",
        ])
        .env(ASKED, "1")
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let lines = BufReader::new(referee.stdout.take().expect("its output")).lines();
    let named = lines.map_while(Result::ok).filter_map(|line| {
        line.strip_prefix("temp-root ").map(|path| Path::new(path).to_path_buf())
    });
    let temp_roots: Vec<_> = named.take(3).collect();
    thread::sleep(after);
    let mut command = Command::new("bash");
    command.args(["-c", "kill -$0 $1", signal]).arg(referee.id().to_string());
    let sent = command.status().expect("bash");
    assert!(sent.success() && !referee.wait().expect("it ends").success());
    assert_eq!(temp_roots.len(), 3);
    temp_roots
}
