//! Playing an ending whose result is known: by looking one move ahead, without a search.
//!
//! The winner goes for the nearest capture or crowning that keeps the win: conversions are steps
//! that the draw by quiet turns cannot take back, while the result alone would let him go round in
//! circles. The loser puts it off. In a drawn ending every move that keeps the draw is as good as
//! another against an opponent who knows it too; so the one is played that most replies lose to.

use crate::board::Key;
use crate::game::{Game, Outcome};
use crate::games::checkers::endgame::probe::{Gauge, result};
use crate::games::checkers::evaluate::evaluate;
use crate::games::checkers::moves::Move;
use crate::games::checkers::position::Position;
use crate::games::checkers::rules::QUIET_TURNS;
use std::cmp::Reverse;

/// The best move of a position whose result the tables know. `turns_left` is how many quiet turns
/// the game has left, none if it has no end to them; `seen` tells whether a position has occurred.
pub fn best_move(
    position: &Position,
    turns_left: Option<u32>,
    seen: impl Fn(Key) -> bool,
) -> Option<Move> {
    let here = result(position)?;
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    // For the opponent, the opposite of what we have.
    let wanted = match here {
        Outcome::Win => Outcome::Loss,
        Outcome::Draw => Outcome::Draw,
        Outcome::Loss => Outcome::Win,
    };
    moves.retain(|&mv| result(&position.play(mv)) == Some(wanted));
    let mut gauge = Gauge::default();
    match here {
        Outcome::Win => {
            let key = |&mv: &Move| progress(position, mv, turns_left, &mut gauge);
            moves.into_iter().min_by_key(key)
        }
        Outcome::Loss => {
            let key = |&mv: &Move| Reverse(resistance(position, mv, &mut gauge));
            moves.into_iter().min_by_key(key)
        }
        Outcome::Draw => {
            let key = |&mv: &Move| Reverse(temptation(&position.play(mv), &seen));
            moves.into_iter().min_by_key(key)
        }
    }
}

/// How far a winning move leaves us from the next conversion; less is better. What takes longer
/// than the quiet turns allow comes last, then the smaller ending, then the nearer end of it.
fn progress(
    position: &Position,
    mv: Move,
    turns_left: Option<u32>,
    gauge: &mut Gauge,
) -> (bool, Option<u32>, u32, Option<u32>) {
    let child = position.play(mv);
    let after = gauge.plies_of_lost(&child);
    let pieces = child.own().count_both(child.enemies());
    if position.converts(mv) {
        let too_late = after.is_some_and(|plies| plies > QUIET_TURNS);
        (too_late, Some(1), pieces, after)
    } else {
        let plies = after.map(|plies| plies + 1);
        let too_late = plies.zip(turns_left).is_some_and(|(plies, left)| plies > left);
        (too_late, plies, pieces, None)
    }
}

/// How long a losing move lasts, and how few of the replies to it win; more is better.
fn resistance(position: &Position, mv: Move, gauge: &mut Gauge) -> (Option<u32>, Reverse<usize>) {
    let child = position.play(mv);
    let lasts = if position.converts(mv) { Some(0) } else { gauge.plies_of_won(&child) };
    let winning = replies(&child).filter(|after| result(after) == Some(Outcome::Loss)).count();
    (lasts, Reverse(winning))
}

/// How easy it is to go wrong for the opponent, who is to move in a drawn position: a position not
/// seen before, the share of the replies that lose, in thousandths, and how well we stand there.
fn temptation(child: &Position, seen: &impl Fn(Key) -> bool) -> (bool, usize, i32) {
    let replies: Vec<_> = replies(child).collect();
    let losing = replies.iter().filter(|after| result(after) == Some(Outcome::Win)).count();
    let share = losing * 1_000 / replies.len().max(1);
    (!seen(child.key()), share, -evaluate(child).units())
}

/// The positions after each legal move.
fn replies(position: &Position) -> impl Iterator<Item = Position> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().map(|mv| position.play(mv))
}
