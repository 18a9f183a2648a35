//! The agent's knowledge of openings and of the opponent's clock, through real files.

use crate::support::{TestEnv, position_of};
use agent::{
    playdata::PlayData,
    time::{Observed, OpponentClock, OpponentWaits, machine_time},
};
use evaluation::checkers::book::BOOK;
use formats::{Play, Request};
use games::{Game, Walker, board::Side, checkers::Position};
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
    env.homework_with("CROWNHEAD_SEED", Path::new("soon")).warns_once("CROWNHEAD_SEED");
}

/// Without calibration a search warns: the book needs none, a single move does.
#[test]
fn a_single_move_is_searched_for_and_not_looked_up() {
    let warning = |play: Play| {
        let env = TestEnv::new();
        let remaining = Duration::from_millis(50);
        let request = Request { play, remaining, position: Position::start() };
        env.write("input.txt", request.text());
        env.homework().stderr
    };
    assert_eq!(warning(Play::Game), "");
    assert!(warning(Play::Single).contains("calibration.txt"));
}

/// A directory in the middle of a game of kings, in which no side is ahead.
fn middle_of_a_game(opponent: OpponentClock, left_at: Option<Duration>) -> TestEnv {
    let rows = "...B.B../......../.......B/B......./......../w......./.....W../..W...W.";
    let before = Position::from_rows(rows.split('/'), Side::Black).expect("a board");
    let today = before.play(before.move_list()[0]);
    let playdata = PlayData { opponent, left_at, ..PlayData::of(Side::White, vec![before]) };
    let remaining = seconds(90.0);
    let env = TestEnv::asking(&Request { play: Play::Game, remaining, position: today }.text());
    env.write("playdata.txt", playdata.into_bytes().expect("plain data"));
    env
}

fn seconds(number: f64) -> Duration {
    Duration::from_secs_f64(number)
}

/// An opponent that began with 100 s, after these waits in seconds.
fn opponent(count: u32, total: f64, shortest: f64) -> OpponentClock {
    let total = seconds(total);
    let (shortest, latest) = (seconds(shortest), total / count);
    let waits = OpponentWaits { count, total, shortest, latest, previous: latest, steady: total };
    OpponentClock { waits, ..OpponentClock::unseen(seconds(100.0)) }
}

fn remembered(env: &TestEnv) -> PlayData {
    let run = env.homework();
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    PlayData::parse(env.read_bytes("playdata.txt").expect("written")).expect("our own bytes")
}

#[test]
fn the_wait_for_the_opponent_is_counted() {
    let begun = machine_time();
    // Less on a machine that was started just now.
    let least = seconds(7.0).min(begun / 2);
    let left_at = begun - least;
    let known = remembered(&middle_of_a_game(opponent(3, 30.0, 0.5), Some(left_at)));
    let OpponentClock { initial, waits, .. } = known.opponent;
    assert_eq!((initial, waits.count), (seconds(100.0), 4));
    // However long the program took to start.
    let most = machine_time() - left_at;
    assert!((least..=most).contains(&waits.latest), "{waits:?}");
    assert_eq!(waits.total, seconds(30.0) + waits.latest);
    assert!(known.draw > 0, "we have used 10 s and the opponent 30 or more");
    assert!((begun..=machine_time()).contains(&known.left_at.expect("it was told")));
}

#[test]
fn behind_on_the_clock_a_draw_is_a_loss() {
    let opponent = opponent(3, 0.3, 0.1);
    let left_at = machine_time().checked_sub(seconds(0.1));
    assert!(remembered(&middle_of_a_game(opponent, left_at)).draw < 0);
}

/// A machine that was restarted, a time that never was: nothing that could be the opponent's.
#[test]
fn waits_that_cannot_be_are_not_counted() {
    let before = opponent(3, 30.0, 0.5);
    let now = machine_time();
    let hour = seconds(3_600.0);
    for left_at in [Some(now + hour), now.checked_sub(hour), Some(Duration::MAX), None] {
        let known = remembered(&middle_of_a_game(before, left_at)).opponent;
        assert_eq!(known.waits, before.waits, "{left_at:?}");
    }
}

/// Neither clock begins anew in the middle of a game, and later turns know it.
#[test]
fn without_playdata_in_a_game_the_opponents_clock_stays_unknown() {
    let env = middle_of_a_game(opponent(3, 0.3, 0.1), None);
    std::fs::remove_file(env.path("playdata.txt")).expect("it was there");
    let ask = |position: Position, left: f64| {
        let remaining = seconds(left);
        env.write("input.txt", Request { play: Play::Game, remaining, position }.text());
        let known = remembered(&env);
        assert_eq!((known.opponent.observed, known.draw), (Observed::PartOfGame, 0));
        (known.opponent, env.answer(&position))
    };
    let first = position_of(&env.read("input.txt").expect("written"));
    let (before, answer) = ask(first, 0.75);
    assert_eq!(before.waits.count, 0);
    let theirs = first.play(answer);
    let second = theirs.play(theirs.move_list()[0]);
    assert_eq!(ask(second, 0.5).0.waits.count, 1);
}

/// Of 10 s that are gone: we think for long against an opponent that has used four times as much,
/// not against one that has used as much, and for long again where no draw on time can be had.
#[test]
fn we_spend_as_the_opponent_spends() {
    let used = |total: f64| {
        let known = remembered(&middle_of_a_game(opponent(20, total, 0.002), Some(machine_time())));
        known.turns.last().expect("today's").used
    };
    let [lost, as_much, more] = [0.1, 10.5, 40.0].map(used);
    assert!(more > 10 * as_much && lost > 10 * as_much, "{lost:?} {as_much:?} {more:?}");
}
