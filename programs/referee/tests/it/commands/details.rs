//! Wherever an agent fails, its exact fault is named: in the report, by `replay`, by `check`.

use crate::support::{Arena, CommandResult, REFERENCE, steady, toy};
use std::fs;

/// The report of a match that this script forfeits with its first move.
fn report_of(arena: &Arena, script: &str) -> String {
    let args = ["match", &toy(script), &steady(20), "--games", "2", "--no-preflight"];
    let result = arena.ends(3, &[&args[..], &["--seconds", "5", "--out", "m"]].concat());
    result.out
}

#[test]
fn a_link_in_the_place_of_the_answer_is_named_and_seen_again() {
    let arena = Arena::new();
    let report = report_of(&arena, "ln -s input.txt output.txt");
    let printed = "malformed output.txt: it is a symbolic link, not a regular file";
    assert!(report.contains(printed), "{report}");
    let description = arena.path("m/evidence/game-1/move.json");
    let kept = fs::read_to_string(&description).expect("kept");
    assert!(kept.contains("it is a symbolic link"), "{kept}");
    let again = arena.referee(&["replay", "m/evidence/game-1/move.json"]);
    assert_eq!(again.out.matches(printed).count(), 2, "then and now: {}", again.out);
    let game = arena.referee(&["replay", "m/journal.jsonl", "--game", "1"]).out;
    assert!(game.contains(printed), "{game}");
    assert!(game.contains("  a b c d e f g h\n"), "boards have coordinates: {game}");
}

#[test]
fn a_malformed_answer_says_where_it_is_and_what_was_expected() {
    let arena = Arena::new();
    let report = report_of(&arena, "printf 'E b6 a5\\nK a5 b4\\n' > output.txt");
    assert!(report.contains("malformed output.txt: line 2: \"K\" is not E"), "{report}");
}

#[test]
fn moves_are_shown_by_numbers_and_as_agents_write_them() {
    let arena = Arena::new();
    let args = ["match", &steady(20), &steady(30), "--games", "2", "--seconds", "9", "--out", "m"];
    arena.succeeds(&args);
    let game = arena.referee(&["replay", "m"]).out;
    let moves = game.lines().filter(|line| line.contains(" (E ") || line.contains(" (J "));
    assert_eq!(moves.count(), arena.records("m")[&1].turns.len(), "{game}");
    let single = arena.referee(&["game", &steady(20), &steady(30), "--seconds", "9"]).out;
    assert!(single.contains("Black: ") && single.contains(" (E "), "{single}");
}

#[test]
fn replay_of_a_program_that_is_gone_says_so() {
    let arena = Arena::new();
    let program = arena.path("agent/homework");
    testing::copy_program("/bin/true", &program);
    let args = ["match", "agent", &steady(20), "--games", "2", "--no-preflight", "--out", "m"];
    assert_eq!(arena.referee(&args).code, Some(3));
    fs::remove_file(&program).expect("removed");
    let again = arena.ends(2, &["replay", "m/evidence/game-1/move.json"]);
    let printed = format!("there is no {} any more", program.display());
    assert!(again.err.contains(&printed), "{}", again.err);
}

#[test]
fn replay_of_a_command_tells_a_changed_script_from_one_that_is_gone() {
    let arena = Arena::new();
    let script = arena.path("script.sh");
    fs::write(&script, "exit 5").expect("written");
    let args = ["match", "bash script.sh", &steady(20), "--games", "2", "--no-preflight"];
    arena.ends(3, &[&args[..], &["--out", "m"]].concat());
    let same = replay(&arena);
    assert!(!same.out.contains("changed"), "{}", same.out);
    assert!(same.out.contains("8 . b . b . b . b\n"), "boards have coordinates: {}", same.out);
    fs::write(&script, "exit 6").expect("written");
    // The folder may be another person's, who would choose what is read.
    let refused = arena.ends(2, &["replay", "m/evidence/game-1"]);
    assert!(refused.err.contains("--changed runs what the program is now"), "{}", refused.err);
    let changed = arena.referee(&["replay", "m/evidence/game-1", "--changed"]);
    assert!(changed.out.contains("the program has changed since that move: "), "{}", changed.out);
    assert!(changed.out.contains("script.sh"), "{}", changed.out);
    assert!(changed.out.contains("now:   exit code 6"), "{}", changed.out);
    fs::remove_file(&script).expect("removed");
    let gone = replay(&arena);
    assert_eq!(gone.code, Some(2), "{}", gone.out);
    assert!(gone.err.contains("script.sh any more; build"), "{}", gone.err);
}

