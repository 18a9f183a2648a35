//! What a move captures.
//!
//! A piece is captured when an enemy piece comes to stand next to it and the square on its other
//! side is *hostile* to it. The king in the castle (the throne and the four squares next to it) is
//! captured only when all four squares around him are hostile. Everything is judged on the board
//! after the move, before anything is taken off: one move captures up to three pieces.
//!
//! A piece that moves between two enemies is not captured, nor is anything that a later move
//! encloses from afar: only neighbours of the square where the moved piece has come to stand.

use crate::board::{Direction, Side};
use crate::games::tablut::board::{Board, CASTLE};
use crate::games::tablut::rules::{MUSCOVITES_THAT_TURN_THE_THRONE, THRONE};
use crate::games::tablut::squares::{Square, Squares, neighbours};

/// The pieces that `mover` captures by having moved a piece to `to`; `after` is the board with the
/// piece there and nothing removed.
#[inline]
pub fn captured(after: &Board, to: Square, mover: Side) -> Squares {
    let prey = neighbours(to) & after.pieces(!mover);
    if prey.is_empty() {
        return Squares::EMPTY;
    }
    let hostile = hostile_to(after, !mover);
    let safe = if king_is_in_castle(after) { after.king } else { Squares::EMPTY };
    let at = Squares::of(to);
    let mut captured = Squares::EMPTY;
    for way in Direction::ORTHOGONAL {
        captured |= at.shifted(way) & (prey - safe) & hostile.shifted(way.opposite());
    }
    if prey.meets(safe) && ways_out_of_castle(after).is_empty() {
        captured |= after.king;
    }
    captured
}

/// The squares on which a piece of `mover` that came there would capture something, all of them
/// empty. Whether one can come there is another question; the throne may be among them.
#[inline]
pub fn capturing_squares(board: &Board, mover: Side) -> Squares {
    let hostile = hostile_to(board, !mover);
    let guarded = king_is_in_castle(board);
    let prey = match mover {
        Side::Black if guarded => board.swedes,
        _ => board.pieces(!mover),
    };
    let mut squares = Squares::EMPTY;
    for way in Direction::ORTHOGONAL {
        squares |= (prey & hostile.shifted(way)).shifted(way);
    }
    if mover == Side::Black && guarded {
        squares |= last_way_out_of_castle(board);
    }
    squares - board.occupied()
}

/// The squares on which a Muscovite that came there would capture the king.
#[inline]
pub fn king_capturing_squares(board: &Board) -> Squares {
    if king_is_in_castle(board) {
        return last_way_out_of_castle(board) - board.occupied();
    }
    let mut squares = Squares::EMPTY;
    for way in Direction::ORTHOGONAL {
        squares |= (board.king & board.muscovites.shifted(way)).shifted(way);
    }
    squares - board.occupied()
}

/// The squares that are hostile to the pieces of `side`.
#[inline]
fn hostile_to(board: &Board, side: Side) -> Squares {
    match side {
        Side::Black => board.swedes | board.king | board.empty_throne(),
        Side::White if throne_is_turned(board) => board.muscovites.with(THRONE),
        Side::White => board.muscovites | board.empty_throne(),
    }
}

/// Is the throne with the king on it hostile to his own side?
#[inline]
fn throne_is_turned(board: &Board) -> bool {
    let around = neighbours(THRONE) & board.muscovites;
    board.king.has(THRONE) && around.count() >= MUSCOVITES_THAT_TURN_THE_THRONE
}

#[inline]
fn king_is_in_castle(board: &Board) -> bool {
    board.king.meets(CASTLE)
}

/// The squares around the king in the castle that are not hostile to him.
#[inline]
fn ways_out_of_castle(board: &Board) -> Squares {
    let around = board.king().map_or(Squares::EMPTY, neighbours);
    around - board.muscovites - board.empty_throne()
}

/// The same, if there is only one left.
#[inline]
fn last_way_out_of_castle(board: &Board) -> Squares {
    let ways = ways_out_of_castle(board);
    if ways.count() == 1 { ways } else { Squares::EMPTY }
}
