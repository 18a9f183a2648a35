//! A referee, a user or the system may end the agent at any moment: its files stay whole.

use crate::support::{BEYOND_THE_BOOK, TestEnv, position_of};
use agent::playdata::PlayData;
use formats::{Play, Request, answer};
use games::{Game, Walker, checkers::Position};
use std::process::{Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The number of kills that must meet a running agent.
const HITS: u32 = 10;
/// If they do not by then, the agent is gone before it is started.
const MOST_KILLS: u32 = 500;
/// The time of one move: CPU time, so that a busy machine takes longer.
const MOVE_TIME: &str = "0.02";
const CLOCK: Duration = Duration::from_millis(1_000);

#[test]
fn a_kill_at_any_moment_leaves_whole_files_and_a_legal_next_move() {
    let env = TestEnv::new();
    let mut random = Walker::new(2024);
    let mut position = position_of(BEYOND_THE_BOOK);
    let (mut kills, mut hits) = (0, 0);
    // What a whole move takes here and now, so that its last moments are met as well.
    let mut whole_move = Duration::from_millis(12);
    while hits < HITS {
        if !position.can_move() {
            position = position_of(BEYOND_THE_BOOK);
        }
        let request = Request { play: Play::Game, remaining: CLOCK, position };
        env.write("input.txt", request.text());
        let _ = std::fs::remove_file(env.path("output.txt"));
        let wait = random.below(whole_move.as_micros() as usize) as u64;
        hits += u32::from(start_and_kill(&env, Duration::from_micros(wait)));
        kills += 1;
        files_are_whole(&env, &position);
        let begun = Instant::now();
        let run = env.run(env!("CARGO_BIN_EXE_homework"), &["--move-time", MOVE_TIME]);
        whole_move = begun.elapsed();
        assert_eq!(run.code, Some(0), "after kill {kills}: {}", run.stderr);
        position = position.play(env.answer(&position));
        if let Some(reply) = random.step(&position) {
            position = position.play(reply);
        }
        assert!(kills < MOST_KILLS, "{hits} of {kills} kills met a running agent");
    }
}

fn start_and_kill(env: &TestEnv, wait: Duration) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_homework"))
        .args(["--move-time", MOVE_TIME])
        .current_dir(env.path(""))
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    sleep(wait);
    // It may have ended already; then there is nothing to kill.
    let _ = child.kill();
    was_killed(child.wait().expect("the program has ended"))
}

/// Did the kill end it, and not a failure of its own?
#[cfg(unix)]
fn was_killed(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;

    const SIGKILL: i32 = 9;
    assert!(status.success() || status.signal() == Some(SIGKILL), "{status}");
    !status.success()
}

/// Did it fail? Windows does not tell a kill from a failure.
#[cfg(not(unix))]
fn was_killed(status: ExitStatus) -> bool {
    !status.success()
}

fn files_are_whole(env: &TestEnv, position: &Position) {
    if let Some(text) = env.read("output.txt") {
        let found = answer::find(&text, &position.move_list()).expect("well formed");
        assert!(found.is_some(), "{text:?}");
    }
    if let Some(bytes) = env.read_bytes("playdata.txt") {
        PlayData::parse(bytes).expect("a whole file");
    }
}
