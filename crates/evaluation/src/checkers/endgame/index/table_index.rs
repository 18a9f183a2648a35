//! The index of a position within the endgame tables.
//!
//! Each side's pieces are seen from its own side of the board. So a position and its mirror image
//! (board turned, colors exchanged) are one, and passing the turn only exchanges the two sides. The
//! index counts, for one [`Material`], first the sets of own men, then of enemy men, own kings and
//! enemy kings, each in the combinatorial number system (`subset.rs`).

use crate::checkers::endgame::index::material::{Material, SideMaterial};
use crate::checkers::endgame::index::subset;
use games::Game;
use games::board::Side;
use games::checkers::bitboard::{Bitboard, Diagonal};
use games::checkers::position::Position;

/// The pieces of one side, on the board turned so that its men go north.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the squares of men and kings")]
pub struct SidePieces {
    pub men: Bitboard,
    pub kings: Bitboard,
}

impl SidePieces {
    #[inline]
    fn of(pieces: Bitboard, kings: Bitboard, northward: bool) -> Self {
        let (men, kings) = (pieces - kings, pieces & kings);
        if northward {
            SidePieces { men, kings }
        } else {
            SidePieces { men: men.turned(), kings: kings.turned() }
        }
    }

    /// The squares with a piece.
    #[inline]
    pub fn all(self) -> Bitboard {
        self.men | self.kings
    }

    #[inline]
    fn material(self) -> SideMaterial {
        SideMaterial { men: self.men.count() as usize, kings: self.kings.count() as usize }
    }
}

/// A position of few pieces in the form in which the tables count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableIndex {
    /// Of the side to move.
    pub own: SidePieces,
    /// Of the other side.
    pub enemy: SidePieces,
}

impl TableIndex {
    /// The index of a position, the same for its mirror image.
    #[inline]
    pub fn of(position: &Position) -> Self {
        let kings = position.kings();
        let northward = position.side_to_move() == Side::White;
        TableIndex {
            own: SidePieces::of(position.own(), kings, northward),
            enemy: SidePieces::of(position.enemies(), kings, !northward),
        }
    }

    /// The position with White to move.
    #[inline]
    pub fn position(self) -> Position {
        let kings = self.own.kings | self.enemy.kings.turned();
        Position::from_bitboards(self.own.all(), self.enemy.all().turned(), kings, Side::White)
    }

    /// The material on the board.
    #[inline]
    pub fn material(self) -> Material {
        Material { own: self.own.material(), enemy: self.enemy.material() }
    }

    /// The number of the position among those of its material, below [`Material::size`].
    #[inline]
    pub fn index(self) -> usize {
        let material = self.material();
        let [own_men, enemy_men, own_kings, enemy_kings] = self.set_numbers();
        let men = own_men * material.man_sets(material.enemy) + enemy_men;
        let with_own = men * material.king_sets(material.own) + own_kings;
        with_own * material.king_sets(material.enemy) + enemy_kings
    }

    /// The numbers of the sets of squares of the own men, enemy men, own kings and enemy kings.
    #[inline]
    pub fn set_numbers(self) -> [usize; 4] {
        [self.own.men, self.enemy.men, self.own.kings, self.enemy.kings]
            .map(|set| subset::index_of(set) as usize)
    }

    /// The inverse of [`TableIndex::index`], for an index below [`Material::size`]; `None` if two
    /// pieces would stand on one square.
    pub fn at(material: Material, index: usize) -> Option<Self> {
        let numbers = SetNumbers::of(material, index);
        let own = side_pieces(material.own, numbers.own_men, numbers.own_kings);
        let enemy = side_pieces(material.enemy, numbers.enemy_men, numbers.enemy_kings);
        TableIndex { own, enemy }.if_valid()
    }

    /// [`TableIndex::at`] for every index of a material, in order.
    pub fn all(material: Material) -> impl Iterator<Item = Option<Self>> {
        let decoder = IndexDecoder::of(material);
        (0..material.size()).map(move |index| decoder.at(index))
    }

