//! Nothing is left, however the referee dies.
//!
//! The referee to be killed is this test program, started again for one test that does nothing
//! unless it is asked to.

use crate::stage::{MS, SPIN, Stage, processes_of};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const ASKED: &str = "HOSTILE_REFEREE";

/// Plays with two agents at a time until it is killed; every agent has a grandchild that has left
/// session and parent and hears no polite signal.
#[test]
fn a_referee_that_plays_until_it_is_killed() {
    if std::env::var_os(ASKED).is_none() {
        return;
    }
    let play = |pause: &'static str| {
        let stage = Stage::new();
        println!("\nestate {}", stage.estate.path().display());
        let stray = format!("(setsid bash -c \"trap '' TERM HUP INT; {SPIN}\" &)");
        let order = stage.order(&format!("{stray}; touch a b c; sleep {pause}"));
        loop {
            referee::process::run(&order).expect("it starts");
        }
    };
    thread::spawn(move || play("0.02"));
    play("5");
}

#[test]
fn nothing_is_left_when_the_referee_dies() {
    let signals = ["KILL", "TERM", "INT", "KILL", "HUP", "KILL", "KILL", "KILL"];
    for (trial, signal) in signals.into_iter().enumerate() {
        let estates = die(signal, MS(7 * trial as u64));
        for estate in estates {
            let gone = || !estate.exists() && processes_of(&estate).is_empty();
            assert!(holds_soon(gone), "{signal}: {} {:?}", estate.display(), processes_of(&estate));
        }
    }
}

/// Starts a referee, lets it play for a while, ends it by a signal; where it kept its homes.
fn die(signal: &str, after: Duration) -> Vec<PathBuf> {
    let this = std::env::current_exe().expect("this program");
    let mut referee = Command::new(this)
        .args(["--exact", "leftovers::a_referee_that_plays_until_it_is_killed", "--nocapture"])
        .env(ASKED, "1")
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let lines = BufReader::new(referee.stdout.take().expect("its output")).lines();
    let named = lines
        .map_while(Result::ok)
        .filter_map(|line| line.strip_prefix("estate ").map(|path| Path::new(path).to_path_buf()));
    let estates: Vec<_> = named.take(2).collect();
    thread::sleep(after);
    let mut command = Command::new("bash");
    command.args(["-c", "kill -$0 $1", signal]).arg(referee.id().to_string());
    let sent = command.status().expect("bash");
    assert!(sent.success() && !referee.wait().expect("it ends").success());
    assert_eq!(estates.len(), 2);
    estates
}

fn holds_soon(condition: impl Fn() -> bool) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < MS(5_000) {
        if condition() {
            return true;
        }
        thread::sleep(MS(5));
    }
    false
}
