//! The squares of the board of 10 by 10, and sets of them.

use crate::amazons::rules::SIZE;
use crate::board::{self, Direction};

/// A square of the board.
pub type Square = board::Square<SIZE>;

/// A set of squares of the board.
pub type SquareSet = board::SquareSet<SIZE>;

/// Each set shifted by one step in its own direction (clockwise from north), within `within`.
#[inline(always)]
pub fn stepped(sets: [SquareSet; 8], within: SquareSet) -> [SquareSet; 8] {
    let [north, north_east, east, south_east, south, south_west, west, north_west] = sets;
    // Written out, so that each shift has a constant distance.
    [
        north.shifted(Direction::North) & within,
        north_east.shifted(Direction::NorthEast) & within,
        east.shifted(Direction::East) & within,
        south_east.shifted(Direction::SouthEast) & within,
        south.shifted(Direction::South) & within,
        south_west.shifted(Direction::SouthWest) & within,
        west.shifted(Direction::West) & within,
        north_west.shifted(Direction::NorthWest) & within,
    ]
}
