//! The eight directions of a queen's move.

/// A direction on the board: north is towards higher ranks, east towards later letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "they are those of a compass")]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Direction; 8] = [
        Direction::North,
        Direction::NorthEast,
        Direction::East,
        Direction::SouthEast,
        Direction::South,
        Direction::SouthWest,
        Direction::West,
        Direction::NorthWest,
    ];
    /// The rook's four.
    pub const ORTHOGONAL: [Direction; 4] =
        [Direction::North, Direction::East, Direction::South, Direction::West];

    /// The place in [`Direction::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction of the way back.
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// Files passed by one step: -1, 0 or 1.
    #[inline]
    pub const fn files(self) -> i32 {
        match self {
            Direction::NorthEast | Direction::East | Direction::SouthEast => 1,
            Direction::North | Direction::South => 0,
            Direction::SouthWest | Direction::West | Direction::NorthWest => -1,
        }
    }

    /// Ranks passed by one step: -1, 0 or 1.
    #[inline]
    pub const fn ranks(self) -> i32 {
        match self {
            Direction::NorthWest | Direction::North | Direction::NorthEast => 1,
            Direction::East | Direction::West => 0,
            Direction::SouthEast | Direction::South | Direction::SouthWest => -1,
        }
    }

    /// Does a step lead to a square of higher number?
    #[inline]
    pub const fn is_upward(self) -> bool {
        self.ranks() > 0 || (self.ranks() == 0 && self.files() > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opposite_direction_undoes_a_step() {
        for (index, direction) in Direction::ALL.into_iter().enumerate() {
            let back = direction.opposite();
            assert_eq!(direction.index(), index);
            assert_eq!(direction.files() + back.files(), 0);
            assert_eq!(direction.ranks() + back.ranks(), 0);
            assert_ne!(direction.is_upward(), back.is_upward());
        }
    }
}