    /// This index, unless two pieces stand on one square.
    #[inline]
    pub fn if_valid(self) -> Option<Self> {
        let sets =
            [self.own.men, self.own.kings, self.enemy.men.turned(), self.enemy.kings.turned()];
        let together = sets.into_iter().fold(Bitboard::EMPTY, |all, set| all | set);
        (together.count() as usize == self.material().pieces()).then_some(self)
    }

    /// The number of moves of the side to move if all of them are quiet steps: none captures or
    /// crowns. `None` if one may.
    #[inline]
    pub fn count_if_all_quiet(self) -> Option<usize> {
        let enemies = self.enemy.all().turned();
        let empty = !(self.own.all() | enemies);
        let mut steps = 0;
        for direction in Diagonal::ALL {
            let (back, is_forward) = (direction.reversed(), is_northward(direction));
            let movers = if is_forward { self.own.all() } else { self.own.kings };
            let jumpers = movers & (empty.step(back) & enemies).step(back);
            let steppers = movers & empty.step(back);
            let crowned = if is_forward { steppers & self.own.men } else { Bitboard::EMPTY };
            if (jumpers | crowned & BEFORE_LAST).any() {
                return None;
            }
            steps += steppers.count() as usize;
        }
        Some(steps)
    }

    /// Un-moves, for retrograde analysis: every position from which the other side may have come
    /// here by a step that did not crown. It may have had to capture there instead: that is not
    /// checked.
    #[inline]
    pub fn each_unmove(self, mut found: impl FnMut(TableIndex)) {
        self.each_side_before(|own| found(TableIndex { own, enemy: self.own }));
    }

    /// [`Self::index`] of every position of [`Self::each_unmove`], faster.
    #[inline]
    pub fn each_unmove_index(self, mut found: impl FnMut(usize)) {
        let (moved, mover) = (self.enemy, TableIndex { own: self.enemy, enemy: self.own });
        let (material, here) = (mover.material(), mover.index());
        let of_kings = material.king_sets(material.enemy);
        let of_men =
            material.man_sets(material.enemy) * material.king_sets(material.own) * of_kings;
        let without_kings = here - number_of(moved.kings) * of_kings;
        let without_men = here - number_of(moved.men) * of_men;
        self.each_side_before(|before| {
            found(if before.men == moved.men {
                without_kings + number_of(before.kings) * of_kings
            } else {
                without_men + number_of(before.men) * of_men
            });
        });
    }

    /// The pieces of the side that has moved, before each of its possible quiet steps.
    #[inline]
    fn each_side_before(self, mut found: impl FnMut(SidePieces)) {
        let TableIndex { own: waiting, enemy: moved } = self;
        let empty = !(moved.all() | waiting.all().turned());
        for back in Diagonal::ALL {
            let free = empty.step(back.reversed());
            for here in moved.kings & free {
                let step = Bitboard::of(here) | Bitboard::of(here.beside(back));
                found(SidePieces { kings: moved.kings ^ step, ..moved });
            }
            if !is_northward(back) {
                for here in moved.men & free {
                    let step = Bitboard::of(here) | Bitboard::of(here.beside(back));
                    found(SidePieces { men: moved.men ^ step, ..moved });
                }
            }
        }
    }
}

fn number_of(set: Bitboard) -> usize {
    subset::index_of(set) as usize
}

fn side_pieces(side: SideMaterial, men: usize, kings: usize) -> SidePieces {
    SidePieces {
        men: subset::at(side.men, men as u32),
        kings: subset::at(side.kings, kings as u32),
    }
}

/// The row from which a man that goes north is crowned by its next step.
const BEFORE_LAST: Bitboard = Bitboard::rank(6);

#[inline]
const fn is_northward(direction: Diagonal) -> bool {
    matches!(direction, Diagonal::NorthEast | Diagonal::NorthWest)
}

/// Decodes many indices of one material: all sets of squares its pieces can stand on, in order.
#[derive(Clone, Debug)]
pub struct IndexDecoder {
    material: Material,
    own_men: Vec<Bitboard>,
    own_kings: Vec<Bitboard>,
    enemy_men: Vec<Bitboard>,
    enemy_kings: Vec<Bitboard>,
}

