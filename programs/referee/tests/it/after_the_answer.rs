//! A legal move in time counts, however its program ends afterwards: the assignment says nothing of
//! exit codes. The end of the program is remarked.

use crate::support::{Arena, REFERENCE, toy};
use games::board::Side;
use referee::journal::RecordedGame;
use referee::rules::{Ending, EndingKind, GameRemark, RunRemark};

/// Answers as the reference does, and then goes on with this script.
fn answers_and(then: &str) -> String {
    let answer = shell_words::quote(REFERENCE);
    toy(&format!("{answer} --depth 1 || exit; {then}"))
}

/// One game of the agent, with Black, against the reference.
fn game(agent: &str, more: &[&str]) -> RecordedGame {
    let arena = Arena::new();
    let reference = format!("{} --depth 1", shell_words::quote(REFERENCE));
    let plies = if more.contains(&"--max-plies") { &[][..] } else { &["--max-plies", "8"] };
    let args = ["match", agent, &reference, "--games", "2", "--out", "m"];
    let args = [&args[..], plies].concat();
    arena.referee(&[&args[..], &["--no-sandbox", "--no-preflight"], more].concat());
    arena.records("m").remove(&1).expect("the first game")
}

#[test]
fn the_exit_code_and_a_crash_after_the_answer_are_remarked() {
    for (then, remark) in [
        ("exit 3", RunRemark::ExitCode(3)),
        ("kill -KILL $$", RunRemark::Signal(9)),
        ("exec sleep 100", RunRemark::StillRunning),
    ] {
        let record = game(&answers_and(then), &[]);
        assert_eq!(record.ending, Ending::MaxPlies, "{then}");
        let expected = GameRemark { side: Side::Black, remark, turns: 4 };
        assert_eq!(record.remarks, [expected], "{then}");
    }
}

/// The idle second begins with the answer, as it is at the end.
#[test]
fn a_wait_before_the_answer_or_within_it_ends_nobody() {
    let answer = shell_words::quote(REFERENCE);
    let script = format!(
        "sleep 1.3; {answer} --depth 1 || exit; head -c 4 output.txt > part; \
         cp output.txt whole; cp part output.txt; sleep 0.3; cp whole output.txt; sleep 0.1"
    );
    let record = game(&toy(&script), &["--max-plies", "2"]);
    assert_eq!((record.ending, record.remarks.len()), (Ending::MaxPlies, 0));
}

#[test]
fn without_a_legal_move_the_end_of_the_program_is_the_cause() {
    for then in
        ["echo 'E a1 h8' > output.txt; exit 3", ": > output.txt; exit 3", "rm output.txt; exit 3"]
    {
        let record = game(&answers_and(then), &[]);
        assert_eq!(record.ending, Ending::ExitCode(3), "{then}");
        assert!(record.remarks.is_empty());
    }
}

#[test]
fn work_after_the_answer_is_charged() {
    let record = game(&answers_and("while :; do :; done"), &["--seconds", "0.3"]);
    assert_eq!(record.ending, Ending::KilledInMove);
    assert_eq!(record.ending.kind(), EndingKind::Forfeited);
}
