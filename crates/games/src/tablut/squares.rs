//! The squares of the board of 9 by 9, sets of them, and their orthogonal neighbors.

use crate::board;
use crate::board::Direction;

/// Number of rows, and of columns.
pub const SIZE: usize = 9;

/// A square, a1 to i9.
pub type Square = board::Square<SIZE>;

/// A set of squares.
pub type SquareSet = board::SquareSet<SIZE>;

/// The squares orthogonally next to `square`: four, three at an edge, two in a corner.
#[inline]
pub fn neighbors(square: Square) -> SquareSet {
    NEIGHBORS[square.index()]
}

static NEIGHBORS: [SquareSet; Square::COUNT] = {
    let mut table = [SquareSet::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        table[index] = cross(Square::from_index(index));
        index += 1;
    }
    table
};

/// [`neighbors`] without a table, for constants.
pub const fn cross(square: Square) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    let mut way = 0;
    while way < Direction::ORTHOGONAL.len() {
        if let Some(next) = square.step(Direction::ORTHOGONAL[way]) {
            set = set.with(next);
        }
        way += 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbors_are_one_step_away_and_mutual() {
        for square in Square::all() {
            let steps = Direction::ORTHOGONAL.into_iter().filter_map(|way| square.step(way));
            assert_eq!(neighbors(square), steps.collect());
            assert!(neighbors(square).into_iter().all(|next| neighbors(next).has(square)));
        }
    }
}
