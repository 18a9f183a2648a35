//! The order of quiet moves before any search: the nearer it brings its piece to the own center
//! of mass, the better.

use games::loa::noisy::approach;
use games::loa::{Move, Position};
use search::QUIET_ORDER_LIMIT;

/// Added to the order of a move for each unit of `approach`.
const STEP: i32 = 30;

/// The order of a legal move, within [`QUIET_ORDER_LIMIT`] on either side of 0; higher is earlier.
#[inline]
pub fn quiet_order(position: &Position, mv: Move) -> i32 {
    let Move::Piece { from, to } = mv else { return 0 };
    (STEP * approach(position, from, to)).clamp(-QUIET_ORDER_LIMIT, QUIET_ORDER_LIMIT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::board::Side;
    use games::loa::Square;
    use games::loa::movegen::legal_moves;

    #[test]
    fn the_order_keeps_within_its_limit_on_any_board() {
        let corner = Position::EMPTY.with_piece(Square::from_index(63), Some(Side::Black));
        let crowd = (0..40).map(Square::from_index);
        let full = crowd.fold(corner, |board, square| board.with_piece(square, Some(Side::Black)));
        let mut moves = Vec::new();
        legal_moves(&full, &mut moves);
        assert!(moves.iter().any(|&mv| quiet_order(&full, mv) != 0));
        for mv in moves {
            assert!(quiet_order(&full, mv).abs() <= QUIET_ORDER_LIMIT);
        }
        assert_eq!(quiet_order(&full, Move::PASS), 0);
    }
}
