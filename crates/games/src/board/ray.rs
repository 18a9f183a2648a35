//! Lines on the board: which squares a queen or a rook can reach.
//!
//! The tables of rays are computed by the compiler, one set for each board size that is used. The
//! reach in one direction is the ray to the edge without what lies behind the first piece on it
//! (*classical approach* of sliding piece attacks).

use crate::board::direction::Direction;
use crate::board::square::Square;
use crate::board::square_set::SquareSet;

/// Room for the largest board.
const MAX_SQUARES: usize = 100;

type RayTable<const N: usize> = [[SquareSet<N>; MAX_SQUARES]; 8];

struct Rays<const N: usize>;

impl<const N: usize> Rays<N> {
    const TABLE: &'static RayTable<N> = &Self::compute();

    const fn compute() -> RayTable<N> {
        let mut table = [[SquareSet::EMPTY; MAX_SQUARES]; 8];
        let mut direction = 0;
        while direction < 8 {
            let mut index = 0;
            while index < N * N {
                table[direction][index] = Self::walk(index, Direction::ALL[direction]);
                index += 1;
            }
            direction += 1;
        }
        table
    }

    const fn walk(from: usize, direction: Direction) -> SquareSet<N> {
        let mut passed = SquareSet::EMPTY;
        let mut at = Square::<N>::from_index(from);
        while let Some(next) = at.step(direction) {
            passed = passed.with(next);
            at = next;
        }
        passed
    }
}

/// All squares from `from`, which is left out, to the edge.
#[inline]
pub fn ray<const N: usize>(from: Square<N>, direction: Direction) -> SquareSet<N> {
    Rays::<N>::TABLE[direction.index()][from.index()]
}

/// The squares a piece on `from` can reach in one direction over empty squares; the first of
/// `occupied` stops it and is not reached.
#[inline]
pub fn slide<const N: usize>(
    from: Square<N>,
    direction: Direction,
    occupied: SquareSet<N>,
) -> SquareSet<N> {
    let whole = ray(from, direction);
    let met = whole & occupied;
    let first = if direction.is_upward() { met.first() } else { met.last() };
    match first {
        Some(stop) => whole - ray(stop, direction).with(stop),
        None => whole,
    }
}

/// The squares a queen on `from` can reach.
#[inline]
pub fn queen_reach<const N: usize>(from: Square<N>, occupied: SquareSet<N>) -> SquareSet<N> {
    reach(from, occupied, &Direction::ALL)
}

/// The squares a rook on `from` can reach.
#[inline]
pub fn rook_reach<const N: usize>(from: Square<N>, occupied: SquareSet<N>) -> SquareSet<N> {
    reach(from, occupied, &Direction::ORTHOGONAL)
}

#[inline]
fn reach<const N: usize>(
    from: Square<N>,
    occupied: SquareSet<N>,
    ways: &[Direction],
) -> SquareSet<N> {
    ways.iter().fold(SquareSet::EMPTY, |set, &way| set | slide(from, way, occupied))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, proptest};

    /// Step by step, as people do it.
    fn walked<const N: usize>(
        from: Square<N>,
        direction: Direction,
        occupied: SquareSet<N>,
    ) -> SquareSet<N> {
        let mut reached = SquareSet::EMPTY;
        let mut at = from;
        while let Some(next) = at.step(direction).filter(|&next| !occupied.has(next)) {
            reached = reached.with(next);
            at = next;
        }
        reached
    }

    fn slides_as_walked<const N: usize>(one: u128, two: u128) {
        // The intersection leaves a quarter of the squares: open and closed lines.
        let occupied = pick(one) & pick(two);
        for from in Square::<N>::all() {
            let mut queen = SquareSet::EMPTY;
            for direction in Direction::ALL {
                let expected = walked(from, direction, occupied);
                assert_eq!(slide(from, direction, occupied), expected, "{from} {direction:?}");
                queen |= expected;
            }
            assert_eq!(queen_reach(from, occupied), queen);
            let rook = Direction::ORTHOGONAL.map(|way| walked(from, way, occupied));
            let rook = rook.into_iter().fold(SquareSet::EMPTY, |all, one| all | one);
            assert_eq!(rook_reach(from, occupied), rook);
        }
    }

    fn pick<const N: usize>(bits: u128) -> SquareSet<N> {
        Square::all().filter(|square| bits >> square.index() & 1 != 0).collect()
    }

    proptest! {
        #[test]
        fn a_slide_ends_before_the_first_piece(one in any::<u128>(), two in any::<u128>()) {
            slides_as_walked::<8>(one, two);
            slides_as_walked::<9>(one, two);
            slides_as_walked::<10>(one, two);
        }
    }
}
