//! Legal moves: every piece goes like a rook; only the king may stop on the throne, which all may
//! pass while it is empty.

use crate::board::{Direction, Side, ray, rook_reach};
use crate::games::tablut::board::Board;
use crate::games::tablut::captures::capturing_squares;
use crate::games::tablut::moves::Move;
use crate::games::tablut::position::Position;
use crate::games::tablut::rules::{ESCAPES, THRONE};
use crate::games::tablut::squares::{Square, Squares};

/// Appends all legal moves.
#[inline]
pub fn legal_moves(position: &Position, moves: &mut Vec<Move>) {
    each_reach(position, |from, reach| {
        moves.extend(reach.into_iter().map(|to| Move::new(from, to)))
    });
}

/// How many legal moves there are, without listing them.
#[inline]
pub fn count_moves(position: &Position) -> u64 {
    let mut count = 0;
    each_reach(position, |_, reach| count += u64::from(reach.count()));
    count
}

/// Appends the moves that decide or capture: the king's to an edge, and all that capture.
#[inline]
pub fn noisy_moves(position: &Position, moves: &mut Vec<Move>) {
    let (board, side) = (position.board(), position.side_to_move());
    let capturing = capturing_squares(board, side);
    let mut king = Squares::EMPTY;
    if let (Side::White, Some(from)) = (side, board.king()) {
        king = board.king;
        let reach = rook_reach(from, board.occupied()) & (ESCAPES | capturing);
        moves.extend(reach.into_iter().map(|to| Move::new(from, to)));
    }
    let men = board.pieces(side) - king;
    for to in capturing.without(THRONE) {
        moves.extend(slide_from(men, to, board).into_iter().map(|from| Move::new(from, to)));
    }
}

/// Those of `men` that can go to the empty square `to` in one move, the throne aside.
#[inline]
pub fn slide_from(men: Squares, to: Square, board: &Board) -> Squares {
    let occupied = board.occupied();
    let mut found = Squares::EMPTY;
    for way in Direction::ORTHOGONAL {
        let met = ray(to, way) & occupied;
        let first = if way.is_upward() { met.first() } else { met.last() };
        found |= first.map_or(Squares::EMPTY, Squares::of) & men;
    }
    found
}

/// Hands over each piece of the side to move with the squares it can go to.
#[inline]
fn each_reach(position: &Position, mut found: impl FnMut(Square, Squares)) {
    let (board, side) = (position.board(), position.side_to_move());
    let occupied = board.occupied();
    let men = match side {
        Side::Black => board.muscovites(),
        Side::White => board.swedes(),
    };
    if let (Side::White, Some(king)) = (side, board.king()) {
        found(king, rook_reach(king, occupied));
    }
    for man in men {
        found(man, rook_reach(man, occupied).without(THRONE));
    }
}
