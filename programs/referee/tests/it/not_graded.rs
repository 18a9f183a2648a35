//! What fails on the grader's side costs no student anything: where a part cannot be graded, its
//! place in the table says so.

use crate::support::Arena;
use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

const SCHEME: &str = "levels = []\n[checks]\nonly = [\"single\"]\n[swiss]\nrounds = 0\n";

#[test]
fn a_missing_compiler_is_no_mark() {
    let arena = Arena::new();
    let tools = arena.path("tools");
    fs::create_dir(&tools).expect("made");
    for tool in ["sh", "rm", "cat", "chmod", "sleep"] {
        symlink(format!("/bin/{tool}"), tools.join(tool)).expect("linked");
    }
    arena.write("class/ann/homework.java", "class homework { }");
    arena.program("class/bo/homework", "#!/bin/sh\necho E a3 b4 > output.txt\n");
    arena.write("s.toml", SCHEME);
    let mut command = arena.command(&["class", "class", "--scheme", "s.toml", "--no-sandbox"]);
    let output = command.env("PATH", &tools).output().expect("it runs");
    assert_eq!(output.status.code(), Some(4), "{output:?}");
    let grades = arena.read("class-out/grades.csv");
    let row = |name: &str| grades.lines().find(|line| line.starts_with(name)).expect("a row");
    assert!(row("ann").starts_with("ann,not graded,not graded,"), "{grades}");
    assert!(row("ann").contains("there is no javac on this machine"), "{grades}");
    let total = row("bo").split(',').nth(1).and_then(|total| total.parse::<f64>().ok());
    assert!(total.is_some(), "{grades}");
}

/// A temporary folder with less room than a trial of the referee needs, and the same with more.
#[test]
fn no_agent_forfeits_for_want_of_room() {
    let script = "mount -t tmpfs -o size=1m tmpfs tmp && head -c \"$1\" /dev/zero > tmp/full && \
                  shift && exec \"$@\"";
    for (filled, code) in [("1007616", 4), ("1000", 3)] {
        let arena = Arena::new();
        let words = ["match", "true", "true", "--games", "2", "--no-sandbox", "--no-preflight"];
        let referee = arena.command(&[&words[..], &["--jobs", "1"]].concat());
        let mut command = Command::new("unshare");
        command.args(["-rm", "sh", "-c", script, "sh", filled]).arg(referee.get_program());
        command.args(referee.get_args()).current_dir(arena.path(""));
        command.env("TMPDIR", arena.path("tmp"));
        let Ok(output) = command.output() else { return println!("left out: no unshare") };
        let told = String::from_utf8_lossy(&output.stderr);
        if told.contains("unshare") || told.contains("mount") {
            return println!("left out: this user may not mount: {told}");
        }
        assert_eq!(output.status.code(), Some(code), "{told}");
        let records = arena.read("referee-out/journal.jsonl");
        assert_eq!(records.contains("no-output"), code == 3, "{records}");
    }
}
