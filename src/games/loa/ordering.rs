//! Order of moves: what a move wins at once, and how good a quiet one looks.
use crate::game::MOST_PROMISING;
use crate::games::loa::connectivity::is_contiguous;
use crate::games::loa::moves::Move;
use crate::games::loa::position::Position;
use crate::games::loa::squares::Square;

/// gain
#[inline]
pub fn gain(position: &Position, mv: Move) -> i32 {
    let Move::Carry { from, to } = mv else { return 0 };
    let side = position.side_to_move();
    if is_contiguous(position.pieces(side).without(from).with(to)) {
        return 10_000;
    }
    if !position.pieces(!side).has(to) {
        return 0;
    }
    (approach(position, from, to) + 1).max(0)
}

/// promise
#[inline]
pub fn promise(position: &Position, mv: Move) -> i32 {
    let Move::Carry { from, to } = mv else { return 0 };
    (approach(position, from, to) * PROMISE).clamp(-MOST_PROMISING, MOST_PROMISING)
}
const PROMISE: i32 = 30;

/// How much nearer
#[inline]
fn approach(position: &Position, from: Square, to: Square) -> i32 {
    let mass = position.mass(position.side_to_move());
    mass.distance(from) - mass.distance(to)
}
