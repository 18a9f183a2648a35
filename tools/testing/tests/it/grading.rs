//! What `referee class` and `referee grade` write of a small class: grades, feedback, and forms.
//!
//! Masked are wall seconds, the only measured values. Each move has all its time anew, so that none
//! is recorded, and no time decides a draw: a busy machine gives the same marks. There is no
//! sandbox, which not every machine has: the submissions are ours.

use crate::place::Place;
use crate::{golden, mask};

/// In `grade.json` and in Gradescope's `results.json`: what the build, a check and all took.
const MEASURED: [&str; 2] = ["seconds", "execution_time"];

/// Three checks, of which one must be passed, and short games from the start.
const SCHEME: &str = r#"
base = "classic"
levels = [{ depth = 1, games = 2, points = 10 }]
[games]
seconds = 20
clocks = "move"
draws = "half"
openings = "start"
max_plies = 40
[checks]
points = 20
only = ["example-opening", "example-double-jump", "example-king"]
required = "one-legal-move"
[swiss]
rounds = 2
points = 12
[feedback]
nodes = 50
"#;

/// It passes the first check, fails the others, and forfeits its games by an illegal move.
const ONE_MOVE: &str = r#"side = open("input.txt").read().split()[1]
open("output.txt", "w").write({"BLACK": "E b6 a5", "WHITE": "E a3 b4"}[side] + "\n")
"#;

const STUDENTS: [&str; 4] = ["no-program", "one-move", "py-first", "py-greedy"];

/// A place with the class, in which the programs are that grading starts.
fn place() -> Place {
    let place = Place::new();
    for program in ["reference", "crownhead"] {
        testing::program(program);
    }
    place.write("class.toml", SCHEME);
    for student in ["py-first", "py-greedy"] {
        place.copy(&format!("class/{student}"), &format!("class/{student}"));
    }
    place.write("class/one-move/homework.py", ONE_MOVE);
    place.write("class/no-program/notes.txt", "nothing\n");
    place
}

fn json(place: &Place, path: &str) -> String {
    mask::json(&place.without_paths(&place.read(path)), &MEASURED)
}

/// The texts of one file of each student, one below the other, each below its name.
fn of_all(place: &Place, path: impl Fn(&str) -> String) -> String {
    let told = |path: String| format!("== {path}\n{}\n", json(place, &path));
    STUDENTS.iter().map(|student| told(path(student))).collect()
}

#[test]
fn a_class_has_the_same_grades_feedback_and_forms() {
    let place = place();
    let args = ["--scheme", "class.toml", "--allow-root", "--no-sandbox", "--jobs", "1"];
    let forms = ["--out", "out", "--to", "json", "--format", "gradescope"];
    let printed = place.run("referee", &[&["class", "class"], &args[..], &forms].concat());
    let feedback = of_all(&place, |name| format!("out/feedback/{name}/feedback.json"));
    let own = of_all(&place, |name| format!("out/forms/{name}.json"));
    let gradescope = of_all(&place, |name| format!("out/forms/{name}.gradescope.json"));
    golden::check_all(&[
        ("class/printed.txt", printed.text()),
        ("class/grades.csv", place.read("out/grades.csv")),
        ("class/feedback.txt", feedback),
        ("class/grade.txt", own),
        ("class/gradescope.txt", gradescope),
        ("class/standings.csv", place.read("out/swiss/standings.csv")),
    ]);
}

#[test]
fn a_lone_submission_has_the_same_grade_in_each_form() {
    let place = place();
    let args = ["--scheme", "class.toml", "--allow-root", "--no-sandbox", "--out", "out"];
    let forms = ["--to", "json", "--format", "gradescope"];
    let printed = place.run("referee", &[&["grade", "class/one-move"], &args[..], &forms].concat());
    golden::check_all(&[
        ("grade/printed.txt", printed.text()),
        ("grade/grade.json", json(&place, "out/grade.json")),
        ("grade/results.json", json(&place, "out/results.json")),
    ]);
}

/// The schemes are what a teacher edits: every key with its meaning and its default.
#[test]
fn the_printed_schemes_are_the_same() {
    let place = Place::new();
    let scheme =
        |args: &[&str]| place.run("referee", &[&["class", "--print-scheme"], args].concat()).text();
    golden::check_all(&[
        ("scheme/checkers.toml", scheme(&[])),
        ("scheme/loa.toml", scheme(&["--game", "loa"])),
    ]);
}
