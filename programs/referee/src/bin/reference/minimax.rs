//! Plain minimax (negamax form): no pruning, no transposition table, no move ordering.

use games::Game;
use games::board::Side;
use games::checkers::{Bitboard, Move, PieceKind, Position, Square};

/// Value of a man on its own first row; each row of advance adds one.
const MAN: i32 = 10;
const KING: i32 = 50;
/// Value of a win; above every sum of pieces.
const WIN: i32 = 10_000;

pub fn legal_moves(position: &Position) -> Vec<Move> {
    position.move_list()
}

/// All moves with the best value at `depth` plies, at least 1.
pub fn best_moves(position: &Position, depth: u32) -> Vec<Move> {
    let moves = legal_moves(position);
    let values: Vec<i32> = moves.iter().map(|&mv| -value(&position.play(mv), depth - 1)).collect();
    let best = values.iter().copied().max();
    moves
        .into_iter()
        .zip(values)
        .filter(|&(_, value)| Some(value) == best)
        .map(|(mv, _)| mv)
        .collect()
}

/// The value for the side to move. At depth 0 jumps are still followed. A win nearer to the root is
/// worth more.
fn value(position: &Position, depth: u32) -> i32 {
    let moves = legal_moves(position);
    let Some(first) = moves.first() else { return -WIN - depth as i32 };
    if depth == 0 && !first.is_jump() {
        return material(position, position.side_to_move())
            - material(position, !position.side_to_move());
    }
    let below = depth.saturating_sub(1);
    let values = moves.iter().map(|&mv| -value(&position.play(mv), below));
    values.max().unwrap_or(-WIN)
}

fn material(position: &Position, side: Side) -> i32 {
    let pieces: Bitboard = position.pieces(side);
    pieces
        .map(|square| match position.at(square) {
            Some((_, PieceKind::King)) => KING,
            _ => MAN + advance(side, square),
        })
        .sum()
}

const fn advance(side: Side, square: Square) -> i32 {
    match side {
        Side::White => square.rank(),
        Side::Black => 7 - square.rank(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(rows: &str, side: Side) -> Position {
        Position::from_rows(rows.split('/'), side).expect("a board")
    }

    #[test]
    fn jumps_are_followed_beyond_the_depth() {
        // c3-d4 and c3-b4 look alike at one ply; d4 is captured by e5.
        let position = board(
            "......../......../......../....b.../......../..w...../......../........",
            Side::White,
        );
        let best = best_moves(&position, 1);
        assert_eq!(best.len(), 1);
        assert_eq!(best[0].to().to_string(), "b4");
    }

    #[test]
    fn equal_moves_are_all_kept() {
        assert!(best_moves(&Position::start(), 1).len() > 3);
    }

    #[test]
    fn a_win_at_once_is_preferred() {
        let position = board(
            "......../......../......../......../......../......b./.....w../w.......",
            Side::White,
        );
        let best = best_moves(&position, 3);
        assert!(best.iter().all(|&mv| position.play(mv).count_moves() == 0), "{best:?}");
    }
}
