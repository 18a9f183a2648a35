//! Every script of `fixtures/scripts` through the harness: the text programs as a grader runs
//! them.

use games::GameName;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs the scripts of one game; a failure shows what the harness printed.
fn run_scripts(game: GameName) {
    let file = format!("{game}{}", std::env::consts::EXE_SUFFIX);
    let program = Path::new(env!("CARGO_BIN_EXE_loa")).with_file_name(file);
    let scripts = testing::fixture("scripts").join(game.text());
    let count = fs::read_dir(&scripts).expect("there are scripts").count();
    assert!(count > 10, "{count} files for {game}");
    let harness = Command::new(testing::program("harness"))
        // The scripts ask what is done, not how well: little time for the player, and more than
        // enough for a machine that is busy with something else.
        .args([
            "--program",
            &format!("{} --game-time 1", shell_words::quote(&program.to_string_lossy())),
        ])
        .args(["--move-time", "300", "--game-time", "600", "--timeout", "300"])
        .arg(&scripts)
        .output()
        .expect("it starts");
    let printed = String::from_utf8_lossy(&harness.stdout);
    assert!(harness.status.success(), "{printed}{}", String::from_utf8_lossy(&harness.stderr));
    assert!(!printed.contains("to compare with"), "each script has its .std file: {printed}");
}

#[test]
fn loa_passes_its_scripts() {
    run_scripts(GameName::Loa);
}

#[test]
fn tablut_passes_its_scripts() {
    run_scripts(GameName::Tablut);
}

#[test]
fn amazons_passes_its_scripts() {
    run_scripts(GameName::Amazons);
}
