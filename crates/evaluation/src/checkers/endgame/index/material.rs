//! Material: the numbers of men and kings. The tables hold one section for each material.
//!
//! Materials are numbered by pieces, then by the pieces of the side to move, its men and the
//! enemy's men. Conversions (captures and crownings) lead from one material to another and never
//! back, so that the sections can be solved one after the other (Lake, Schaeffer and Lu 1994).

use crate::checkers::endgame::index::subset;
use games::checkers::position::Position;
use std::fmt;

/// The largest number of pieces whose materials are numbered.
pub const MAX_PIECES: usize = 7;

/// The men and kings of one side, as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "numbers of men and kings")]
pub struct SideMaterial {
    pub men: usize,
    pub kings: usize,
}

impl SideMaterial {
    /// Number of men and kings together.
    pub const fn pieces(self) -> usize {
        self.men + self.kings
    }
}

/// The men and kings of both sides, seen by the side to move. Each side has at least one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// Of the side to move.
    pub own: SideMaterial,
    /// Of the other side.
    pub enemy: SideMaterial,
}

impl Material {
    /// The material on the board; `None` if a side has no pieces.
    #[inline]
    pub fn of(position: &Position) -> Option<Self> {
        let [own, enemy] = [position.own(), position.enemies()].map(|pieces| SideMaterial {
            men: (pieces - position.kings()).count() as usize,
            kings: (pieces & position.kings()).count() as usize,
        });
        let material = Material { own, enemy };
        (material.own.pieces() > 0 && material.enemy.pieces() > 0).then_some(material)
    }

    /// Number of pieces of both sides.
    pub const fn pieces(self) -> usize {
        self.own.pieces() + self.enemy.pieces()
    }

    /// The same seen by the other side.
    pub const fn mirrored(self) -> Self {
        Material { own: self.enemy, enemy: self.own }
    }

    /// Number of indices of this material. Some stand for no position, because each kind of piece
    /// is placed as if the board were otherwise empty: they cost memory while the ending is solved
    /// but next to nothing in a file, and keep the index cheap.
    pub const fn size(self) -> usize {
        let men = self.man_sets(self.own) * self.man_sets(self.enemy);
        men * self.king_sets(self.own) * self.king_sets(self.enemy)
    }

    /// Number of sets of squares that the men of a side can stand on: all rows but the last.
    pub const fn man_sets(self, side: SideMaterial) -> usize {
        subset::count(28, side.men) as usize
    }

    /// Number of sets of squares that the kings of a side can stand on.
    pub const fn king_sets(self, side: SideMaterial) -> usize {
        subset::count(32, side.kings) as usize
    }

    /// The number of this material, from 0 for the first one of two pieces.
    #[inline]
    pub const fn number(self) -> usize {
        FIRST[self.pieces()][self.own.pieces()]
            + self.own.men * (self.enemy.pieces() + 1)
            + self.enemy.men
    }

    /// Number of materials of 2 to `pieces` pieces.
    pub const fn count(pieces: usize) -> usize {
        FIRST[pieces + 1][1]
    }

    /// All materials of exactly `pieces` pieces, in the order of their numbers.
    pub fn all(pieces: usize) -> impl Iterator<Item = Material> {
        (1..pieces).flat_map(move |own| {
            let enemy = pieces - own;
            (0..=own).flat_map(move |own_men| {
                (0..=enemy).map(move |enemy_men| Material {
                    own: SideMaterial { men: own_men, kings: own - own_men },
                    enemy: SideMaterial { men: enemy_men, kings: enemy - enemy_men },
                })
            })
        })
    }
}

impl fmt::Display for Material {
    /// Such as `2m1k-3k`: two men and a king of the side to move against three kings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [own, enemy] = [self.own, self.enemy].map(|side| match (side.men, side.kings) {
            (0, kings) => format!("{kings}k"),
            (men, 0) => format!("{men}m"),
            (men, kings) => format!("{men}m{kings}k"),
        });
        write!(f, "{own}-{enemy}")
    }
}

/// `FIRST[pieces][own]`: the number of the first material of `pieces` pieces, `own` of which belong
/// to the side to move.
const FIRST: [[usize; MAX_PIECES + 2]; MAX_PIECES + 2] = {
    let mut first = [[0; MAX_PIECES + 2]; MAX_PIECES + 2];
    let mut next = 0;
    let mut pieces = 2;
    while pieces <= MAX_PIECES + 1 {
        let mut own = 1;
        while own < pieces {
            first[pieces][own] = next;
            next += (own + 1) * (pieces - own + 1);
            own += 1;
        }
        pieces += 1;
    }
    first
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn materials_are_numbered_without_gaps() {
        let all: Vec<_> = (2..=MAX_PIECES).flat_map(Material::all).collect();
        assert_eq!(all.len(), Material::count(MAX_PIECES));
        for (number, material) in all.into_iter().enumerate() {
            assert_eq!(material.number(), number, "{material}");
            assert_eq!(material.mirrored().mirrored(), material);
            assert_eq!(material.mirrored().size(), material.size());
        }
    }

    #[test]
    fn a_name_tells_both_sides() {
        let own = SideMaterial { men: 2, kings: 1 };
        let material = Material { own, enemy: SideMaterial { men: 0, kings: 3 } };
        assert_eq!(material.to_string(), "2m1k-3k");
        assert_eq!(material.mirrored().to_string(), "3k-2m1k");
    }
}
