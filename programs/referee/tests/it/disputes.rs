//! The marks of `fixtures/disputes`: what the assignment does not mention costs no points.

use crate::support::{Arena, REFERENCE};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

struct Expected {
    student: String,
    total: String,
    remark: String,
    page: String,
}

fn expected(class: &str) -> Vec<Expected> {
    let mut table =
        csv::Reader::from_path(testing::fixture("disputes/marks.csv")).expect("a table");
    let rows = table.records().map(|row| row.expect("a row"));
    let own = rows.filter(|row| &row[0] == class);
    own.map(|row| {
        let [student, total, remark, page] = [1, 2, 3, 4].map(|at| row[at].to_string());
        Expected { student, total, remark, page }
    })
    .collect()
}

/// Puts the programs of this machine in the places of those that the submissions name.
fn fill_in(folder: &Path, places: &[(&str, &Path)]) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            fill_in(&path, places);
        } else {
            let text = fs::read_to_string(&path).expect("a text");
            let filled = places
                .iter()
                .fold(text, |text, (word, place)| text.replace(word, &place.display().to_string()));
            fs::write(&path, filled).expect("written");
        }
    }
}

fn is_there(program: &str, word: &str) -> bool {
    let is_there = Command::new(program).arg(word).output().is_ok();
    if !is_there {
        println!("left out: this machine has no {program}");
    }
    is_there
}

/// Grades the class of this name, and compares every mark, remark and page.
#[track_caller]
fn grade(class: &str, game: &str) {
    if !is_there("python3", "--version") {
        return;
    }
    let arena = Arena::new();
    let text = if game == "checkers" { "scheme.toml" } else { "text.toml" };
    let (folder, scheme) = (testing::fixture("disputes").join(class), format!("disputes/{text}"));
    let (scheme, player) = (testing::fixture(&scheme), testing::fixture("faults/player.py"));
    testing::copy_folder(&folder, &arena.path(class));
    let reference = PathBuf::from(REFERENCE);
    fill_in(&arena.path(class), &[("@reference@", &reference), ("@player@", &player)]);
    let [scheme, player] = [scheme, player].map(|path| path.display().to_string());
    let readable = ["--allow-read", REFERENCE, "--allow-read", &player];
    let words =
        ["class", class, "--game", game, "--scheme", &scheme, "--jobs", "2", "--no-sandbox"];
    let told = arena.succeeds(&[&words[..], &readable].concat()).err;
    let grades = arena.read("class-out/grades.json");
    let grades: serde_json::Value = serde_json::from_str(&grades).expect("JSON");
    let students = grades["students"].as_array().expect("a list");
    let expected = expected(class);
    assert_eq!(students.len(), expected.len(), "{told}");
    for Expected { student, total, remark, page } in expected {
        let found = students.iter().find(|one| one["name"] == *student).expect("a student");
        let points = found["total"].as_f64().map(|total| format!("{total:.2}"));
        let remarks = found["remarks"].to_string();
        assert_eq!(points, Some(total), "{student}: {found}");
        assert!(remarks.contains(&remark), "{student}: {remarks}");
        let json = arena.read(&format!("class-out/feedback/{student}/feedback.json"));
        assert!(json.contains(&page), "{student}: {json}");
    }
}

#[test]
fn checkers() {
    grade("checkers", "checkers");
}

#[test]
fn checkers_in_java() {
    if is_there("javac", "-version") {
        grade("checkers-java", "checkers");
    }
}

#[test]
fn lines_of_action() {
    grade("loa", "loa");
}

#[test]
fn tablut() {
    grade("tablut", "tablut");
}

#[test]
fn amazons() {
    grade("amazons", "amazons");
}
