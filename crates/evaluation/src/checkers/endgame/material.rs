//! What is on the board, without where: each kind of ending has a number and a size.
//!
//! Tables hold one row for each material, in the order of these numbers. Conversions, captures and
//! crownings, lead from one material to another and never back.

use crate::checkers::endgame::subset;
use std::fmt;

/// The most pieces of an ending that can be told apart.
pub const MOST_PIECES: usize = 7;

/// The pieces of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Force {
    /// Men.
    pub men: usize,
    /// Kings.
    pub kings: usize,
}

impl Force {
    /// Men and kings together.
    pub const fn pieces(self) -> usize {
        self.men + self.kings
    }
}

/// The pieces of both sides, seen by the side to move. Both have at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// Of the side to move.
    pub own: Force,
    /// Of the other side.
    pub enemy: Force,
}

impl Material {
    /// Men and kings of both sides.
    pub const fn pieces(self) -> usize {
        self.own.pieces() + self.enemy.pieces()
    }

    /// The same seen by the other side.
    pub const fn mirrored(self) -> Self {
        Material { own: self.enemy, enemy: self.own }
    }

    /// How many indices the positions of this material have. Some belong to no position: each kind
    /// of piece is placed as if the board were otherwise empty, which costs room in memory but none
    /// in a file, and saves time.
    pub const fn size(self) -> usize {
        let men = self.man_sets(self.own) * self.man_sets(self.enemy);
        men * self.king_sets(self.own) * self.king_sets(self.enemy)
    }

    /// The sets that the men of a side can form: they stand on every row but the last.
    pub const fn man_sets(self, force: Force) -> usize {
        subset::sets(28, force.men) as usize
    }

    /// The sets that the kings of a side can form.
    pub const fn king_sets(self, force: Force) -> usize {
        subset::sets(32, force.kings) as usize
    }

    /// The number of this material among all of two pieces, three pieces and so on.
    #[inline]
    pub const fn number(self) -> usize {
        FIRST[self.pieces()][self.own.pieces()]
            + self.own.men * (self.enemy.pieces() + 1)
            + self.enemy.men
    }

    /// How many materials of at most so many pieces there are.
    pub const fn count(most_pieces: usize) -> usize {
        FIRST[most_pieces + 1][1]
    }

    /// All materials of so many pieces, in the order of their numbers.
    pub fn all(pieces: usize) -> impl Iterator<Item = Material> {
        (1..pieces).flat_map(move |own| {
            let enemy = pieces - own;
            (0..=own).flat_map(move |own_men| {
                (0..=enemy).map(move |enemy_men| Material {
                    own: Force { men: own_men, kings: own - own_men },
                    enemy: Force { men: enemy_men, kings: enemy - enemy_men },
                })
            })
        })
    }
}

impl fmt::Display for Material {
    /// As `2m1k-3k`: two men and a king of the side to move against three kings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let force = |Force { men, kings }| match (men, kings) {
            (0, kings) => format!("{kings}k"),
            (men, 0) => format!("{men}m"),
            (men, kings) => format!("{men}m{kings}k"),
        };
        write!(f, "{}-{}", force(self.own), force(self.enemy))
    }
}

/// `FIRST[pieces][own]`: the first number of the materials in which the side to move has `own` of
/// the pieces.
const FIRST: [[usize; MOST_PIECES + 2]; MOST_PIECES + 2] = {
    let mut first = [[0; MOST_PIECES + 2]; MOST_PIECES + 2];
    let mut next = 0;
    let mut pieces = 2;
    while pieces <= MOST_PIECES + 1 {
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
        let all: Vec<_> = (2..=MOST_PIECES).flat_map(Material::all).collect();
        assert_eq!(all.len(), Material::count(MOST_PIECES));
        for (number, material) in all.into_iter().enumerate() {
            assert_eq!(material.number(), number, "{material}");
            assert_eq!(material.mirrored().mirrored(), material);
            assert_eq!(material.mirrored().size(), material.size());
        }
    }

    #[test]
    fn a_name_tells_both_sides() {
        let own = Force { men: 2, kings: 1 };
        let material = Material { own, enemy: Force { men: 0, kings: 3 } };
        assert_eq!(material.to_string(), "2m1k-3k");
        assert_eq!(material.mirrored().to_string(), "3k-2m1k");
    }
}