impl IndexDecoder {
    /// The decoder of a material: four bytes for each set of squares of one kind of piece.
    pub fn of(material: Material) -> Self {
        let Material { own, enemy } = material;
        let [own_men, enemy_men] = [own, enemy].map(|side| sets(side.men, material.man_sets(side)));
        let [own_kings, enemy_kings] =
            [own, enemy].map(|side| sets(side.kings, material.king_sets(side)));
        IndexDecoder { material, own_men, own_kings, enemy_men, enemy_kings }
    }

    /// As [`TableIndex::at`], faster.
    #[inline]
    pub fn at(&self, index: usize) -> Option<TableIndex> {
        let numbers = SetNumbers::of(self.material, index);
        let men = (self.own_men[numbers.own_men], self.enemy_men[numbers.enemy_men]);
        let kings = (self.own_kings[numbers.own_kings], self.enemy_kings[numbers.enemy_kings]);
        let own = SidePieces { men: men.0, kings: kings.0 };
        TableIndex { own, enemy: SidePieces { men: men.1, kings: kings.1 } }.if_valid()
    }
}

fn sets(members: usize, count: usize) -> Vec<Bitboard> {
    (0..count as u32).map(|number| subset::at(members, number)).collect()
}

/// The numbers of the four sets of squares of which an index is made.
struct SetNumbers {
    own_men: usize,
    enemy_men: usize,
    own_kings: usize,
    enemy_kings: usize,
}

impl SetNumbers {
    #[inline]
    fn of(material: Material, index: usize) -> Self {
        let (rest, enemy_kings) = divided(index, material.king_sets(material.enemy));
        let (rest, own_kings) = divided(rest, material.king_sets(material.own));
        let (own_men, enemy_men) = divided(rest, material.man_sets(material.enemy));
        SetNumbers { own_men, enemy_men, own_kings, enemy_kings }
    }
}

fn divided(number: usize, by: usize) -> (usize, usize) {
    (number / by, number % by)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Finality, Game};

    #[test]
    fn index_and_position_are_inverse_to_each_other() {
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
    fn unmoves_are_the_quiet_moves_backward() {
        for material in Material::all(3) {
            for index in (0..material.size()).step_by(97) {
                let Some(table_index) = TableIndex::at(material, index) else { continue };
                let here = table_index.position().mirrored();
                table_index.each_unmove(|before| {
                    let before = before.if_valid().expect("one piece was moved").position();
                    let moves = before.move_list();
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
    fn the_indices_of_unmoves_are_those_of_the_positions() {
        for material in [3, 4].into_iter().flat_map(Material::all) {
            for index in (0..material.size()).step_by(1 + material.size() / 300) {
                let Some(here) = TableIndex::at(material, index) else { continue };
                let (mut positions, mut indices) = (Vec::new(), Vec::new());
                here.each_unmove(|before| positions.push(before.index()));
                here.each_unmove_index(|before| indices.push(before));
                assert_eq!(positions, indices, "{material}, {index}");
            }
        }
    }

    #[test]
    fn moves_are_counted_where_none_converts() {
        let mut counted = 0;
        for material in [2, 4].into_iter().flat_map(Material::all) {
            for index in (0..material.size()).step_by(1 + material.size() / 300) {
                let Some(here) = TableIndex::at(material, index) else { continue };
                let (position, mut moves) = (here.position(), Vec::new());
                position.legal_moves(&mut moves);
                let expected = moves
                    .iter()
                    .all(|&mv| position.finality(mv) != Finality::Resetting)
                    .then_some(moves.len());
                assert_eq!(here.count_if_all_quiet(), expected, "{}", position.fen());
                counted += usize::from(expected.is_some());
            }
        }
        assert!(counted > 1_000, "{counted} positions");
    }

    #[test]
    fn every_quiet_move_is_found_backward() {
        for material in Material::all(3) {
            for index in (0..material.size()).step_by(89) {
                let Some(before) = TableIndex::at(material, index) else { continue };
                let position = before.position();
                let mut moves = position.move_list();
                moves.retain(|&mv| position.finality(mv) != Finality::Resetting);
                for mv in moves {
                    let mut found = false;
                    let after = TableIndex::of(&position.play(mv));
                    after.each_unmove(|table_index| found |= table_index == before);
                    assert!(found);
                }
            }
        }
    }
}
