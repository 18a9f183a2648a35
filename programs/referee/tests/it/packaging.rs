//! `packaging/pack.sh`: what a course uploads is whole, and nothing of anybody else is lost. Its
//! scripts write the files of Vocareum and Classroom 50 from `grade.json`.
//!
//! The programs are stubs: only names and modes of files are asked for. So is `grade.sh`.

use crate::support::{errors, holds_soon};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const PROGRAMS: [&str; 5] = ["referee", "reference", "loa", "tablut", "amazons"];

fn with_stubs() -> TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    for program in PROGRAMS {
        stub(&dir.path().join("bin").join(program), "");
    }
    dir
}

fn stub(path: &Path, script: &str) {
    testing::write_script(path, &format!("#!/bin/sh\n{script}\n"));
}

fn packer(out: &Path) -> Command {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/pack.sh");
    let mut command = Command::new("bash");
    command.arg(script).arg(out);
    command
}

fn packed(dir: &Path) -> (PathBuf, Output) {
    let out = dir.join("out");
    let output = packer(&out).env("PROGRAMS", dir.join("bin")).output().expect("bash");
    (out, output)
}

/// The paths below the folder into which a Dockerfile copies everything, relative to it.
fn named_paths(dockerfile: &str) -> BTreeSet<String> {
    let copied = dockerfile.lines().find_map(|line| line.strip_prefix("COPY . "));
    let folder = format!("{}/", copied.expect("it copies the archive's folder").trim());
    let commands = dockerfile.lines().filter(|line| !line.starts_with('#'));
    let words = commands.flat_map(|line| line.split([' ', '"', ',', '[', ']']));
    words.filter_map(|word| word.strip_prefix(&folder)).map(str::to_string).collect()
}

#[test]
fn what_a_dockerfile_names_is_in_the_folder_beside_it() {
    let dir = with_stubs();
    let (out, output) = packed(dir.path());
    assert!(output.status.success(), "{}", errors(&output));
    for place in ["gradescope", "vocareum", "classroom50"] {
        let folder = out.join(place);
        let dockerfile = fs::read_to_string(folder.join("Dockerfile")).expect("there");
        let named = named_paths(&dockerfile);
        assert!(!named.is_empty(), "{place}: {dockerfile}");
        for path in named {
            assert!(folder.join(&path).is_file(), "{place}: there is no {path}");
        }
    }
}

#[test]
fn an_archive_holds_its_folder_and_the_modes_of_programs() {
    let dir = with_stubs();
    let (out, output) = packed(dir.path());
    assert!(output.status.success(), "{}", errors(&output));
    for (place, programs) in [
        ("gradescope", vec!["bin/referee", "setup.sh", "run_autograder", "grade.sh"]),
        ("vocareum", vec!["grader/bin/referee", "grade.sh", "grader/grade.sh"]),
    ] {
        let file = fs::File::open(out.join(format!("{place}.zip"))).expect("there");
        let mut archive = zip::ZipArchive::new(file).expect("a ZIP archive");
        let names: BTreeSet<String> =
            archive.file_names().map(|name| name.expect("a name").into_owned()).collect();
        assert_eq!(names, files_below(&out.join(place)), "{place}");
        for program in programs {
            let mode = archive.by_name(program).expect("there").unix_mode().expect("of Unix");
            assert_eq!(mode & 0o111, 0o111, "{place}: {program}");
        }
    }
    let file = fs::File::open(out.join("classroom50.tar.gz")).expect("there");
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(file));
    let entries = archive.entries().expect("an archive").map(|entry| entry.expect("an entry"));
    let files = entries.filter(|entry| entry.header().entry_type().is_file());
    let name = |entry: &tar::Entry<'_, _>| entry.path().expect("a name").display().to_string();
    let names: BTreeSet<String> =
        files.map(|entry| name(&entry).trim_start_matches("./").to_string()).collect();
    assert_eq!(names, files_below(&out.join("classroom50")));
}

fn files_below(folder: &Path) -> BTreeSet<String> {
    let (mut found, mut folders) = (BTreeSet::new(), vec![folder.to_path_buf()]);
    while let Some(inside) = folders.pop() {
        for entry in fs::read_dir(inside).expect("there") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("inside");
                found.insert(name.display().to_string());
            }
        }
    }
    found
}

#[test]
fn a_folder_with_files_of_somebody_else_is_left_alone() {
    let dir = with_stubs();
    let thesis = dir.path().join("out/thesis.tex");
    fs::create_dir(dir.path().join("out")).expect("made");
    fs::write(&thesis, "all of it").expect("written");
    let (out, output) = packed(dir.path());
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).contains("thesis.tex is not from here"), "{}", errors(&output));
    assert_eq!(fs::read_to_string(&thesis).expect("still there"), "all of it");
    fs::remove_file(thesis).expect("ours");
    for time in ["the first", "the second"] {
        let (_, output) = packed(dir.path());
        assert!(output.status.success(), "{time}: {}", errors(&output));
    }
    assert_eq!(fs::read_dir(out).expect("there").count(), 6);
}

