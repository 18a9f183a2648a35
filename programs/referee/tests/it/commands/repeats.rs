//! The same seed gives the same games: on one core, on two, and if a match is played in two parts.

use crate::support::{Arena, steady};
use referee::journal::RecordedGame;

/// Everything in a record that does not depend on clocks and folders.
fn course_of_play(record: &RecordedGame) -> (u32, String, Vec<String>, String, [String; 2]) {
    let moves = record.turns.iter().map(|turn| turn.mv.clone()).collect();
    let names = record.names().map(str::to_string);
    (record.id, record.board.to_string(), moves, record.ending.to_string(), names)
}

#[test]
fn one_job_and_two_jobs_play_the_same_games() {
    let arena = Arena::new();
    let (one, other) = (steady(800), steady(1_200));
    let play = |out: &str, extra: &[&str]| {
        let args = ["match", &one, &other, "--seed", "5", "--out", out];
        let result = arena.referee(&[&args[..], extra].concat());
        assert_eq!(result.code, Some(0), "{}", result.err);
        arena.records(out).values().map(course_of_play).collect::<Vec<_>>()
    };
    let alone = play("a", &["--games", "8", "--jobs", "1"]);
    assert_eq!(alone.len(), 8);
    assert_eq!(play("b", &["--games", "8", "--jobs", "2"]), alone);
    play("c", &["--games", "4", "--jobs", "2"]);
    assert_eq!(play("c", &["--games", "8", "--jobs", "2", "--resume"]), alone);
}

#[test]
fn a_journal_of_another_match_is_not_resumed() {
    let arena = Arena::new();
    let (one, other) = (steady(100), steady(200));
    let args = ["match", &one, &other, "--games", "2", "--out", "m"];
    assert_eq!(arena.referee(&args).code, Some(0));
    let used = arena.referee(&args);
    assert_eq!(used.code, Some(2));
    assert!(used.err.contains("resume it with --resume"), "{}", used.err);
    let changes: [(&[&str], &str); 4] = [
        (&["match", &one, &one], "the agents of game 1"),
        (
            &["match", &one, &other, "--max-plies", "9"],
            "the profile, the limits, the sandbox or the clocks",
        ),
        (&["match", &one, &other, "--seconds", "7"], "the seconds of game 1"),
        (&["match", &one, &other, "--seed", "9"], "the seed of game 1"),
    ];
    for (args, part) in changes {
        let result = arena.referee(&[args, &["--games", "2", "--out", "m", "--resume"]].concat());
        assert_eq!(result.code, Some(2));
        assert!(result.err.contains(part), "{}", result.err);
    }
}
