//! Ways to the edge: where the king would have a clear line, which squares he can reach, and
//! whether Black's pieces enclose him.
//!
//! All sets are computed for the whole board at once, by steps of whole sets.

use games::board::Direction;
use games::tablut::board::Board;
use games::tablut::rules::ESCAPES;
use games::tablut::squares::{SIZE, SquareSet};

/// The squares from which the king would have clear lines to an edge.
#[derive(Clone, Copy, Debug)]
pub struct OpenLines {
    /// One line or more.
    pub one: SquareSet,
    /// Two lines or more: Black can block one of them with a move, not both.
    pub two: SquareSet,
}

impl OpenLines {
    /// The open lines of a board; the king himself does not block them.
    #[inline]
    pub fn of(board: &Board) -> Self {
        let empty = !(board.muscovites() | board.swedes());
        let north = clear_towards(Direction::North, empty);
        let south = clear_towards(Direction::South, empty);
        let east = clear_towards(Direction::East, empty);
        let west = clear_towards(Direction::West, empty);
        let (upright, level) = (north | south, east | west);
        let two = (north & south) | (east & west) | (upright & level);
        OpenLines { one: upright | level, two }
    }
}

/// The squares from which the way to the edge in this direction is empty, and not of length 0.
#[inline(always)]
fn clear_towards(way: Direction, empty: SquareSet) -> SquareSet {
    let back = way.opposite();
    let rim = SquareSet::ALL - SquareSet::ALL.shifted(back);
    let mut clear = (rim & empty).shifted(back);
    for _ in 2..SIZE {
        clear |= (clear & empty).shifted(back);
    }
    clear
}

/// The empty squares that a piece on any of `from` can reach in one move.
#[inline]
pub fn reach_of_all(from: SquareSet, empty: SquareSet) -> SquareSet {
    let across =
        reach_towards(Direction::East, from, empty) | reach_towards(Direction::West, from, empty);
    across
        | reach_towards(Direction::North, from, empty)
        | reach_towards(Direction::South, from, empty)
}

#[inline(always)]
fn reach_towards(way: Direction, from: SquareSet, empty: SquareSet) -> SquareSet {
    let mut front = from.shifted(way) & empty;
    let mut reached = front;
    for _ in 2..SIZE {
        front = front.shifted(way) & empty;
        reached |= front;
    }
    reached
}

/// The edge squares that the king could walk to if White's pieces made way and Black did not move.
/// If there is none, Black has enclosed him.
#[inline]
pub fn exits(board: &Board) -> SquareSet {
    let passable = !board.muscovites();
    let inner = passable - ESCAPES;
    let mut region = board.king_set();
    loop {
        let grown = region | (spread(region) & inner);
        if grown == region {
            return spread(region) & ESCAPES & passable;
        }
        region = grown;
    }
}

/// The squares orthogonally next to any of `squares`.
#[inline]
pub fn spread(squares: SquareSet) -> SquareSet {
    let across = squares.shifted(Direction::East) | squares.shifted(Direction::West);
    across | squares.shifted(Direction::North) | squares.shifted(Direction::South)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::board::{Side, rook_reach};
    use games::tablut::position::Position;
    use games::tablut::sketch::{sketch, squares};
    use games::tablut::squares::Square;
    use games::{Game, Walker};

    #[test]
    fn open_lines_are_the_rook_moves_that_end_on_an_edge() {
        for seed in 0..20 {
            for position in Walker::new(seed).game(Position::start(), 100).into_iter().step_by(7) {
                let board = position.board();
                let (lines, others) = (OpenLines::of(board), board.muscovites() | board.swedes());
                for from in Square::all() {
                    let walks = Direction::ORTHOGONAL.map(|way| {
                        let passed = games::board::slide(from, way, others);
                        !passed.is_empty() && passed.count() == games::board::ray(from, way).count()
                    });
                    let open = walks.into_iter().filter(|&open| open).count();
                    assert_eq!((lines.one.has(from), lines.two.has(from)), (open >= 1, open >= 2));
                }
            }
        }
    }

    #[test]
    fn the_reach_of_a_set_is_that_of_its_squares() {
        for seed in 0..20 {
            for position in Walker::new(seed).game(Position::start(), 100).into_iter().step_by(7) {
                let occupied = position.board().occupied();
                let from = position.board().swedes();
                let one_by_one = from.into_iter().map(|square| rook_reach(square, occupied));
                let all = one_by_one.fold(SquareSet::EMPTY, |all, reach| all | reach);
                assert_eq!(reach_of_all(from, !occupied), all);
            }
        }
    }

    #[test]
    fn a_diagonal_ring_encloses_the_king_and_a_gap_lets_him_out() {
        let ring = "Ke5 Be8 Bd7 Bc6 Bb5 Bc4 Bd3 Be2 Bf3 Bg4 Bh5 Bg6 Bf7";
        assert!(exits(sketch(ring, Side::Black).board()).is_empty());
        let gap = ring.replace(" Bd7", " Wd7");
        let exits = exits(sketch(&gap, Side::Black).board());
        assert!(exits.meets(squares("a8 b9")) && !exits.is_empty());
    }
}
