//! Command lines and scripts that are refused. No program is started, so these run on all systems.

use crate::test_dir::{TOY, TestDir};

#[test]
fn scripts_that_are_wrong_are_refused_before_anything_runs() {
    let dir = TestDir::new(&[
        ("good.in", &format!("{TOY}say hello\n")),
        ("typo.in", "#* loa\n\n#*mvoe\n"),
        ("tenths.in", "#* loa\n#*time 1.5 60\n"),
        ("lonely-1.in", "#* loa\n#*remote move/win\n"),
        ("notes.txt", ""),
    ]);
    for (name, sentence) in [
        ("missing.in", "harness: missing.in: "),
        ("notes.txt", "harness: notes.txt: is no .in file"),
        ("typo.in", "harness: typo.in, line 3: `mvoe` is no directive; write one of `time"),
        ("tenths.in", "harness: tenths.in, line 2: `1.5` is no time; write whole seconds"),
        ("lonely-1.in", "line 2: `remote` needs a second program; write lonely-2.in beside it"),
    ] {
        dir.run(&["good.in", name]).refuses_with(&[sentence]);
    }
    dir.run(&["."]).refuses_with(&["harness: tenths.in", "\nharness: typo.in, line 3"]);
    dir.run(&[]).refuses_with(&["SCRIPT"]);
    dir.run(&["--mvoe", "good.in"]).refuses_with(&["--mvoe"]);
}

#[cfg(unix)]
#[test]
fn a_script_and_its_expected_output_are_regular_files() {
    let dir = TestDir::new(&[("good.in", TOY)]);
    for pipe in ["pipe.in", "good.std"] {
        let made = std::process::Command::new("mkfifo").arg(dir.path().join(pipe)).status();
        assert!(made.is_ok_and(|status| status.success()));
    }
    std::os::unix::fs::symlink("/dev/zero", dir.path().join("zero.in")).expect("made");
    for name in ["pipe.in", "zero.in"] {
        for options in [&["--update"][..], &[]] {
            let printed = dir.run(&[options, &["good.in", name]].concat());
            let sentence = "is not a regular file; name another one";
            printed.refuses_with(&[&format!("harness: {name}: {sentence}\n")]);
        }
    }
    let printed = dir.run(&["--update", "good.in"]);
    assert_eq!(printed.code, Some(4), "{printed:?}");
    assert!(printed.stderr.starts_with("harness: good.std: is not a regular file"), "{printed:?}");
}

/// Linux alone has a device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn an_error_that_cannot_be_printed_keeps_its_exit_code() {
    let dir = TestDir::new(&[]);
    let full = std::fs::File::options().write(true).open("/dev/full").expect("a device");
    let status = dir.command(&["missing.in"]).stderr(full).status().expect("the harness starts");
    assert_eq!(status.code(), Some(2));
}
