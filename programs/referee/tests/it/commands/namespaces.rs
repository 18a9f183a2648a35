//! Agents in namespaces that `bwrap` makes, and in none.

use crate::support::{Arena, CommandResult, REFERENCE, toy};
use std::process::{Command, Stdio};

const SHORT: [&str; 9] =
    ["--games", "2", "--openings", "start", "--max-plies", "8", "--no-preflight", "--out", "m"];

/// Tries what no agent must be able to do, leaves a process, and ends with 42 if it could.
const MISBEHAVES: &str = r#"
(setsid sleep 600 &)
kill -KILL 1; kill -KILL -1
[[ $(hostname) == agent && $$ -lt 100 && $(ls -d /proc/[0-9]*) == *"/proc/1"* ]] || exit 41
cat "$PWD"/../*/input.txt 2> /dev/null | grep -q . && [[ $(ls -d "$PWD"/../* | wc -l) != 1 ]] && exit 42
: > /new && exit 42
: > "$PWD/../new" && exit 42
ls /home && exit 42
[[ -r /proc/1/environ ]] && cat /proc/1/environ && exit 42
/referee --version && exit 42
: > /tmp/new && : > /dev/shm/new && : > here && exit 7"#;

/// Whether there is one that works here at all.
fn works() -> bool {
    let words = ["--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "true"];
    let mut command = Command::new("bwrap");
    let tried = command.args(words).stdin(Stdio::null()).stderr(Stdio::null()).status();
    let works = tried.is_ok_and(|status| status.success());
    if !works {
        println!("NOT TESTED: no namespaces by bwrap here; install the package bubblewrap");
    }
    works
}

fn plays(arena: &Arena, agent: &str, maker: &str) -> CommandResult {
    let args = ["--namespaces", maker, "match", agent, REFERENCE];
    arena.referee(&[&args[..], &SHORT].concat())
}

#[test]
fn agents_play_in_namespaces_of_bwrap() {
    let arena = Arena::new();
    if works() {
        let result = plays(&arena, REFERENCE, "bwrap");
        assert!(result.err.contains("sandbox full: namespaces (by bwrap)"), "{}", result.err);
        assert_eq!(result.code, Some(0), "{}", result.err);
        assert_eq!(arena.records("m").len(), 2);
        assert!(arena.leftovers().is_empty());
    }
}

#[test]
fn an_agent_in_namespaces_of_bwrap_harms_nobody() {
    let arena = Arena::new();
    if works() {
        let result = plays(&arena, &toy(MISBEHAVES), "bwrap");
        let exits = result.err.matches("exit code").count();
        assert_eq!(exits, result.err.matches("exit code 7").count(), "{}", result.err);
        assert_eq!(result.code, Some(3), "{}", result.err);
        assert!(arena.leftovers().is_empty());
    }
}

#[test]
fn namespaces_that_are_not_wanted_are_not_made() {
    let result = plays(&Arena::new(), REFERENCE, "none");
    assert!(!result.err.contains("sandbox full"), "{}", result.err);
    assert!(result.err.contains("--namespaces none is given"), "{}", result.err);
}

/// A person may find the word of the cell somewhere.
#[test]
fn a_cell_without_a_referee_ends() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    let cell = command.arg("sandbox-cell").stdin(Stdio::null()).output().expect("it starts");
    assert_eq!(cell.status.code(), Some(2));
    assert!(cell.stderr.starts_with(b"sandbox-cell: "));
}
