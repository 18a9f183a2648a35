//! `soak games`: forfeits of the agent are found, those of others are no fault of it.

use crate::support::{Ran, program, script, soak};
use std::path::Path;

fn games(dir: &Path, agent: &str, count: &str) -> Ran {
    let folder = dir.join("run");
    let folder = folder.to_str().expect("a path that is text");
    let reference = program("reference");
    // No game needs a hundredth of this time, and none spends it.
    let clock = ["--seconds", "100", "--weights", "1", "--forgive-waiting"];
    let pool = ["--opponents", "random,instant,crashes", "--loops", "1", "--games", count];
    let agents = ["--homework", agent, "--reference", &reference];
    soak(&[&["games", "--folder", folder], &clock[..], &pool, &agents].concat())
}

/// The opponent of the assignment stands for the agent, so that the result is the same on every
/// machine: below 100 seconds it looks 3 plies ahead.
#[test]
fn an_agent_that_answers_keeps_the_promise_whatever_its_opponents_do() {
    let dir = tempfile::tempdir().expect("a folder");
    let ran = games(dir.path(), &program("reference"), "3");
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("games: 3 played, 0 forfeited"), "{}", ran.stdout);
}

#[test]
fn a_forfeit_of_the_agent_is_named_with_the_command_that_shows_it() {
    let dir = tempfile::tempdir().expect("a folder");
    let agent = script(dir.path(), "exit 7");
    let ran = games(dir.path(), &agent, "6");
    assert_eq!(ran.code, Some(1), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("exit code 7 against"), "{}", ran.stdout);
    assert!(ran.stdout.contains("referee replay"), "{}", ran.stdout);
    let again = games(dir.path(), &agent, "6");
    assert_eq!(again.stdout, ran.stdout, "nothing is played again");
}
