//! Legal moves: every piece moves like a rook; only the king may stop on the throne, which all may
//! pass while it is empty.

use crate::board::{Direction, Side, ray, rook_reach};
use crate::game::Game;
use crate::tablut::board::Board;
use crate::tablut::captures::capturing_squares;
use crate::tablut::moves::Move;
use crate::tablut::position::Position;
use crate::tablut::rules::{ESCAPES, THRONE};
use crate::tablut::squares::{Square, SquareSet};

/// Appends all legal moves.
#[inline]
pub fn legal_moves(position: &Position, moves: &mut Vec<Move>) {
    each_reach(position, |from, reach| {
        moves.extend(reach.into_iter().map(|to| Move::new(from, to)))
    });
}

/// Number of legal moves, without listing them.
#[inline]
pub fn count_moves(position: &Position) -> u64 {
    let mut count = 0;
    each_reach(position, |_, reach| count += u64::from(reach.count()));
    count
}

/// Appends the king's moves to an edge, which win, and all captures.
#[inline]
pub fn noisy_moves(position: &Position, moves: &mut Vec<Move>) {
    let (board, side) = (position.board(), position.side_to_move());
    let capturing = capturing_squares(board, side);
    let mut king = SquareSet::EMPTY;
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

/// The capture value of a legal move, in Muscovites: a Swede is worth two, and the king, captured
/// or escaped, more than all else that one move can capture.
#[inline]
pub fn capture_value(position: &Position, mv: Move) -> i32 {
    let board = position.board();
    if board.king() == Some(mv.from()) && ESCAPES.has(mv.to()) {
        return KING_VALUE;
    }
    let captured = position.captured_by(mv);
    let each = match position.side_to_move() {
        Side::Black => 2,
        Side::White => 1,
    };
    let king = if captured.meets(board.king) { KING_VALUE } else { 0 };
    king + each * captured.count() as i32
}

const KING_VALUE: i32 = 100;

/// The pieces of `men` that can move to the empty square `to`, which is not the throne.
#[inline]
pub fn slide_from(men: SquareSet, to: Square, board: &Board) -> SquareSet {
    let occupied = board.occupied();
    let mut found = SquareSet::EMPTY;
    for way in Direction::ORTHOGONAL {
        let met = ray(to, way) & occupied;
        let first = if way.is_upward() { met.first() } else { met.last() };
        found |= first.map_or(SquareSet::EMPTY, SquareSet::of) & men;
    }
    found
}

/// Calls `found` with each piece of the side to move and the squares it can move to.
#[inline]
fn each_reach(position: &Position, mut found: impl FnMut(Square, SquareSet)) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{MoveHints, Walker};
    use crate::tablut::board::Piece;
    use crate::tablut::sketch::{sketch, square, squares};

    fn targets(position: &Position, from: &str) -> SquareSet {
        let mut moves = Vec::new();
        legal_moves(position, &mut moves);
        let of_piece = moves.into_iter().filter(|mv| mv.from() == square(from));
        of_piece.map(Move::to).collect()
    }

    #[test]
    fn pieces_move_like_rooks_and_stop_before_others() {
        let position = sketch("Kc3 Wc6 Bf3 Bc1", Side::White);
        assert_eq!(targets(&position, "c3"), squares("a3 b3 d3 e3 c4 c5 c2 e3"));
        assert_eq!(targets(&position, "c6"), squares("a6 b6 d6 e6 f6 g6 h6 i6 c7 c8 c9 c5 c4"));
    }

    #[test]
    fn all_pass_the_empty_throne_and_only_the_king_stops_on_it() {
        let position = sketch("Ke8 Wc5 Be2", Side::White);
        let found = targets(&position, "c5");
        assert_eq!(found, squares("a5 b5 d5 f5 g5 h5 i5 c1 c2 c3 c4 c6 c7 c8 c9"));
        assert!(targets(&position, "e8").has(THRONE) && targets(&position, "e8").has(square("e3")));
        let black = position.with_side_to_move(Side::Black);
        assert!(!targets(&black, "e2").has(THRONE) && targets(&black, "e2").has(square("e7")));
    }

    #[test]
    fn no_piece_passes_the_king_on_his_throne() {
        let position = sketch("Ke5 Wc5 Be2", Side::White);
        assert_eq!(targets(&position, "c5") & squares("f5 g5 h5 i5"), squares(""));
    }

    #[test]
    fn moves_are_those_found_step_by_step() {
        for seed in 0..20 {
            for position in Walker::new(seed).game(Position::start(), 200) {
                let mut moves = Vec::new();
                legal_moves(&position, &mut moves);
                assert_eq!(moves.len() as u64, count_moves(&position));
                let mut walked = walked(&position);
                moves.sort_by_key(by_squares);
                walked.sort_by_key(by_squares);
                assert_eq!(moves, walked, "{position:?}");
            }
        }
    }

    fn by_squares(mv: &Move) -> (Square, Square) {
        (mv.from(), mv.to())
    }

    fn walked(position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        let board = position.board();
        for from in board.pieces(position.side_to_move()) {
            for way in Direction::ORTHOGONAL {
                let mut at = from;
                while let Some(next) = at.step(way).filter(|&next| board.at(next).is_none()) {
                    if next != THRONE || board.at(from) == Some(Piece::King) {
                        moves.push(Move::new(from, next));
                    }
                    at = next;
                }
            }
        }
        moves
    }

    #[test]
    fn different_moves_have_different_indices() {
        for position in Walker::new(3).game(Position::start(), 200) {
            let mut moves = Vec::new();
            legal_moves(&position, &mut moves);
            let mut indices: Vec<_> = moves.into_iter().map(Position::history_index).collect();
            let listed = indices.len();
            indices.sort_unstable();
            indices.dedup();
            assert_eq!(indices.len(), listed);
            assert!(indices.iter().all(|&index| index < Position::HISTORY_SIZE));
        }
    }

    #[test]
    fn noisy_moves_are_the_legal_moves_with_a_capture_value() {
        for seed in 0..40 {
            for position in Walker::new(seed).game(Position::start(), 300) {
                let mut moves = Vec::new();
                legal_moves(&position, &mut moves);
                moves.retain(|&mv| position.capture_value(mv) > 0);
                let mut noisy = Vec::new();
                noisy_moves(&position, &mut noisy);
                assert!(noisy.iter().all(|mv| moves.contains(mv)), "{position:?}");
                assert_eq!(noisy.len(), moves.len(), "{position:?}");
            }
        }
    }
}
