//! Legal moves, read from the lines.
//!
//! A piece moves along one of its lines exactly as far as pieces of both sides stand on that line,
//! over its own pieces but not over the enemy's, and not onto its own; it captures where an enemy
//! stands on the target. A side that has no move passes.

use crate::games::loa::moves::Move;
use crate::games::loa::ordering::gain;
use crate::games::loa::position::Position;

/// Appends all legal moves.
#[inline]
pub fn legal_moves(position: &Position, moves: &mut Vec<Move>) {
    let start = moves.len();
    let side = position.side_to_move();
    position.lines().each_move(side, |from, to| moves.push(Move::Carry { from, to }));
    if moves.len() == start {
        moves.push(Move::PASS);
    }
}

/// How many legal moves there are, at least one.
#[inline]
pub fn count_moves(position: &Position) -> u64 {
    u64::from(position.lines().tally().moves(position.side_to_move()).max(1))
}

/// Appends the noisy.
pub fn noisy_moves(position: &Position, moves: &mut Vec<Move>) {
    position.lines().each_move(position.side_to_move(), |from, to| {
        let mv = Move::Carry { from, to };
        if gain(position, mv) > 0 {
            moves.push(mv);
        }
    });
}
