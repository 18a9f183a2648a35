//! The class of fixtures/class, graded twice: the same marks, also if one of the times it is
//! killed while the tournament is played.
//!
//! Submissions whose compiler is not on this machine are left out, which the output of the test
//! says; the hostile one is left out where there is no sandbox.

use crate::support::{Arena, holds_soon};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Short games without clocks, and one hang only: the class is about faults, not about strength.
const SCHEME: &str = r#"
base = "classic"
levels = [{ depth = 1, games = 2, points = 10 }]
[games]
seconds = 20
clocks = "move"
max_plies = 4
[checks]
points = 20
most_hangs = 1
only = ["example-opening", "example-double-jump", "example-king"]
required = ["example-opening", "example-double-jump"]
[swiss]
rounds = 2
points = 12
[feedback]
nodes = 50
"#;

/// Each submission, what builds it, its points for the checks, and how its remark begins; a remark
/// is empty only if it plays and never forfeits.
const CLASS: [(&str, &str, &str, &str); 12] = [
    ("cpp-broken", "g++", "0.00", "not built: the build failed"),
    ("cpp-hangs", "g++", "0.00", "plays no games: failed example-opening"),
    ("cpp-two-ply", "g++", "20.00", ""),
    ("java-format", "javac", "20.00", "output.txt in "),
    ("java-kings", "javac", "13.33", ""),
    ("java-random", "javac", "20.00", ""),
    ("py-first", "python3", "20.00", ""),
    ("py-greedy", "python3", "20.00", ""),
    ("py-hostile", "python3", "0.00", "plays no games: failed example-opening"),
    ("rust-deep", "rustc", "20.00", ""),
    ("rust-one-jump", "cargo", "6.67", "plays no games: failed example-double-jump"),
    ("rust-weights", "cargo", "0.00", "plays no games: failed example-opening"),
];

/// The file that the hostile submission leaves wherever it can write.
const TRACE: &str = "hostile-was-here";

/// Copies what can be built here into the arena's folder `class`; the names.
fn submit(arena: &Arena) -> Vec<&'static str> {
    let mut names = Vec::new();
    for (name, tool, ..) in CLASS {
        let has_tool = Command::new(tool).arg("--version").output().is_ok();
        let is_safe = name != "py-hostile" || is_sandboxed();
        if has_tool && is_safe {
            testing::copy_folder(
                &testing::fixture("class").join(name),
                &arena.path("class").join(name),
            );
            names.push(name);
        } else {
            println!("left out: {name}, which needs {tool} and, if it is hostile, a sandbox");
        }
    }
    names
}

fn is_sandboxed() -> bool {
    runner::sandbox::Sandbox::available()
}

fn command(arena: &Arena, out: &str) -> Command {
    let out = format!("--out={out}");
    let args = ["class", "class", "--scheme", "class.toml", "--jobs", "2", &out];
    arena.command(&[&args[..], &["--format", "gradescope", "--format", "junit"]].concat())
}

fn grade(arena: &Arena, out: &str) {
    let graded = command(arena, out).output().expect("it starts");
    assert!(graded.status.success(), "{}", String::from_utf8_lossy(&graded.stderr));
}

fn grades(arena: &Arena, out: &str) -> String {
    fs::read_to_string(arena.path(out).join("grades.csv")).expect("there")
}

/// Grades the class, but kills the referee as soon as the tournament has begun.
fn break_off(arena: &Arena, out: &str) {
    let mut command = command(arena, out);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let journal = arena.path(out).join("swiss/journal.jsonl");
    while !holds_soon(|| fs::metadata(&journal).is_ok_and(|journal| journal.len() > 0)) {
        let ended = child.try_wait().expect("ours");
        assert!(ended.is_none(), "it has ended without a tournament: {ended:?}");
    }
    kill(Pid::from_raw(child.id().cast_signed()), Signal::SIGKILL).expect("it runs");
    child.wait().expect("ours");
}

/// The traces of the hostile submission, in the folder and in those that everybody may write.
fn traces(folder: &Path) -> Vec<PathBuf> {
    let mut folders = vec![folder.to_path_buf()];
    let elsewhere = [std::env::var_os("HOME"), Some("/tmp".into()), Some("/etc".into())];
    let elsewhere = elsewhere.into_iter().flatten().map(|place| Path::new(&place).join(TRACE));
    let mut found: Vec<PathBuf> = elsewhere.filter(|place| place.exists()).collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            folders.extend(is_folder.then(|| entry.path()));
            found.extend((entry.file_name() == OsStr::new(TRACE)).then(|| entry.path()));
        }
    }
    found
}

/// Points for the checks and the remark, which is the last cell, of each name.
fn rows(grades: &str) -> BTreeMap<&str, (&str, &str)> {
    grades
        .split_terminator("\r\n")
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.splitn(8, ',').collect();
            (cells[0], (cells[2], cells[7].trim_start_matches('"')))
        })
        .collect()
}

/// The forms of the first run have the totals of the table.
fn forms_agree(arena: &Arena, marks: &str) {
    for line in marks.split_terminator("\r\n").skip(1) {
        let mut cells = line.splitn(3, ',');
        let (name, total) = (cells.next().expect("a name"), cells.next().expect("a total"));
        let folder = arena.path("first/forms");
        let form = fs::read_to_string(folder.join(format!("{name}.gradescope.json")));
        let form: serde_json::Value = serde_json::from_str(&form.expect("a form")).expect("JSON");
        let score = form["score"].as_f64().expect("a number");
        assert_eq!(format!("{score:.2}"), total, "{name}");
        assert!(folder.join(format!("{name}.junit.xml")).is_file(), "{name}");
    }
}

#[test]
fn a_class_in_four_languages_has_the_same_marks_twice_once_broken_off() {
    let arena = Arena::new();
    arena.write("class.toml", SCHEME);
    let names = submit(&arena);
    let before = traces(&arena.path("."));
    grade(&arena, "first");
    // What was built and checked stands: the games are played again.
    testing::copy_folder(&arena.path("first"), &arena.path("second"));
    for games in ["gauntlet", "swiss"] {
        fs::remove_dir_all(arena.path("second").join(games)).expect("there");
    }
    break_off(&arena, "second");
    grade(&arena, "second");
    let marks = grades(&arena, "first");
    let rows = rows(&marks);
    assert_eq!(rows.len(), names.len());
    for (name, _, checks, remark) in CLASS.iter().filter(|one| names.contains(&one.0)) {
        let (found_checks, found_remark) = rows[name];
        assert_eq!(&found_checks, checks, "{name}: {found_remark}");
        let is_told =
            found_remark.starts_with(remark) && remark.is_empty() == found_remark.is_empty();
        assert!(is_told, "{name}: {found_remark:?}");
        let page = arena.path("first/feedback").join(format!("{name}.html"));
        let page = fs::read_to_string(page).expect("a page");
        assert!(!page.contains("<script>alert") && !page.contains("<img"), "{name}: markup");
    }
    forms_agree(&arena, &marks);
    assert_eq!(grades(&arena, "second"), marks);
    assert_eq!(traces(&arena.path(".")), before, "the hostile submission has left its folder");
    assert!(arena.leftovers().is_empty(), "{:?}", arena.leftovers());
}
