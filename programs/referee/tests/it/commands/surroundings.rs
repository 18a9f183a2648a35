//! What an agent finds around it: no name of the opponent, files beside its program only with
//! `--copy-files`, and namespaces, which `bwrap` may make.

use crate::support::{Arena, CommandResult, REFERENCE, steady, toy};
use referee::rules::Ending;
use runner::sandbox::{Sandbox, SandboxLevel};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

/// Prints the command lines of all processes above it, and the environment, and does not play.
const LOOKS_AROUND: &str = r#"
pid=$$
while (( pid > 1 )); do
    pid=$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$pid/status")
    tr '\0' ' ' < "/proc/$pid/cmdline" >&2
    echo "<" >&2
done
env >&2
exit 1"#;

fn folders(root: &Path) -> Vec<std::path::PathBuf> {
    fs::read_dir(root).expect("evidence").flatten().map(|entry| entry.path()).collect()
}

#[test]
fn the_referees_command_line_does_not_name_the_opponent() {
    let arena = Arena::new();
    let opponent = steady(867_530);
    let args = ["match", &toy(LOOKS_AROUND), &opponent, "--games", "2", "--no-preflight"];
    arena.ends(3, &[&args[..], &["--out", "m"]].concat());
    let kept = folders(&arena.path("m/evidence"));
    assert!(!kept.is_empty());
    for folder in kept {
        let seen = fs::read_to_string(folder.join("stderr.txt")).expect("kept");
        assert!(seen.contains("referee match "), "it has seen the referee: {seen}");
        assert!(!seen.contains("867530") && !seen.contains("--games"), "{seen}");
    }
}

/// An agent that plays as long as it finds `weights.txt` in its working directory.
fn agent_with_weights(arena: &Arena, plays: &str) -> String {
    let folder = arena.path("student");
    let script = format!("#!/bin/sh\ncat weights.txt || exit 1\n{plays}\n");
    arena.program("student/homework", &script);
    arena.write("student/weights.txt", "0.5\n");
    testing::copy_program(REFERENCE, &folder.join("player"));
    folder.to_str().expect("text").to_string()
}

const PLAYS: &str = "exec \"${0%/*}/player\" --depth 1 --seed 3";

#[test]
fn weights_are_found_only_if_they_are_carried_and_check_says_so() {
    let arena = Arena::new();
    let agent = agent_with_weights(&arena, PLAYS);
    let without = arena.ends(3, &["check", &agent]);
    let hint =
        "; weights.txt lies beside homework, not in its working directory; run with --copy-files";
    assert!(without.out.contains(hint), "{}", without.out);
    let carried = arena.referee(&["check", &agent, "--copy-files"]);
    let found = |name: &str| {
        carried.out.lines().any(|line| line.starts_with("passed") && line.contains(name))
    };
    assert!(found("example-opening") && found("no-other-file"), "{}", carried.out);
    assert!(!carried.out.contains("lies beside"), "{}", carried.out);
    let args = ["match", &agent, &steady(100), "--games", "2"];
    arena.ends(3, &[&args[..], &["--out", "a"]].concat());
    arena.succeeds(&[&args[..], &["--out", "b", "--copy-files"]].concat());
}

#[test]
fn a_bad_move_of_an_agent_with_carried_files_is_asked_for_with_them() {
    let arena = Arena::new();
    let agent = agent_with_weights(&arena, "echo nonsense > output.txt");
    let args = ["match", &agent, &steady(100), "--games", "2", "--copy-files", "--no-preflight"];
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
    let args = ["match", &agent, &steady(100), "--games", "2", "--copy-files", "--out", "m"];
    arena.succeeds(&args);
    let resume = [&args[..], &["--resume"]].concat();
    assert_eq!(arena.referee(&resume).code, Some(0), "nothing has changed");
    arena.write("student/weights.txt", "0.6\n");
    arena.refuses(&resume, "the agents' files of game 1");
}

const SHORT: [&str; 9] =
    ["--games", "2", "--openings", "start", "--max-plies", "8", "--no-preflight", "--out", "m"];

/// Ends with 42 if it can read the program of the opponent, by either name of its folder.
const READS_OTHER: &str = r#"#!/bin/bash
for folder in "${0%/*}" "${0%/*}/../programs" "${0%/*}/../link" "${0%/*}/below"; do
    grep -q . "$folder/bob" && exit 42
done
exit 7"#;

#[track_caller]
fn cannot_read(one: &str, other: &str, warning: &str) {
    let arena = Arena::new();
    if Sandbox::level() != SandboxLevel::Full {
        return println!("not at the full level: not tested");
    }
    arena.program("programs/mallory", READS_OTHER);
    for bob in ["programs/bob", "programs/below/bob"] {
        arena.program(bob, "#!/bin/bash\nexit 7\n");
    }
    symlink("programs", arena.path("link")).expect("linked");
    let result = arena.ends(3, &[&["match", one, other][..], &SHORT].concat());
    assert!(!result.err.contains("exit code 42"), "{}", result.err);
    assert!(result.err.contains(warning), "{}", result.err);
}

const ONE_FOLDER: &str = "lie in one folder: each agent reads its own file alone";

#[test]
fn no_program_is_read_that_lies_in_the_same_folder() {
    cannot_read("programs/mallory", "programs/bob", ONE_FOLDER);
}

#[test]
fn no_program_is_read_by_one_that_is_named_through_a_link() {
    cannot_read("link/mallory", "programs/bob", ONE_FOLDER);
}

#[test]
fn no_program_is_read_that_is_named_through_a_link() {
    cannot_read("programs/mallory", "link/bob", ONE_FOLDER);
}

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

/// A person may come upon the hidden argument.
#[test]
fn a_cell_without_a_referee_ends() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    let launcher =
        command.arg("sandbox-launcher").stdin(Stdio::null()).output().expect("it starts");
    assert_eq!(launcher.status.code(), Some(2));
    assert!(launcher.stderr.starts_with(b"sandbox-launcher: "));
}

#[test]
fn no_program_is_read_that_lies_in_a_folder_below() {
    let warning = "programs/below is hidden from ";
    cannot_read("programs/mallory", "programs/below/bob", warning);
    cannot_read("programs/mallory", "link/below/bob", warning);
}
