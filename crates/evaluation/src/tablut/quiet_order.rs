//! The order of quiet moves before any search.
//!
//! Only moves about the king's clear lines to an edge have an order. Piece-square tables were tried
//! as well; the history tables of the search ordered the other moves better.

use games::Game;
use games::board::{Direction, Side, slide};
use games::tablut::board::Board;
use games::tablut::moves::Move;
use games::tablut::position::Position;
use games::tablut::rules::ESCAPES;
use games::tablut::squares::{Square, SquareSet, neighbors};

/// A king's move to a square with two clear lines: wins unless he is captured there.
const TWO_LINES: i32 = 4_000;
/// A king's move to a square with one clear line: a threat.
const ONE_LINE: i32 = 800;
/// A Muscovite's move into a clear line of the king.
const BLOCK: i32 = 3_000;
/// A Muscovite's move to the king's side.
const NEAR: i32 = 200;

/// The order of a legal quiet move, within [`search::QUIET_ORDER_LIMIT`] on either side of 0.
#[inline]
pub fn quiet_order(position: &Position, mv: Move) -> i32 {
    let board = position.board();
    let Some(king) = board.king() else { return 0 };
    match position.side_to_move() {
        Side::White if mv.from() == king => kings_order(board, mv.to()),
        Side::White => 0,
        Side::Black => blockers_order(board, king, mv.to()),
    }
}

#[inline]
fn kings_order(board: &Board, to: Square) -> i32 {
    match clear_lines(to, board.muscovites() | board.swedes()).count() {
        0 => 0,
        1 => ONE_LINE,
        _ => TWO_LINES,
    }
}

#[inline]
fn blockers_order(board: &Board, king: Square, to: Square) -> i32 {
    let near = if neighbors(king).has(to) { NEAR } else { 0 };
    // Most squares are not in line with the king: that is seen sooner than his lines.
    let in_line = king.file() == to.file() || king.rank() == to.rank();
    let blocks = in_line && clear_lines(king, board.occupied()).any(|line| line.has(to));
    near + if blocks { BLOCK } else { 0 }
}

/// The lines on which a king on `from` could go to an edge.
#[inline]
fn clear_lines(from: Square, occupied: SquareSet) -> impl Iterator<Item = SquareSet> {
    let lines = Direction::ORTHOGONAL.into_iter().map(move |way| slide(from, way, occupied));
    lines.filter(|line| line.meets(ESCAPES))
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::tablut::sketch::sketch;
    use games::{Notation, Walker};
    use search::QUIET_ORDER_LIMIT;

    fn order_of(pieces: &str, side: Side, mv: &str) -> i32 {
        let position = sketch(pieces, side);
        quiet_order(&position, position.read_move(mv).expect("a legal move"))
    }

    #[test]
    fn blocks_and_forks_come_before_other_moves() {
        let threatened = "Kc5 Bc8 Bc2 Wb5 Bf1 Bh2";
        assert_eq!(order_of(threatened, Side::Black, "f1-5"), BLOCK);
        assert_eq!(order_of(threatened, Side::Black, "h2-3"), 0);
        assert_eq!(order_of("Kc5 Bc8 Bc2 Wb5 Bh5", Side::White, "c5-4"), TWO_LINES);
        assert_eq!(order_of("Kc5 Bc8 Bc2 Wb5 Bh5 Ba4", Side::White, "c5-4"), ONE_LINE);
    }

    #[test]
    fn every_order_is_within_its_limit() {
        for position in (0..20).flat_map(|seed| Walker::new(seed).game(Position::start(), 100)) {
            let moves = position.move_list();
            assert!(moves.iter().all(|&mv| quiet_order(&position, mv).abs() <= QUIET_ORDER_LIMIT));
        }
    }
}
