//! Where the pieces of an ending stand, each side's seen from its own side of the board.
//!
//! So the same numbers describe a position whoever is to move, and the position after the turn has
//! passed is the same with the two armies exchanged.

use crate::checkers::endgame::material::{Force, Material};
use crate::checkers::endgame::subset;
use games::Game;
use games::board::Side;
use games::checkers::bitboard::{Bitboard, Direction};
use games::checkers::position::Position;

/// The pieces of one side on a board that is turned so that its men go north.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Army {
    /// Men.
    pub men: Bitboard,
    /// Kings.
    pub kings: Bitboard,
}

impl Army {
    /// All pieces of the army.
    #[inline]
    pub fn all(self) -> Bitboard {
        self.men | self.kings
    }

    #[inline]
    fn force(self) -> Force {
        Force { men: self.men.count() as usize, kings: self.kings.count() as usize }
    }
}

/// A position of few pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableIndex {
    /// Of the side to move.
    pub own: Army,
    /// Of the other side.
    pub enemy: Army,
}

impl TableIndex {
    /// The table_index of a position.
    #[inline]
    pub fn of(position: &Position) -> Self {
        let army = |pieces: Bitboard, northward: bool| {
            let (men, kings) = (pieces - position.kings(), pieces & position.kings());
            if northward {
                Army { men, kings }
            } else {
                Army { men: men.turned(), kings: kings.turned() }
            }
        };
        let northward = position.side_to_move() == Side::White;
        TableIndex {
            own: army(position.own(), northward),
            enemy: army(position.enemies(), !northward),
        }
    }

    /// The position of this table_index in which White is to move.
    #[inline]
    pub fn position(self) -> Position {
        let kings = self.own.kings | self.enemy.kings.turned();
        Position::of_sets(self.own.all(), self.enemy.all().turned(), kings, Side::White)
    }

    /// The material on the board.
    #[inline]
    pub fn material(self) -> Material {
        Material { own: self.own.force(), enemy: self.enemy.force() }
    }

    /// The number of the table_index among those of its material, below [`Material::size`].
    #[inline]
    pub fn index(self) -> usize {
        let material = self.material();
        let number = |set| subset::number(set) as usize;
        let men = number(self.own.men) * material.man_sets(material.enemy) + number(self.enemy.men);
        let with_own = men * material.king_sets(material.own) + number(self.own.kings);
        with_own * material.king_sets(material.enemy) + number(self.enemy.kings)
    }

    /// The table_index of a number, below [`Material::size`]; none if two pieces would stand on one
    /// square.
    pub fn at(material: Material, index: usize) -> Option<Self> {
        let numbers = Numbers::of(material, index);
        let army = |force: Force, men, kings| Army {
            men: subset::numbered(force.men, men as u32),
            kings: subset::numbered(force.kings, kings as u32),
        };
        let own = army(material.own, numbers.own_men, numbers.own_kings);
        let enemy = army(material.enemy, numbers.enemy_men, numbers.enemy_kings);
        TableIndex { own, enemy }.if_possible()
    }

    /// The table_indices of a material in the order of their indices; none where two pieces would stand
    /// on one square.
    pub fn all(material: Material) -> impl Iterator<Item = Option<Self>> {
        let armies = Armies::of(material);
        (0..material.size()).map(move |index| armies.table_index(index))
    }

    /// The table_index, if no two pieces stand on one square.
    #[inline]
    pub fn if_possible(self) -> Option<Self> {
        let sets =
            [self.own.men, self.own.kings, self.enemy.men.turned(), self.enemy.kings.turned()];
        let together = sets.into_iter().fold(Bitboard::EMPTY, |all, set| all | set);
        (together.count() as usize == self.material().pieces()).then_some(self)
    }

    /// Every table_index from which the other side may have come here by a step that did not crown.
    /// Whether it was allowed to, or had to capture instead, is not asked.
    #[inline]
    pub fn each_retreat(self, mut found: impl FnMut(TableIndex)) {
        let TableIndex { own: waiting, enemy: moved } = self;
        let empty = !(moved.all() | waiting.all().turned());
        for back in Direction::ALL {
            let free = empty.step(back.reversed());
            for here in moved.kings & free {
                let step = Bitboard::of(here) | Bitboard::of(here.beside(back));
                found(TableIndex {
                    own: Army { kings: moved.kings ^ step, ..moved },
                    enemy: waiting,
                });
            }
            if matches!(back, Direction::SouthEast | Direction::SouthWest) {
                for here in moved.men & free {
                    let step = Bitboard::of(here) | Bitboard::of(here.beside(back));
                    found(TableIndex {
                        own: Army { men: moved.men ^ step, ..moved },
                        enemy: waiting,
                    });
                }
            }
        }
    }
}

