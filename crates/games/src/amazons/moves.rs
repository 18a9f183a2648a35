//! One whole turn: an amazon's way and the spear it throws from where it arrives.
//!
//! Three bytes. A move also has a *history_index*, a small number for the search's statistics and its
//! table. Two amazons that reach one square come from different directions, for otherwise the
//! nearer would stand in the other's way; so the square reached, the direction it was reached from
//! and the throw tell the legal moves of one position apart, and moves that differ only in how far
//! the amazon came share what is learned about them.

use crate::amazons::square::Square;
use crate::board::Direction;

/// An amazon's way and its throw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: Square,
    to: Square,
    spear: Square,
}

impl Move {
    /// How many indices there are: for each square and each direction, each of the lines of a queen.
    pub const HISTORY_SIZE: usize = 8 * QUEEN_LINES;

    /// The move of the amazon on `from` to `to`, from where it throws its spear to `spear`.
    #[inline]
    pub const fn new(from: Square, to: Square, spear: Square) -> Self {
        Move { from, to, spear }
    }

    /// Where the amazon stood.
    #[inline]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where the amazon comes to stand.
    #[inline]
    pub const fn to(self) -> Square {
        self.to
    }

    /// Where the spear sticks.
    #[inline]
    pub const fn spear(self) -> Square {
        self.spear
    }

    /// The move's history_index, below [`Move::HISTORY_SIZE`]; no other legal move of the same position has it.
    /// 0 for a move that no queen could make.
    #[inline]
    pub fn history_index(self) -> usize {
        let throw = LINES.number[self.to.index()][self.spear.index()];
        let way = LINES.way[self.to.index()][self.from.index()];
        usize::from(throw) * 8 + usize::from(way)
    }
}

/// How many ordered pairs of squares a queen's move on the empty board joins: 18 from each square
/// as a rook, 1,140 in all as a bishop.
const QUEEN_LINES: usize = 18 * Square::COUNT + 1140;

/// What joins two squares.
struct Lines {
    /// The number of the pair among those that a queen's move joins.
    number: [[u16; Square::COUNT]; Square::COUNT],
    /// The direction that leads from the first to the second.
    way: [[u8; Square::COUNT]; Square::COUNT],
}

static LINES: Lines = {
    let mut lines = Lines {
        number: [[0; Square::COUNT]; Square::COUNT],
        way: [[0; Square::COUNT]; Square::COUNT],
    };
    let mut number = 0;
    let mut cell = 0;
    while cell < 8 * Square::COUNT {
        let (from, direction) = (cell / 8, cell % 8);
        let mut at = Square::from_index(from);
        while let Some(next) = at.step(Direction::ALL[direction]) {
            lines.number[from][next.index()] = number;
            lines.way[from][next.index()] = direction as u8;
            number += 1;
            at = next;
        }
        cell += 1;
    }
    assert!(number as usize == QUEEN_LINES);
    lines
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_queen_line_has_a_number_of_its_own() {
        let mut numbers = HashSet::new();
        for from in Square::all() {
            for way in Direction::ALL {
                let mut at = from;
                while let Some(next) = at.step(way) {
                    assert!(numbers.insert(LINES.number[from.index()][next.index()]));
                    assert_eq!(LINES.way[from.index()][next.index()], way.index() as u8);
                    at = next;
                }
            }
        }
        assert_eq!(numbers.len(), QUEEN_LINES);
        const { assert!(Move::HISTORY_SIZE < 65_535) };
    }
}
