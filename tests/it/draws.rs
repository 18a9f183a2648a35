//! The draw rules in play, through real files: the side ahead avoids the third occurrence, the side
//! behind seeks it, and the fiftieth quiet turn is seen coming.

use crate::support::{BEYOND_THE_BOOK, TestEnv};
use agent::playdata::PlayData;
use formats::{Play, Request};
use games::{
    Game,
    board::Side,
    checkers::{Move, Position},
};
use std::time::Duration;

/// Two kings each way: White is ahead by a king and can go on for long.
const WHITE_AHEAD: &str = "......../......../...B..../......../.......W/..W...../.....W../........";

fn board(rows: &str, side: Side) -> Position {
    Position::from_rows(rows.split('/'), side).expect("a board")
}

/// A quiet king's move and the way back, with positions in between.
fn back_and_forth(today: &Position, mv: Move) -> Option<[Position; 4]> {
    let after = today.play(mv);
    let back = |position: &Position, mv: Move| {
        position
            .move_list()
            .iter()
            .find(|other| other.from() == mv.to() && other.to() == mv.from())
            .copied()
    };
    for reply in after.move_list() {
        let second = after.play(reply);
        let Some(home) = back(&second, mv) else { continue };
        let third = second.play(home);
        let Some(reply_back) = back(&third, reply) else { continue };
        if third.play(reply_back) == *today
            && [&after, &second, &third]
                .into_iter()
                .all(|position| position.move_list().iter().all(|mv| !mv.is_jump()))
        {
            return Some([after, second, third, *today]);
        }
    }
    None
}

/// The answer in `today` after a game in which the position after `mv` has occurred twice.
fn answer_when_repeated(today: &Position, mv: Move) -> Option<Move> {
    let [after, second, third, today] = back_and_forth(today, mv)?;
    let positions = vec![after, second, third, today, after, second, third];
    let side = today.side_to_move();
    let playdata = PlayData::of(side, positions);
    let request = Request { play: Play::Game, remaining: Duration::from_secs(2), position: today };
    let env = TestEnv::asking(&request.text());
    env.write("playdata.txt", playdata.into_bytes().expect("plain data"));
    Some(env.plays(&today))
}

#[test]
fn the_side_ahead_avoids_the_third_occurrence() {
    let today = board(WHITE_AHEAD, Side::White);
    let mut tried = 0;
    for mv in today.move_list() {
        if let Some(answer) = answer_when_repeated(&today, mv) {
            assert_ne!(answer, mv, "it repeats although it is ahead");
            tried += 1;
        }
    }
    assert!(tried >= 4, "{tried}");
}

#[test]
fn the_side_behind_seeks_the_third_occurrence() {
    let today = board(WHITE_AHEAD, Side::Black);
    let mut tried = 0;
    for mv in today.move_list() {
        if let Some(answer) = answer_when_repeated(&today, mv) {
            assert_eq!(answer, mv, "it could have drawn");
            tried += 1;
        }
    }
    assert!(tried >= 2, "{tried}");
}

/// A game played by the program against itself keeps its playdata.txt in step with the rules: every
/// position since the last capture or crowning is there, in order.
#[test]
fn the_file_holds_the_positions_since_the_last_capture_or_crowning() {
    let env = TestEnv::asking("");
    let mut position = Position::start();
    let mut since = vec![position];
    for ply in 0..24 {
        let mine = position.side_to_move() == Side::Black;
        let mv = if mine {
            let remaining = Duration::from_millis(200);
            env.write("input.txt", Request { play: Play::Game, remaining, position }.text());
            env.plays(&position)
        } else {
            let Some(&mv) = position.move_list().first() else { break };
            mv
        };
        if position.finality(mv) == games::Finality::Resetting {
            since.clear();
        }
        position = position.play(mv);
        since.push(position);
        if mine {
            let playdata = PlayData::parse(env.read_bytes("playdata.txt").expect("written"));
            assert_eq!(playdata.expect("our own text").positions, since, "ply {ply}");
        }
        if !position.can_move() {
            break;
        }
    }
}

#[test]
fn a_file_of_another_game_is_set_aside() {
    let env = TestEnv::asking(BEYOND_THE_BOOK);
    let elsewhere = board(WHITE_AHEAD, Side::White);
    let (side, positions) = (Side::Black, vec![elsewhere]);
    let playdata = PlayData::of(side, positions);
    env.write("playdata.txt", playdata.into_bytes().expect("plain data"));
    let run = env.homework();
    assert_eq!(run.code, Some(0));
    run.warns_once("belongs to another game");
    let kept = PlayData::parse(env.read_bytes("playdata.txt").expect("a new file")).expect("ours");
    assert_eq!(kept.positions.len(), 2, "a new game begins today");
}
