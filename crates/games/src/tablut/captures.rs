//! Captures.
//!
//! A piece is captured when an enemy piece moves next to it and the square on its other side is
//! *hostile* to it. The king in the castle (the throne and the four squares next to it) is captured
//! only when all four squares around him are hostile. What counts is the board after the move,
//! before anything is removed: one move captures up to three pieces.
//!
//! Only neighbors of the square to which a piece has moved are captured. A piece that moves between
//! two enemies is safe.

use crate::board::{Direction, Side};
use crate::tablut::board::{Board, CASTLE};
use crate::tablut::rules::{MUSCOVITES_THAT_TURN_THE_THRONE, THRONE};
use crate::tablut::squares::{Square, SquareSet, neighbors};

/// The pieces that `mover` captures by having moved a piece to `to`; `after` is the board with the
/// piece there and nothing removed.
#[inline]
pub fn captured(after: &Board, to: Square, mover: Side) -> SquareSet {
    let prey = neighbors(to) & after.pieces(!mover);
    if prey.is_empty() {
        return SquareSet::EMPTY;
    }
    let hostile = hostile_to(after, !mover);
    let safe = if king_is_in_castle(after) { after.king } else { SquareSet::EMPTY };
    let at = SquareSet::of(to);
    let mut captured = SquareSet::EMPTY;
    for way in Direction::ORTHOGONAL {
        captured |= at.shifted(way) & (prey - safe) & hostile.shifted(way.opposite());
    }
    if prey.meets(safe) && ways_out_of_castle(after).is_empty() {
        captured |= after.king;
    }
    captured
}

/// The empty squares to which a move of `mover` would capture something; there need not be such a
/// move. The throne may be among them.
#[inline]
pub fn capturing_squares(board: &Board, mover: Side) -> SquareSet {
    let hostile = hostile_to(board, !mover);
    let guarded = king_is_in_castle(board);
    let prey = match mover {
        Side::Black if guarded => board.swedes,
        _ => board.pieces(!mover),
    };
    let mut squares = SquareSet::EMPTY;
    for way in Direction::ORTHOGONAL {
        squares |= (prey & hostile.shifted(way)).shifted(way);
    }
    if mover == Side::Black && guarded {
        squares |= last_way_out_of_castle(board);
    }
    squares - board.occupied()
}

/// The empty squares to which a Muscovite's move would capture the king.
#[inline]
pub fn king_capturing_squares(board: &Board) -> SquareSet {
    if king_is_in_castle(board) {
        return last_way_out_of_castle(board) - board.occupied();
    }
    let mut squares = SquareSet::EMPTY;
    for way in Direction::ORTHOGONAL {
        squares |= (board.king & board.muscovites.shifted(way)).shifted(way);
    }
    squares - board.occupied()
}

/// The squares that are hostile to the pieces of `side`.
#[inline]
fn hostile_to(board: &Board, side: Side) -> SquareSet {
    match side {
        Side::Black => board.swedes | board.king | board.empty_throne(),
        Side::White if throne_is_turned(board) => board.muscovites.with(THRONE),
        Side::White => board.muscovites | board.empty_throne(),
    }
}

/// Is the throne with the king on it hostile to White?
#[inline]
fn throne_is_turned(board: &Board) -> bool {
    let around = neighbors(THRONE) & board.muscovites;
    board.king.has(THRONE) && around.count() >= MUSCOVITES_THAT_TURN_THE_THRONE
}

#[inline]
fn king_is_in_castle(board: &Board) -> bool {
    board.king.meets(CASTLE)
}

/// The squares around the king in the castle that are not hostile to him.
#[inline]
pub fn ways_out_of_castle(board: &Board) -> SquareSet {
    let around = board.king().map_or(SquareSet::EMPTY, neighbors);
    around - board.muscovites - board.empty_throne()
}

