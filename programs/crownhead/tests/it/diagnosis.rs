//! `referee diagnose` to the page that `crownhead diagnosis` makes of it.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// The referee, with the programs that it looks for beside itself.
fn diagnose(agent: &str, out: &Path, options: &[&str]) -> Output {
    for program in ["crownhead", "homework", "reference"] {
        testing::program(program);
    }
    let mut command = Command::new(testing::program("referee"));
    command.args(["--allow-root", "diagnose", agent, "--games", "2", "--nodes", "300", "--out"]);
    command.arg(out).args(options).output().expect("it starts")
}

fn found(out: &Path) -> Value {
    let text = fs::read_to_string(out.join("diagnosis.json")).expect("there");
    serde_json::from_str(&text).expect("JSON")
}

fn list<'a>(found: &'a Value, key: &str) -> &'a Vec<Value> {
    found[key].as_array().expect("a list")
}

#[test]
fn an_honest_agent_gets_a_page_and_the_same_command_makes_it_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let reference = testing::program("reference").display().to_string();
    let agent = shell_words::join([&reference, "--depth", "1", "--seed", "3"]);
    let first = diagnose(&agent, &out, &["--seconds", "5"]);
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    let text = String::from_utf8(first.stdout).expect("text");
    assert!(text.contains("what would help most:\n1. "), "{text}");
    let counted = found(&out);
    assert_eq!(list(&counted, "games").len(), 2);
    assert_eq!(list(&counted, "endings").len(), 10);
    assert_eq!(list(&counted, "left_out").len(), 0);
    let asked: u64 = list(&counted, "sight").iter().filter_map(|one| one["asked"].as_u64()).sum();
    assert_eq!(asked, 104);
    assert!((1..=3).contains(&list(&counted, "advice").len()));
    let page = fs::read_to_string(out.join("diagnosis.html")).expect("there");
    for part in ["id=\"diagnosis\"", "What it sees", "Won endings", "How it spends its time"] {
        assert!(page.contains(part), "{part}");
    }
    let again = diagnose(&agent, &out, &["--seconds", "5"]);
    assert!(again.status.success());
    assert_eq!(found(&out), counted, "nothing is asked or played twice");
}

/// Its answers are markup, never moves.
#[test]
fn a_hostile_agent_cannot_change_the_page_that_says_why_it_forfeits() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let script = "echo '</script><script>alert(1)</script>{data}' > output.txt";
    let agent = shell_words::join(["sh", "-c", script]);
    let result = diagnose(&agent, &out, &[]);
    assert!(result.status.success(), "{}", String::from_utf8_lossy(&result.stderr));
    let counted = found(&out);
    let first = &counted["advice"][0];
    assert_eq!(first["kind"], "forfeits", "{first}");
    assert!(first["sentence"].as_str().expect("text").starts_with("It forfeited 2 of 2 games"));
    assert_eq!(counted["advice"][1]["kind"], "failed-positions");
    assert!(counted["left_out"][0].as_str().expect("text").contains("100 of 104 positions"));
    let page = fs::read_to_string(out.join("diagnosis.html")).expect("there");
    assert!(!page.contains("<script>alert"));
    assert!(page.contains("Legal answers: E "), "the board comes with its legal moves");
}

#[test]
fn a_folder_without_a_diagnosis_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(testing::program("crownhead"));
    let result = command.arg("diagnosis").arg(folder.path()).output().expect("it starts");
    assert_eq!(result.status.code(), Some(4));
    let error = String::from_utf8_lossy(&result.stderr);
    assert!(error.contains("holds no diagnosis; make one with: referee diagnose AGENT"), "{error}");
}