fn replay(arena: &Arena) -> CommandResult {
    arena.referee(&["replay", "m/evidence/game-1"])
}

#[test]
fn replay_says_when_a_long_playdata_was_cut() {
    let arena = Arena::new();
    let lengths = [("short", 1 << 10, false), ("long", 3 << 20, true)];
    for (out, length, is_cut) in lengths {
        let script = format!(
            "[ -e playdata.txt ] && exit 8; head -c {length} /dev/zero > playdata.txt; \
             '{}' --depth 1 --seed 7",
            REFERENCE
        );
        let (agent, other) = (toy(&script), steady(20));
        let args = ["match", &agent, &other, "--games", "2", "--no-preflight", "--no-sandbox"];
        arena.ends(3, &[&args[..], &["--seconds", "5", "--out", out]].concat());
        let again = arena.referee(&["replay", &format!("{out}/evidence/game-1")]);
        assert!(again.out.contains("now:   exit code 8"), "{}{}", again.out, again.err);
        assert_eq!(again.out.contains("bytes of its playdata.txt"), is_cut, "{}", again.out);
    }
}

/// The failure depends on a file that the check makes, which `input.txt` alone would not show.
#[test]
fn a_failure_with_playdata_is_seen_again_by_its_command_and_in_the_files_kept() {
    let arena = Arena::new();
    let script = format!(
        "if [ -e playdata.txt ]; then [ \"$(tr '\\0' x < playdata.txt)\" = mine ] || exit 8; fi; \
         '{}' --depth 1 --seed 7 && echo mine > playdata.txt",
        REFERENCE
    );
    let only = ["--only", "playdata-garbage", "--only", "playdata-huge", "--no-sandbox"];
    let agent = toy(&script);
    let args = [&["check", &agent][..], &only, &["--keep", "kept"]].concat();
    let first = arena.ends(3, &args);
    let commands: Vec<_> = first
        .out
        .lines()
        .filter_map(|line| line.trim().strip_prefix("see it again with: referee "))
        .map(|command| shell_words::split(command).expect("words"))
        .collect();
    assert_eq!(commands.len(), 2, "{}", first.out);
    for command in commands {
        let again = arena.ends(3, &command.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(again.out.contains("\n         exit code 8\n"), "{}", again.out);
    }
    let garbage = fs::read_to_string(arena.path("kept/playdata-garbage/playdata.txt"));
    assert!(garbage.is_ok_and(|text| text.starts_with("nan -7")));
    let huge = fs::metadata(arena.path("kept/playdata-huge/playdata.txt")).expect("kept");
    assert_eq!(huge.len(), 8 << 20, "all of it");
}

#[test]
fn the_command_of_a_failed_check_shows_the_failure_again() {
    let arena = Arena::new();
    let agent = toy(&format!("'{}' --depth 1 --seed 7; sed -i 's/$/ /' output.txt", REFERENCE));
    let only = ["--only", "example-opening", "--only", "exact-lines", "--no-sandbox"];
    let args = [&["check", &agent, "--answers", "exact", "--keep", "kept"][..], &only].concat();
    let strict = arena.ends(3, &args);
    assert!(strict.out.contains("malformed output.txt: line 1"), "{}", strict.out);
    assert!(arena.path("kept/example-opening/input.txt").is_file());
    let line = strict.out.lines().find_map(|line| line.trim().strip_prefix("see it again with: "));
    let words = shell_words::split(line.expect("a command")).expect("words");
    let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    let again = arena.ends(3, &words);
    assert!(again.out.contains("example-opening"), "{}", again.out);
    arena.refuses(&["check", &agent, "--only", "nonsense"], "there is no check nonsense");
}
