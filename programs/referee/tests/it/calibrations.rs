//! Calibrations in a folder that several referees use, as the jobs of one node of a cluster do.

use crate::support::REFERENCE;
use referee::play::calibrate;
use referee::players::{Agent, Carry};
use runner::TempRoot;
use runner::sandbox::SandboxMode;
use std::fs;
use std::path::{Path, PathBuf};

fn agent(script: &str, folder: &Path) -> Agent {
    let program = folder.join("calibrate");
    testing::write_script(&program, &format!("#!/bin/sh\n{script}\n"));
    Agent {
        name: "toy".to_string(),
        program: PathBuf::from(REFERENCE),
        files: Vec::new(),
        args: Vec::new(),
        calibrate: Some(program),
        directory: None,
        carry: Carry::Nothing,
        sha256: "0123456789abcdef".to_string(),
    }
}

fn calibration(agent: &Agent, kept: &Path) -> Option<PathBuf> {
    let temp_root = TempRoot::new().expect("a folder");
    let made = calibrate(agent, &temp_root, SandboxMode::Off, kept);
    made.expect("the referee can work").file()
}

#[test]
fn what_another_referee_is_writing_is_left_alone() {
    let (folder, kept) = (tempfile::tempdir().expect("made"), tempfile::tempdir().expect("made"));
    let agent = agent("echo measured > calibration.txt", folder.path());
    let name = calibration(&agent, kept.path()).expect("made");
    fs::remove_file(&name).expect("removed");
    // Under this name a calibration was written before it had its own.
    let unfinished = name.with_extension("new");
    fs::write(&unfinished, "half").expect("written");
    assert_eq!(calibration(&agent, kept.path()).as_ref(), Some(&name));
    assert_eq!(fs::read_to_string(&name).expect("there"), "measured\n");
    assert_eq!(fs::read_to_string(&unfinished).expect("there"), "half");
    let left = fs::read_dir(kept.path()).expect("there").count();
    assert_eq!(left, 2, "a calibration leaves one file");
}

#[test]
fn a_calibration_that_lies_there_is_used_as_it_is() {
    let (folder, kept) = (tempfile::tempdir().expect("made"), tempfile::tempdir().expect("made"));
    let agent = agent("date +%N > calibration.txt", folder.path());
    let name = calibration(&agent, kept.path()).expect("made");
    fs::write(&name, "earlier").expect("written");
    assert_eq!(calibration(&agent, kept.path()).as_ref(), Some(&name));
    assert_eq!(fs::read_to_string(&name).expect("there"), "earlier");
}

#[test]
fn a_calibrate_that_fails_is_quoted() {
    let (folder, kept) = (tempfile::tempdir().expect("made"), tempfile::tempdir().expect("made"));
    let temp_root = TempRoot::new().expect("a folder");
    let remark_of = |script: &str| {
        let agent = agent(script, folder.path());
        let made = calibrate(&agent, &temp_root, SandboxMode::Off, kept.path()).expect("it works");
        made.remark().expect("no file")
    };
    assert_eq!(remark_of("true"), "calibrate wrote no calibration.txt; it plays without");
    let remark = remark_of("echo 'ValueError: no board' >&2; exit 1");
    let why = "(exit code 1; it printed \"ValueError: no board\")";
    assert_eq!(remark, format!("calibrate wrote no calibration.txt {why}; it plays without"));
}
