//! The snapshot of the transposition table that a search leaves to the next one of the same game,
//! behind the line of JSON in `playdata.txt`.

use crate::support::{BEYOND_THE_BOOK, TestEnv, position_of};
use agent::playdata::{PlayData, json_line};
use formats::{Play, Request};
use games::{
    Game, Walker,
    board::Side,
    checkers::{Move, Position},
};
use std::time::Duration;

fn ask(env: &TestEnv, position: Position) -> Move {
    let request = Request { play: Play::Game, remaining: Duration::from_secs(2), position };
    env.write("input.txt", request.text());
    // A fixed time for each move, so that a slow machine searches deep enough as well.
    let run = env.run(env!("CARGO_BIN_EXE_homework"), &["--move-time", "0.05"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    env.answer(&position)
}

fn left(env: &TestEnv) -> Vec<u8> {
    let bytes = env.read_bytes("playdata.txt").expect("written");
    bytes[json_line(&bytes).len()..].to_vec()
}

#[test]
fn a_search_leaves_something_a_forced_move_passes_it_on_and_damage_does_no_harm() {
    let env = TestEnv::asking("");
    let mut walker = Walker::new(5);
    let mut position = position_of(BEYOND_THE_BOOK);
    let mut before = Vec::new();
    let (mut searched, mut forced) = (0, 0);
    for turn in 0..30 {
        let mv = ask(&env, position);
        let left = left(&env);
        if position.move_list().len() > 1 {
            assert!(!left.is_empty(), "turn {turn}");
            searched += 1;
        } else {
            assert_eq!(left, before, "turn {turn}");
            forced += 1;
        }
        if turn % 3 == 0 {
            let mut bytes = env.read_bytes("playdata.txt").expect("written");
            let last = bytes.len() - 1;
            bytes[last] ^= 1;
            env.write("playdata.txt", bytes);
        }
        before = self::left(&env);
        position = position.play(mv);
        let Some(reply) = walker.step(&position) else { break };
        position = position.play(reply);
        if position.count() <= 12 || !position.can_move() {
            break;
        }
    }
    assert!(searched >= 5 && forced >= 1, "{searched} searched, {forced} forced");
}

#[test]
fn where_nothing_is_searched_any_more_nothing_is_left() {
    let env = TestEnv::asking("");
    let board = |rows: &str, side| Position::from_rows(rows.split('/'), side).expect("a board");
    let before = "......../..B...../......../......../.....W../......../.W....../........";
    let playdata = PlayData::of(Side::White, vec![board(before, Side::Black)]);
    let mut bytes = playdata.into_bytes().expect("plain data");
    bytes.extend(*b"a snapshot that nobody reads");
    env.write("playdata.txt", bytes);
    assert!(!left(&env).is_empty());
    let today = "......../......../...B..../......../.....W../......../.W....../........";
    ask(&env, board(today, Side::White));
    assert!(left(&env).is_empty());
}
