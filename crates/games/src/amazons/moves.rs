//! One whole turn: an amazon's move and the spear it throws from where it ends.
//!
//! Three bytes. The *history index* of a move is a small number for the history tables of the
//! search and its hash move. Two amazons that can reach one square come from different directions,
//! because the nearer one would block the other; so the square reached, the direction it was
//! reached from and the throw distinguish the legal moves of a position, and moves that differ only
//! in the length of the amazon's way share their history.

use crate::amazons::square::Square;
use crate::board::Direction;

/// An amazon's move and its throw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: Square,
    to: Square,
    spear: Square,
}

impl Move {
    /// Number of history indices: for each throw the eight directions the amazon can come from.
    pub const HISTORY_SIZE: usize = 8 * QUEEN_LINES;

    /// The move of the amazon on `from` to `to`, from where it throws its spear to `spear`, legal
    /// or not.
    #[inline]
    pub const fn new(from: Square, to: Square, spear: Square) -> Self {
        Move { from, to, spear }
    }

    /// The square that the amazon leaves.
    #[inline]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The square on which the amazon ends.
    #[inline]
    pub const fn to(self) -> Square {
        self.to
    }

    /// The square on which the spear lands.
    #[inline]
    pub const fn spear(self) -> Square {
        self.spear
    }

    /// The history index, below [`Move::HISTORY_SIZE`]; no other legal move of the same position
    /// has the same. 0 for a move that no queen could make.
    #[inline]
    pub fn history_index(self) -> usize {
        let throw = QUEEN_MOVES.number[self.to.index()][self.spear.index()];
        let way = QUEEN_MOVES.way[self.to.index()][self.from.index()];
        usize::from(throw) * 8 + usize::from(way)
    }
}

/// Number of queen's moves on the empty board: 18 from each square as a rook, 1,140 in all as a
/// bishop.
const QUEEN_LINES: usize = 18 * Square::COUNT + 1140;

/// The number and direction of the queen's move between any two squares.
struct QueenMoves {
    /// The number of the queen's move from one square to another.
    number: [[u16; Square::COUNT]; Square::COUNT],
    /// The index of its direction.
    way: [[u8; Square::COUNT]; Square::COUNT],
}

static QUEEN_MOVES: QueenMoves = {
    let mut lines = QueenMoves {
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
                    assert!(numbers.insert(QUEEN_MOVES.number[from.index()][next.index()]));
                    assert_eq!(QUEEN_MOVES.way[from.index()][next.index()], way.index() as u8);
                    at = next;
                }
            }
        }
        assert_eq!(numbers.len(), QUEEN_LINES);
        const { assert!(Move::HISTORY_SIZE < 65_535) };
    }
}
