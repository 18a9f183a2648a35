//! The order in which the WDL table counts the positions of a material.
//!
//! An index is made of the numbers of four sets of squares: own men, enemy men, own kings and enemy
//! kings (`table_index.rs`). Which of them counts fastest decides how long the runs of equal
//! results are; the best order differs from material to material.

use crate::checkers::endgame::index::material::Material;
use crate::checkers::endgame::index::table_index::TableIndex;
use std::array;

/// The four sets, numbered as in [`TableIndex::index`], from the slowest to the fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexOrder([u8; 4]);

/// All orders; the first is that of [`TableIndex::index`].
static ORDERS: [IndexOrder; IndexOrder::COUNT] = {
    let mut orders = [IndexOrder([0, 1, 2, 3]); IndexOrder::COUNT];
    let (mut found, mut code) = (0, 0);
    while code < 256 {
        let sets = [code >> 6, code >> 4 & 3, code >> 2 & 3, code & 3];
        if 1 << sets[0] | 1 << sets[1] | 1 << sets[2] | 1 << sets[3] == 0b1111 {
            orders[found] =
                IndexOrder([sets[0] as u8, sets[1] as u8, sets[2] as u8, sets[3] as u8]);
            found += 1;
        }
        code += 1;
    }
    orders
};

impl Default for IndexOrder {
    /// That of [`TableIndex::index`].
    fn default() -> Self {
        ORDERS[0]
    }
}

impl IndexOrder {
    /// Number of orders of four sets.
    pub const COUNT: usize = 24;

    /// The order with this number, below 24.
    #[inline]
    pub fn numbered(number: u8) -> Option<Self> {
        ORDERS.get(usize::from(number)).copied()
    }

    /// The inverse of [`Self::numbered`].
    pub fn number(self) -> u8 {
        ORDERS.iter().position(|&order| order == self).unwrap_or_default() as u8
    }

    /// The orders that differ for a material: a kind of piece that it lacks may stand anywhere.
    pub fn all_for(material: Material) -> impl Iterator<Item = Self> {
        let sets = set_counts(material);
        let lacking: Vec<u8> = (0..4).filter(move |set| sets[usize::from(*set)] == 1).collect();
        ORDERS.into_iter().filter(move |order| order.0.starts_with(&lacking))
    }

    /// The number of a position among those of its material in this order.
    #[inline]
    pub fn index(self, table_index: TableIndex) -> usize {
        let (counts, numbers) = (set_counts(table_index.material()), table_index.set_numbers());
        self.0.into_iter().map(usize::from).fold(0, |index, set| index * counts[set] + numbers[set])
    }

    /// Calls `found` with [`TableIndex::index`] of positions of a material, in this order: those of
    /// one of `one_of` sets of the slowest kind of piece that the material has; all for 1.
    pub fn each_index(self, material: Material, one_of: usize, mut found: impl FnMut(usize)) {
        let counts = set_counts(material);
        let sets = self.0.map(|set| (counts[usize::from(set)], step_of(&counts, usize::from(set))));
        let slowest = sets.iter().position(|&(count, _)| count > 1);
        let [firsts, seconds, thirds, fourths] = array::from_fn(|nth| {
            let (count, step) = sets[nth];
            let stride = if Some(nth) == slowest { one_of } else { 1 };
            (0..count * step).step_by(stride * step)
        });
        for first in firsts {
            for second in seconds.clone() {
                for third in thirds.clone() {
                    fourths.clone().for_each(|fourth| found(first + second + third + fourth));
                }
            }
        }
    }
}

fn step_of(counts: &[usize], set: usize) -> usize {
    counts[set + 1..].iter().product::<usize>()
}

/// On how many sets of squares each of the four kinds of pieces can stand.
#[inline]
fn set_counts(material: Material) -> [usize; 4] {
    let Material { own, enemy } = material;
    [
        material.man_sets(own),
        material.man_sets(enemy),
        material.king_sets(own),
        material.king_sets(enemy),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_order_counts_every_index_once() {
        for material in Material::all(3) {
            for order in IndexOrder::all_for(material) {
                let mut place = 0;
                let mut seen = vec![false; material.size()];
                order.each_index(material, 1, |index| {
                    if let Some(table_index) = TableIndex::at(material, index) {
                        assert_eq!(order.index(table_index), place, "{material}, {order:?}");
                    }
                    assert!(!std::mem::replace(&mut seen[index], true));
                    place += 1;
                });
                assert_eq!(place, material.size());
                assert_eq!(IndexOrder::numbered(order.number()), Some(order));
            }
        }
        assert_eq!(IndexOrder::numbered(IndexOrder::COUNT as u8), None);
    }

    #[test]
    fn a_part_of_the_indices_is_all_of_some_sets() {
        let material =
            Material::all(3).find(|material| material.to_string() == "2k-1m").expect("a material");
        for order in IndexOrder::all_for(material) {
            let (mut all, mut part) = (Vec::new(), Vec::new());
            order.each_index(material, 1, |index| all.push(index));
            order.each_index(material, 8, |index| part.push(index));
            let slowest = if order.0[2] == 1 { 28 } else { 496 };
            let sets = all.chunks(all.len() / slowest).step_by(8);
            assert_eq!(part, sets.flatten().copied().collect::<Vec<_>>(), "{order:?}");
        }
    }

    #[test]
    fn the_first_order_is_that_of_the_plain_index() {
        let first = IndexOrder::numbered(0).expect("there is one");
        for material in Material::all(4) {
            for index in (0..material.size()).step_by(1_009) {
                let Some(table_index) = TableIndex::at(material, index) else { continue };
                assert_eq!(first.index(table_index), index);
            }
        }
    }

    #[test]
    fn only_the_kinds_on_the_board_are_ordered() {
        assert_eq!([orders_of("3k-3k"), orders_of("2m1k-3k"), orders_of("2m1k-1m2k")], [2, 6, 24]);
    }

    fn orders_of(name: &str) -> usize {
        let material = Material::all(6).find(|material| material.to_string() == name);
        IndexOrder::all_for(material.expect("a material")).count()
    }
}
