//! The same seed, the same games: on one core, on two, and when a match is played in two parts.

use crate::support::{Arena, steady};
use referee::record::GameRecord;

/// Everything in a record but what clocks and folders put there.
fn course(record: &GameRecord) -> (u32, String, Vec<String>, String, [String; 2]) {
    let moves = record.turns.iter().map(|turn| turn.mv.clone()).collect();
    let names = [&record.black.name, &record.white.name].map(Clone::clone);
    (record.id, record.board.clone(), moves, record.ending.to_string(), names)
}

#[test]
fn one_job_and_two_jobs_play_the_same_games() {
    let arena = Arena::new();
    let (one, other) = (steady(800), steady(1_200));
    let play = |out: &str, extra: &[&str]| {
        let words = ["match", &one, &other, "--seed", "5", "--out", out];
        let told = arena.referee(&[&words[..], extra].concat());
        assert_eq!(told.code, Some(0), "{}", told.err);
        arena.records(out).values().map(course).collect::<Vec<_>>()
    };
    let alone = play("a", &["--games", "8", "--jobs", "1"]);
    assert_eq!(alone.len(), 8);
    assert_eq!(play("b", &["--games", "8", "--jobs", "2"]), alone);
    play("c", &["--games", "4", "--jobs", "2"]);
    assert_eq!(play("c", &["--games", "8", "--jobs", "2", "--resume"]), alone);
}

#[test]
fn a_journal_of_another_match_is_not_gone_on_with() {
    let arena = Arena::new();
    let (one, other) = (steady(100), steady(200));
    let words = ["match", &one, &other, "--games", "2", "--out", "m"];
    assert_eq!(arena.referee(&words).code, Some(0));
    let used = arena.referee(&words);
    assert_eq!(used.code, Some(2));
    assert!(used.err.contains("go on with --resume"), "{}", used.err);
    let changes: [(&[&str], &str); 4] = [
        (&["match", &one, &one], "the agents of game 1"),
        (&["match", &one, &other, "--max-plies", "9"], "the profile, the limits or the sandbox"),
        (&["match", &one, &other, "--seconds", "7"], "the seconds of game 1"),
        (&["match", &one, &other, "--seed", "9"], "the seed of game 1"),
    ];
    for (words, part) in changes {
        let told = arena.referee(&[words, &["--games", "2", "--out", "m", "--resume"]].concat());
        assert_eq!(told.code, Some(2));
        assert!(told.err.contains(part), "{}", told.err);
    }
}
