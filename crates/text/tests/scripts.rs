//! Every script of `fixtures/scripts` through the harness: the three text programs as a grader runs
//! them.

use std::path::Path;
use std::process::Command;

/// Runs the scripts of one game; what differs is told by the harness.
fn pass(game: &str, program: &str) {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/scripts").join(game);
    let count = std::fs::read_dir(&scripts).expect("there are scripts").count();
    assert!(count > 10, "{count} files for {game}");
    let harness = Command::new(env!("CARGO_BIN_EXE_harness"))
        // Short thoughts: the scripts ask what is done, not how well.
        .args(["--program", &format!("{} --game-time 4", shell_words::quote(program))])
        .arg(&scripts)
        .output()
        .expect("it starts");
    let told = String::from_utf8_lossy(&harness.stdout);
    assert!(harness.status.success(), "{told}{}", String::from_utf8_lossy(&harness.stderr));
    assert!(!told.contains("to compare with"), "each script has what it expects: {told}");
}

#[test]
fn loa_passes_its_scripts() {
    pass("loa", env!("CARGO_BIN_EXE_loa"));
}

#[test]
fn tablut_passes_its_scripts() {
    pass("tablut", env!("CARGO_BIN_EXE_tablut"));
}

#[test]
fn amazons_passes_its_scripts() {
    pass("amazons", env!("CARGO_BIN_EXE_amazons"));
}
