//! How good a quiet move looks at first sight, for the order in which a search tries them.

use crate::board::{Direction, Side, slide};
use crate::games::tablut::board::Board;
use crate::games::tablut::moves::Move;
use crate::games::tablut::position::Position;
use crate::games::tablut::rules::ESCAPES;
use crate::games::tablut::squares::{Square, Squares, neighbours};

/// The promise of a legal quiet move: blocking the king's clear line, or giving him one, comes
/// first.
#[inline]
pub fn promise(position: &Position, mv: Move) -> i32 {
    let board = position.board();
    let Some(king) = board.king() else { return 0 };
    match position.side_to_move() {
        Side::White if mv.from() == king => kings_promise(board, mv),
        Side::White => 0,
        Side::Black => blockers_promise(board, king, mv.to()),
    }
}

const LINE: i32 = 800;
const TWO_LINES: i32 = 4_000;
const BLOCK: i32 = 3_000;
const NEAR: i32 = 200;

fn kings_promise(board: &Board, mv: Move) -> i32 {
    let others = board.muscovites() | board.swedes();
    match open_ways(mv.to(), others).count() {
        0 => 0,
        1 => LINE,
        _ => TWO_LINES,
    }
}

fn blockers_promise(board: &Board, king: Square, to: Square) -> i32 {
    let near = if neighbours(king).has(to) { NEAR } else { 0 };
    let blocks = open_ways(king, board.occupied()).any(|line| line.has(to));
    near + if blocks { BLOCK } else { 0 }
}

/// The clear lines from a square to an edge.
#[inline]
fn open_ways(from: Square, occupied: Squares) -> impl Iterator<Item = Squares> {
    let lines = Direction::ORTHOGONAL.into_iter().map(move |way| slide(from, way, occupied));
    lines.filter(|line| line.meets(ESCAPES))
}
