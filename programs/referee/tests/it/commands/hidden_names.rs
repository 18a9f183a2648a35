//! An agent does not learn from the list of processes who plays against it.

use crate::support::{Arena, steady, toy};
use std::fs;
use std::path::Path;

/// Prints the command lines of all processes above it, and the environment, and does not play.
const LOOKS_AROUND: &str = r#"
pid=$$
while (( pid > 1 )); do
    pid=$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$pid/status")
    tr '\0' ' ' < "/proc/$pid/cmdline" >&2
    echo "<" >&2
done
env >&2
exit 1"#;

fn folders(root: &Path) -> Vec<std::path::PathBuf> {
    fs::read_dir(root).expect("evidence").flatten().map(|entry| entry.path()).collect()
}

#[test]
fn the_referees_command_line_does_not_name_the_opponent() {
    let arena = Arena::new();
    let opponent = steady(867_530);
    let args = ["match", &toy(LOOKS_AROUND), &opponent, "--games", "2", "--no-preflight"];
    let result = arena.referee(&[&args[..], &["--out", "m"]].concat());
    assert_eq!(result.code, Some(3), "{}", result.err);
    let kept = folders(&arena.path("m/evidence"));
    assert!(!kept.is_empty());
    for folder in kept {
        let seen = fs::read_to_string(folder.join("stderr.txt")).expect("kept");
        assert!(seen.contains("referee match "), "it has seen the referee: {seen}");
        assert!(!seen.contains("867530") && !seen.contains("--games"), "{seen}");
    }
}
