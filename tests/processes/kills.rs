//! A judge, a user or the system may end the agent at any moment: its files stay whole.

use crate::support::{BEYOND_THE_BOOK, TestEnv, legal_moves, position_of};
use crownhead::playdata::Memory;
use formats::{Play, Request, answer};
use games::Walker;
use games::checkers::Position;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

const KILLS: u64 = 30;
/// About what a whole move takes, so that its last moments are met as well.
const LONGEST_WAIT_MICROSECONDS: usize = 12_000;
const CLOCK: Duration = Duration::from_millis(1_000);
/// Of all kills, at least so many must meet a running agent.
const LEAST_HITS: u64 = KILLS / 3;

#[test]
fn a_kill_at_any_moment_leaves_whole_files_and_a_legal_next_move() {
    let env = TestEnv::new();
    let mut random = Walker::new(2024);
    let mut position = position_of(BEYOND_THE_BOOK);
    let mut hits = 0;
    for kill in 0..KILLS {
        if legal_moves(&position).is_empty() {
            position = position_of(BEYOND_THE_BOOK);
        }
        let request = Request { play: Play::Game, remaining: CLOCK, position };
        env.write("input.txt", request.text());
        let _ = std::fs::remove_file(env.path("output.txt"));
        let wait = Duration::from_micros(random.below(LONGEST_WAIT_MICROSECONDS) as u64);
        hits += u64::from(start_and_kill(&env, wait));
        files_are_whole(&env, &position);
        let run = env.homework();
        assert_eq!(run.code, Some(0), "after kill {kill}: {}", run.stderr);
        position = position.play(env.answer(&position));
        if let Some(reply) = random.step(&position) {
            position = position.play(reply);
        }
    }
    assert!(hits >= LEAST_HITS, "{hits} of {KILLS} kills met a running agent");
}

/// Was the agent still running when it was killed?
fn start_and_kill(env: &TestEnv, wait: Duration) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_homework"))
        .args(["--move-time", "0.02"])
        .current_dir(env.path(""))
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    sleep(wait);
    // It may have ended already; then there is nothing to kill.
    let _ = child.kill();
    child.wait().expect("the program has ended").code().is_none()
}

fn files_are_whole(env: &TestEnv, position: &Position) {
    if let Some(text) = env.read("output.txt") {
        let found = answer::find(&text, &legal_moves(position)).expect("well formed");
        assert!(found.is_some(), "{text:?}");
    }
    if let Some(bytes) = env.read_bytes("playdata.txt") {
        Memory::parse(bytes).expect("a whole memory");
    }
}
