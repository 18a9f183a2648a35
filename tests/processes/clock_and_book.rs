//! What the agent knows of openings and of the opponent's clock, through real files.

use crate::support::{TestEnv, legal_moves};
use crownhead::playdata::{Memory, RivalRecord};
use crownhead::time::time_awake;
use evaluation::checkers::book::BOOK;
use formats::{Play, Request};
use games::Walker;
use games::board::Side;
use games::checkers::Position;
use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

/// The request for a move of a game in which all is open.
fn request(position: Position) -> String {
    Request { play: Play::Game, remaining: Duration::from_secs(10), position }.text()
}

#[test]
fn the_book_is_played_at_once_and_not_always_alike() {
    let openings = (0..200).map(|seed| Walker::new(seed).game(Position::start(), 2));
    let several = |at: &Position| BOOK.moves(at).len() > 1;
    let position = openings.flatten().find(several).expect("a position with several good moves");
    let mut played = HashSet::new();
    for seed in 0..60 {
        let env = TestEnv::asking(&request(position));
        let run = env.homework_with("CROWNHEAD_SEED", Path::new(&seed.to_string()));
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        played.insert(env.answer(&position));
    }
    assert_eq!(played, BOOK.moves(&position).into_iter().collect());
    let env = TestEnv::asking(&request(position));
    env.homework_with("CROWNHEAD_SEED", Path::new("soon")).complains_once("CROWNHEAD_SEED");
}

/// Without calibration a search complains: the book needs none, a single move does.
#[test]
fn a_single_move_is_searched_for_and_not_looked_up() {
    let complaint = |play: Play| {
        let env = TestEnv::new();
        let remaining = Duration::from_millis(50);
        let request = Request { play, remaining, position: Position::start() };
        env.write("input.txt", request.text());
        env.homework().stderr
    };
    assert_eq!(complaint(Play::Game), "");
    assert!(complaint(Play::Single).contains("calibration.txt"));
}

/// The memory of a game of kings, in which nobody is ahead, and the request that follows it.
fn middle_of_a_game(rival: RivalRecord, left_at: f64) -> TestEnv {
    let rows = "...B.B../......../.......B/B......./......../w......./.....W../..W...W.";
    let before = Position::from_rows(rows.split('/'), Side::Black).expect("a board");
    let today = before.play(legal_moves(&before)[0]);
    let memory = Memory { rival, left_at, ..Memory::of(Side::White, vec![before]) };
    let remaining = Duration::from_secs(90);
    let env = TestEnv::asking(&Request { play: Play::Game, remaining, position: today }.text());
    env.write("playdata.txt", memory.written().expect("plain data"));
    env
}

/// An opponent for whom we have waited so often, and so many seconds.
fn rival(waits: u32, total: f64, shortest: f64) -> RivalRecord {
    let latest = total / f64::from(waits);
    let steady = total;
    RivalRecord { began: 100.0, waits, total, shortest, latest, steady, ..RivalRecord::default() }
}

/// What the agent remembers after its move.
fn remembered(env: &TestEnv) -> Memory {
    let run = env.homework();
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    Memory::parse(env.read_bytes("playdata.txt").expect("written")).expect("our own bytes")
}

fn now() -> f64 {
    time_awake().as_secs_f64()
}

#[test]
fn the_wait_for_the_opponent_is_counted() {
    let rival = rival(3, 30.0, 0.5);
    let known = remembered(&middle_of_a_game(rival, now() - 7.0));
    assert_eq!((known.rival.began, known.rival.waits), (100.0, 4));
    assert!((37.0..40.0).contains(&known.rival.total), "{:?}", known.rival);
    assert!(known.draw > 0, "we have used 10 s and the opponent nearly 37");
    assert!((now() - known.left_at).abs() < 5.0);
}

#[test]
fn who_is_behind_on_the_clock_does_not_want_a_draw() {
    let rival = rival(3, 0.3, 0.1);
    assert!(remembered(&middle_of_a_game(rival, now() - 0.1)).draw < 0);
}

/// A machine that was started anew, a time that never was: nothing that could be the opponent's.
#[test]
fn waits_that_cannot_be_are_not_counted() {
    let rival = rival(3, 30.0, 0.5);
    for left_at in [now() + 3_600.0, now() - 3_600.0, f64::MAX] {
        let known = remembered(&middle_of_a_game(rival, left_at)).rival;
        assert_eq!((known.waits, known.total, known.shortest), (3, 30.0, 0.5));
    }
}

/// An opponent that thinks for long is thought about for long, and one that does not is not.
#[test]
fn we_spend_as_the_opponent_spends() {
    let used = |total: f64| {
        let rival = rival(20, total, 0.002);
        let known = remembered(&middle_of_a_game(rival, now()));
        known.turns.last().expect("today's").used
    };
    let (short, long) = (used(0.1), used(40.0));
    assert!(short < 0.1 && long > 2.0 * short, "{short} {long}");
}
