//! Playing an ending whose result is known: by looking one move ahead, without a search.
//!
//! The winner goes for the nearest capture or crowning that keeps the win: conversions are steps
//! that the draw by quiet turns cannot take back, while the result alone would let him go round in
//! circles. The loser puts it off. In a drawn ending every move that keeps the draw is as good as
//! another against an opponent who knows it too; so the one is played that most replies lose to.

use crate::board::Key;
use crate::game::{Game, Outcome, Repetition};
use crate::games::checkers::endgame::probe::{Gauge, PIECES_WITH_DISTANCES, result};
use crate::games::checkers::evaluate::evaluate;
use crate::games::checkers::moves::Move;
use crate::games::checkers::position::Position;
use crate::games::checkers::rules::REPETITION;
use std::cmp::Reverse;

/// What the draw rules have counted so far.
pub struct Counts<F> {
    /// How many quiet turns the game has left, none if there is no end to them.
    pub turns_left: Option<u32>,
    /// How often the position of a key has occurred.
    pub occurred: F,
}

/// The best move of a position whose result the tables know.
pub fn best_move(position: &Position, counts: &Counts<impl Fn(Key) -> usize>) -> Option<Move> {
    if position.own().count_both(position.enemies()) > PIECES_WITH_DISTANCES {
        return None;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let values: Option<Vec<_>> =
        moves.into_iter().map(|mv| Some((mv, value(position, mv, counts)?))).collect();
    let values = values?;
    let best = [Outcome::Win, Outcome::Draw, Outcome::Loss]
        .into_iter()
        .find(|best| values.iter().any(|(_, value)| value == best))?;
    let mut gauge = Gauge::default();
    let moves = values.into_iter().filter(|&(_, value)| value == best).map(|(mv, _)| mv);
    match best {
        Outcome::Win => {
            moves.min_by_key(|&mv| progress(position, mv, counts.turns_left, &mut gauge))
        }
        Outcome::Loss => moves.min_by_key(|&mv| Reverse(resistance(position, mv, &mut gauge))),
        Outcome::Draw => moves.min_by_key(|&mv| {
            let child = position.play(mv);
            ((counts.occurred)(child.key()), Reverse(temptation(&child)))
        }),
    }
}

/// What a move is worth to the side that plays it, the draw rules included.
fn value(position: &Position, mv: Move, counts: &Counts<impl Fn(Key) -> usize>) -> Option<Outcome> {
    let child = position.play(mv);
    let Repetition::Draws { occurrences } = REPETITION else { return None };
    let again = (counts.occurred)(child.key()) + 1 >= occurrences;
    let last_turn = counts.turns_left == Some(1) && !position.converts(mv);
    if again || (last_turn && child.can_move()) {
        return Some(Outcome::Draw);
    }
    result(&child).map(Outcome::for_opponent)
}

/// How far a winning move leaves us from the next conversion; less is better. What may take longer
/// than the quiet turns allow, or nobody knows how long, comes last; of two conversions the one into
/// the smaller ending, or the one with the nearer end, comes first.
///
/// Distances are rounded up to rounds of two plies: of two ways of which one is just in time and one
/// a ply too late, the wrong one may be taken. That needs a win without a single turn to spare.
fn progress(
    position: &Position,
    mv: Move,
    turns_left: Option<u32>,
    gauge: &mut Gauge,
) -> (bool, u32, u32, Option<u32>) {
    let child = position.play(mv);
    let after = gauge.plies_of_lost(&child);
    let pieces = child.own().count_both(child.enemies());
    if position.converts(mv) {
        return (false, 1, pieces, after);
    }
    let plies = after.map_or(u32::MAX, |plies| plies + 1);
    let too_late = turns_left.is_some_and(|left| plies > left);
    (too_late, plies, pieces, None)
}

/// How long a losing move lasts, and how few of the replies to it win; more is better.
fn resistance(position: &Position, mv: Move, gauge: &mut Gauge) -> (Option<u32>, Reverse<usize>) {
    let child = position.play(mv);
    let lasts = if position.converts(mv) { Some(0) } else { gauge.plies_of_won(&child) };
    let winning = replies(&child).filter(|after| result(after) == Some(Outcome::Loss)).count();
    (lasts, Reverse(winning))
}

/// How easy it is to go wrong for the opponent, who is to move in a drawn position: the share of the
/// replies that lose, in thousandths, and how well we stand there.
fn temptation(child: &Position) -> (usize, i32) {
    let replies: Vec<_> = replies(child).collect();
    let losing = replies.iter().filter(|after| result(after) == Some(Outcome::Win)).count();
    (losing * 1_000 / replies.len().max(1), -evaluate(child).units())
}

/// The positions after each legal move.
fn replies(position: &Position) -> impl Iterator<Item = Position> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().map(|mv| position.play(mv))
}