/// The same if there is just one, else empty.
#[inline]
fn last_way_out_of_castle(board: &Board) -> SquareSet {
    let ways = ways_out_of_castle(board);
    if ways.count() == 1 { ways } else { SquareSet::EMPTY }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation, Walker};
    use crate::tablut::board::Piece;
    use crate::tablut::position::Position;
    use crate::tablut::sketch::{sketch, squares};
    use proptest::prelude::{any, proptest};

    /// The captures of `mv`, played by `side`; the board after it must show them.
    fn takes(pieces: &str, side: Side, mv: &str) -> SquareSet {
        let position = sketch(pieces, side);
        let mv = position.read_move(mv).expect("a legal move");
        let taken = position.captured_by(mv);
        let gone = position.board().pieces(!side) - position.play(mv).board().pieces(!side);
        assert_eq!(gone, taken);
        taken
    }

    #[test]
    fn a_piece_is_captured_between_two_enemies_in_a_row_or_column() {
        assert_eq!(takes("Kd7 Wc3 Bb3 Bd1", Side::Black, "d1-3"), squares("c3"));
        assert_eq!(takes("Kg7 Bc3 Wc2 Wa4", Side::White, "a4-c"), squares("c3"));
        assert_eq!(takes("Kd7 Wc3 Bb2 Bd1", Side::Black, "d1-3"), squares(""), "a corner");
        let found = takes("Kd7 Wa3 Bb1", Side::Black, "b1-3");
        assert_eq!(found, squares(""), "an edge is not an enemy");
    }

    #[test]
    fn a_piece_that_moves_between_two_enemies_is_safe() {
        assert_eq!(takes("Kd7 Wc1 Bb3 Bd3", Side::White, "c1-3"), squares(""));
        let after = sketch("Kd7 Wc3 Bb3 Bd3 Bi9", Side::Black);
        let mv = after.read_move("i9-8").expect("legal");
        assert!(after.captured_by(mv).is_empty(), "nor is it captured by a move elsewhere");
    }

    #[test]
    fn one_move_captures_up_to_three_pieces() {
        let pieces = "Kg7 Wd3 Bc3 We4 Be5 Wf3 Bg3 Be1";
        assert_eq!(takes(pieces, Side::Black, "e1-3"), squares("d3 e4 f3"));
    }

    #[test]
    fn the_king_captures_like_the_others() {
        assert_eq!(takes("Kd1 Bc3 Wb3", Side::White, "d1-3"), squares("c3"), "by moving");
        assert_eq!(takes("Kd3 Bc3 Wb1", Side::White, "b1-3"), squares("c3"), "by standing");
    }

    #[test]
    fn the_empty_throne_is_hostile_to_both_sides() {
        assert_eq!(takes("Kg7 We4 Ba3", Side::Black, "a3-e"), squares("e4"));
        assert_eq!(takes("Kg7 Be4 Wa3", Side::White, "a3-e"), squares("e4"));
    }

    #[test]
    fn the_king_on_the_throne_is_an_enemy_of_black() {
        assert_eq!(takes("Ke5 Be4 Wa3", Side::White, "a3-e"), squares("e4"));
    }

    #[test]
    fn the_kings_throne_is_hostile_to_white_when_three_neighbors_are_black() {
        assert_eq!(takes("Ke5 We4 Bd5 Bf5 Be6 Ba3", Side::Black, "a3-e"), squares("e4"));
        assert_eq!(takes("Ke5 We4 Bd5 Bf5 Ba3", Side::Black, "a3-e"), squares(""));
        assert_eq!(takes("Ke5 We4 Bd5 Bf5 We6 Ba3", Side::Black, "a3-e"), squares(""));
    }

    #[test]
    fn the_king_on_the_throne_is_captured_by_four() {
        assert_eq!(takes("Ke5 Bd5 Bf5 Be6 Ba4", Side::Black, "a4-e"), squares("e5"));
        assert_eq!(takes("Ke5 Bd5 Bf5 We6 Ba4", Side::Black, "a4-e"), squares(""));
        assert_eq!(takes("Ke5 Bd5 Be6 Ba4", Side::Black, "a4-e"), squares(""));
    }

    #[test]
    fn the_king_next_to_the_throne_is_captured_by_three_and_the_throne() {
        assert_eq!(takes("Ke4 Bd4 Bf4 Ba3", Side::Black, "a3-e"), squares("e4"));
        assert_eq!(takes("Ke4 Bd4 Ba3", Side::Black, "a3-e"), squares(""));
        assert_eq!(takes("Ke4 Bd4 Bf1", Side::Black, "f1-4"), squares(""), "two are not enough");
        assert_eq!(takes("Ke4 Bd4 Wf4 Ba3", Side::Black, "a3-e"), squares(""));
    }

    #[test]
    fn the_king_elsewhere_is_captured_by_two() {
        assert_eq!(takes("Kd4 Bc4 Be1", Side::Black, "e1-4"), squares("d4"));
        assert_eq!(takes("Kd4 Bc4 Bd1", Side::Black, "d1-3"), squares(""), "not opposite");
        assert_eq!(takes("Ke3 Bd3 Wf4 Bf1", Side::Black, "f1-3"), squares("e3"));
    }

    #[test]
    fn the_king_is_captured_together_with_a_guard() {
        assert_eq!(takes("Kd4 Bc4 Wf4 Bg4 Be1", Side::Black, "e1-4"), squares("d4 f4"));
    }

    /// The assignment's words, one square at a time.
    fn captured_in_words(after: &Board, to: Square, mover: Side) -> SquareSet {
        let next = |from: Square, way| Square::step(from, way);
        let side = |square| after.at(square).map(Piece::side);
        let blacks = |square| {
            let ways = Direction::ORTHOGONAL.into_iter().filter_map(|way| next(square, way));
            ways.filter(|&next| side(next) == Some(Side::Black)).count()
        };
        let hostile = |square| match after.at(square) {
            Some(Piece::King) if mover == Side::Black => square == THRONE && blacks(THRONE) >= 3,
            Some(piece) => piece.side() == mover,
            None => square == THRONE,
        };
        let falls = |prey: Square, way| {
            if after.at(prey) == Some(Piece::King) && (prey == THRONE || near(prey, THRONE)) {
                return Direction::ORTHOGONAL
                    .into_iter()
                    .all(|way| next(prey, way).is_some_and(hostile));
            }
            next(prey, way).is_some_and(hostile)
        };
        let prey = |way| next(to, way).filter(|&prey| side(prey) == Some(!mover));
        Direction::ORTHOGONAL
            .into_iter()
            .filter_map(|way| prey(way).filter(|&prey| falls(prey, way)))
            .collect()
    }

    fn near(one: Square, other: Square) -> bool {
        Direction::ORTHOGONAL.into_iter().any(|way| one.step(way) == Some(other))
    }

    /// A crowd around the throne, where the rules differ.
    fn crowd(seed: u64) -> Position {
        let mut walker = Walker::new(seed);
        let mut position = Position::EMPTY;
        for rank in 1..8 {
            for file in 1..8 {
                let piece = match walker.below(10) {
                    0..4 => Some(Piece::Muscovite),
                    4..6 => Some(Piece::Swede),
                    _ => None,
                };
                let piece = piece.filter(|_| (file, rank) != (4, 4));
                position = position.with_piece(Square::from_index(rank * 9 + file), piece);
            }
        }
        let king = Square::from_index((3 + walker.below(3)) * 9 + 3 + walker.below(3));
        position.with_piece(king, Some(Piece::King))
    }

    proptest! {
        #[test]
        fn captures_are_those_of_the_assignments_words(seed in any::<u64>()) {
            for side in Side::ALL {
                let position = crowd(seed).with_side_to_move(side);
                let moves = position.move_list();
                for mv in moves {
                    let piece = position.board().at(mv.from());
                    let moved = position.with_piece(mv.from(), None).with_piece(mv.to(), piece);
                    let expected = captured_in_words(moved.board(), mv.to(), side);
                    assert_eq!(position.captured_by(mv), expected, "{mv:?} in {position:?}");
                }
            }
        }
    }
}