/// All sets of squares that the pieces of a material can form, to find many table_indices quickly.
#[derive(Clone, Debug)]
pub struct Armies {
    material: Material,
    own_men: Vec<Bitboard>,
    own_kings: Vec<Bitboard>,
    enemy_men: Vec<Bitboard>,
    enemy_kings: Vec<Bitboard>,
}

impl Armies {
    /// The sets of a material.
    pub fn of(material: Material) -> Self {
        let all = |members: usize, count: usize| {
            (0..count as u32).map(|number| subset::numbered(members, number)).collect()
        };
        let men = |force: Force| all(force.men, material.man_sets(force));
        let kings = |force: Force| all(force.kings, material.king_sets(force));
        let Material { own, enemy } = material;
        Armies {
            material,
            own_men: men(own),
            own_kings: kings(own),
            enemy_men: men(enemy),
            enemy_kings: kings(enemy),
        }
    }

    /// As [`TableIndex::at`].
    #[inline]
    pub fn table_index(&self, index: usize) -> Option<TableIndex> {
        let numbers = Numbers::of(self.material, index);
        let men = (self.own_men[numbers.own_men], self.enemy_men[numbers.enemy_men]);
        let kings = (self.own_kings[numbers.own_kings], self.enemy_kings[numbers.enemy_kings]);
        let own = Army { men: men.0, kings: kings.0 };
        TableIndex { own, enemy: Army { men: men.1, kings: kings.1 } }.if_possible()
    }
}

/// The numbers of the four sets of a table_index, of which its index is made.
struct Numbers {
    own_men: usize,
    enemy_men: usize,
    own_kings: usize,
    enemy_kings: usize,
}

impl Numbers {
    #[inline]
    fn of(material: Material, index: usize) -> Self {
        let divided = |number: usize, by: usize| (number / by, number % by);
        let (rest, enemy_kings) = divided(index, material.king_sets(material.enemy));
        let (rest, own_kings) = divided(rest, material.king_sets(material.own));
        let (own_men, enemy_men) = divided(rest, material.man_sets(material.enemy));
        Numbers { own_men, enemy_men, own_kings, enemy_kings }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Finality, Game};

    #[test]
    fn index_and_placement_are_inverse_to_each_other() {
        for material in (2..=4).flat_map(Material::all) {
            for index in (0..material.size()).step_by(1 + material.size() / 5_000) {
                let Some(table_index) = TableIndex::at(material, index) else { continue };
                assert_eq!((table_index.material(), table_index.index()), (material, index));
                let position = table_index.position();
                assert_eq!(TableIndex::of(&position), table_index);
                assert_eq!(TableIndex::of(&position.mirrored()), table_index);
                assert_eq!(position.recomputed_key(), position.key());
            }
        }
    }

    #[test]
    fn retreats_are_the_quiet_moves_backward() {
        for material in Material::all(3) {
            for index in (0..material.size()).step_by(97) {
                let Some(table_index) = TableIndex::at(material, index) else { continue };
                let here = table_index.position().mirrored();
                table_index.each_retreat(|before| {
                    let before = before.if_possible().expect("one piece was moved").position();
                    let mut moves = Vec::new();
                    before.legal_moves(&mut moves);
                    let leads_here = |&mv: &_| {
                        before.play(mv) == here && before.finality(mv) != Finality::Resetting
                    };
                    let has_to_capture = moves.iter().any(|mv| mv.is_jump());
                    assert!(has_to_capture || moves.iter().any(leads_here), "{before:?}");
                });
            }
        }
    }

    #[test]
    fn every_quiet_move_is_found_backward() {
        for material in Material::all(3) {
            for index in (0..material.size()).step_by(89) {
                let Some(before) = TableIndex::at(material, index) else { continue };
                let position = before.position();
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                moves.retain(|&mv| position.finality(mv) != Finality::Resetting);
                for mv in moves {
                    let mut found = false;
                    let after = TableIndex::of(&position.play(mv));
                    after.each_retreat(|table_index| found |= table_index == before);
                    assert!(found);
                }
            }
        }
    }
}