#[test]
fn what_is_missing_is_said_with_the_way_to_get_it() {
    let dir = with_stubs();
    fs::remove_file(dir.path().join("bin/tablut")).expect("ours");
    let (_, output) = packed(dir.path());
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).contains("bin/tablut"), "{}", errors(&output));
    // A toolchain without the target: nothing is built.
    let tools = dir.path().join("tools");
    stub(&tools.join("cargo"), "echo it was built >&2; exit 1");
    stub(&tools.join("rustc"), "echo /nonexistent");
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").expect("set"));
    let mut command = packer(&dir.path().join("other"));
    let output = command.env("PATH", path).env_remove("PROGRAMS").output().expect("bash");
    let errors = errors(&output);
    assert!(errors.contains("rustup target add x86_64-unknown-linux-musl"), "{errors}");
    assert!(!errors.contains("it was built"), "{errors}");
    assert!(!dir.path().join("other").exists());
}

/// A place's packed folder, whose `grade.sh` writes the example of all forms and then does `more`.
fn with_example(dir: &Path, place: &str, more: &str) -> PathBuf {
    let (out, output) = packed(dir);
    assert!(output.status.success(), "{}", errors(&output));
    let example = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../crates/classroom/src/grade/forms/examples/grade.json"
    );
    let script = [
        "for file; do :; done; file=${file#json=}",
        &format!("cp '{example}' \"$file.new\" && mv \"$file.new\" \"$file\""),
        more,
    ];
    let folder = out.join(place);
    let common = if place == "vocareum" { folder.join("grader") } else { folder.clone() };
    stub(&common.join("grade.sh"), &script.join("\n"));
    folder
}

/// What the scripts of Vocareum write into the two files that it names.
fn vocareum(scripts: &Path, work: &Path) -> Command {
    let mut command = Command::new("sh");
    command.arg(scripts.join("grade.sh")).current_dir(work);
    command.env("vocareumGradeFile", work.join("grade.csv"));
    command.env("vocareumReportFile", work.join("report.txt"));
    command
}

fn classroom50(scripts: &Path, work: &Path) -> Command {
    let mut command = Command::new("python3");
    command.arg(scripts.join("autograder.py")).current_dir(work);
    command.env_remove("RELEASE_URL").env("CLASSROOM", "games-26").env("ASSIGNMENT", "checkers");
    command.env("SUBMISSION_TAG", "submit/2026-11-22T18-00-00Z-0a1b2c3");
    command.env("COMMIT_URL", "https://github.com/x/y/commit/0a1b2c3").env("REVIEW_URL", " ");
    command
}

#[test]
fn the_files_of_vocareum_are_the_examples_written_by_hand() {
    let dir = with_stubs();
    let scripts = with_example(dir.path(), "vocareum", "");
    let output = vocareum(&scripts, dir.path()).output().expect("sh");
    assert!(output.status.success(), "{}", errors(&output));
    assert_eq!(written(dir.path().join("grade.csv")), include_str!("vocareum-grade.csv"));
    let report = include_str!("../../../../crates/classroom/src/grade/forms/examples/report.txt");
    assert_eq!(written(dir.path().join("report.txt")), report);
}

fn written(file: PathBuf) -> String {
    fs::read_to_string(file).expect("there")
}

#[test]
fn the_result_of_classroom_50_is_the_example_written_by_hand() {
    let dir = with_stubs();
    let scripts = with_example(dir.path(), "classroom50", "exit 3");
    let committed = "{ \"score\": 100 }";
    fs::write(dir.path().join("result.json"), committed).expect("written");
    let output = classroom50(&scripts, dir.path()).output().expect("python3");
    assert!(output.status.success(), "few points are no failure: {}", errors(&output));
    let written = fs::read_to_string(dir.path().join("result.json")).expect("there");
    let written: Value = serde_json::from_str(&written).expect("JSON");
    let mut expected: Value = serde_json::from_str(include_str!("classroom50.json")).expect("JSON");
    expected["datetime"] = written["datetime"].clone();
    assert_eq!(written, expected);
    assert!(written["datetime"].as_str().is_some_and(|time| time.ends_with('Z')), "{written}");
}

#[test]
fn a_grading_has_its_points_before_it_ends_and_ends_with_its_runner() {
    for (place, file) in [("vocareum", "report.txt"), ("classroom50", "result.json")] {
        let dir = with_stubs();
        let waits = format!("echo $$ > '{}/pid'\nexec sleep 1000", dir.path().display());
        let scripts = with_example(dir.path(), place, &waits);
        let grade = if place == "vocareum" { vocareum } else { classroom50 };
        let mut child = grade(&scripts, dir.path()).spawn().expect("it starts");
        let has_points =
            || fs::metadata(dir.path().join(file)).is_ok_and(|metadata| metadata.len() > 0);
        assert!(holds_soon(has_points), "{place}");
        kill(Pid::from_raw(child.id().cast_signed()), Signal::SIGTERM).expect("it runs");
        assert_eq!(child.wait().expect("ours").code(), Some(128 + 15), "{place}");
        let waiting = fs::read_to_string(dir.path().join("pid")).expect("there");
        let waiting = Pid::from_raw(waiting.trim().parse().expect("a number"));
        assert!(kill(waiting, None).is_err(), "{place}: the grading goes on");
        assert!(has_points(), "{place}");
    }
}

#[test]
fn without_a_grade_there_is_no_result() {
    let dir = with_stubs();
    let scripts = with_example(dir.path(), "classroom50", "");
    stub(&scripts.join("grade.sh"), "exit 4");
    let committed = dir.path().join("result.json");
    fs::write(&committed, "{ \"score\": 100 }").expect("written");
    let output = classroom50(&scripts, dir.path()).output().expect("python3");
    assert_eq!(output.status.code(), Some(4));
    assert!(errors(&output).contains("nothing could be graded"), "{}", errors(&output));
    assert!(!committed.exists(), "what a student has committed is no result");
}
