//! Are the pieces of a side one group (contiguous)? The test that ends the game, made at every
//! node.
//!
//! Pieces are neighbors if a king's step leads from one to the other. The fast answer is no: most
//! positions have a piece without any neighbor. The slow answer is a flood fill from one piece, in
//! all eight directions at once.
//!
//! The Euler number, counted by quads, is the test of Winands and others ("The Quad Heuristic in
//! Lines of Action", 2001). It costs more here (40 ns against 14 on sets from games): the
//! processors we compile for have no instruction that counts bits, and a flood fill ends soon.

use crate::loa::squares::SquareSet;

/// Is there a path of neighbors in the set between any two of its squares? One square is
/// contiguous; the empty set is not, because a side without pieces has no group.
#[inline]
pub fn is_contiguous(set: SquareSet) -> bool {
    let lonely = set - set.around();
    if !lonely.is_empty() {
        return set == lonely.lowest();
    }
    !set.is_empty() && group_of(set.lowest(), set) == set
}

/// The squares of `set` that are connected with those of `seed`, a part of it.
#[inline]
pub fn group_of(seed: SquareSet, set: SquareSet) -> SquareSet {
    let mut group = seed;
    loop {
        let next = group.grown() & set;
        if next == group {
            return group;
        }
        group = next;
    }
}

/// The only squares to which a move can make the set contiguous; not every move to them does.
///
/// A piece that moves leaves its own group and must touch all the others: so they are next to all
/// groups, or to all but one. Two of three positions have no such square, which shows at once that
/// no move wins.
#[inline]
pub fn joining_squares(set: SquareSet) -> SquareSet {
    let (mut next_to_all, mut next_to_all_but_one) = (SquareSet::ALL, SquareSet::EMPTY);
    let mut rest = set;
    while !rest.is_empty() {
        let group = group_of(rest.lowest(), rest);
        let near = group.grown();
        next_to_all_but_one = (next_to_all_but_one & near) | (next_to_all - near);
        next_to_all &= near;
        if (next_to_all | next_to_all_but_one).is_empty() {
            break;
        }
        rest = rest - group;
    }
    next_to_all | next_to_all_but_one
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Direction;
    use crate::loa::squares::Square;
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    /// The groups as people find them: a piece, its neighbors, theirs, and so on.
    fn groups(set: SquareSet) -> Vec<Vec<Square>> {
        let mut left: Vec<Square> = set.collect();
        let mut groups = Vec::new();
        while let Some(first) = left.pop() {
            let mut group = vec![first];
            let mut next = 0;
            while next < group.len() {
                let steps = Direction::ALL.into_iter().filter_map(|way| group[next].step(way));
                let (found, rest) =
                    left.iter().partition(|&square| steps.clone().any(|to| to == *square));
                left = rest;
                group.extend::<Vec<_>>(found);
                next += 1;
            }
            groups.push(group);
        }
        groups
    }

    /// A set with gaps of any size, often contiguous: the squares around a few, or a part of them.
    fn set_of([seeds, growth, thin]: [u64; 3]) -> SquareSet {
        let pick = |bits: u64| Square::all().filter(move |square| bits >> square.index() & 1 != 0);
        let few: SquareSet =
            pick(seeds & growth & growth.rotate_left(7) & thin.rotate_left(3)).collect();
        (few | few.grown() & pick(growth).collect::<SquareSet>()) - pick(thin & seeds).collect()
    }

    proptest! {
        #[test]
        fn contiguous_is_what_has_one_group(bits in any::<[u64; 3]>()) {
            let set = set_of(bits);
            let groups = groups(set);
            prop_assert_eq!(is_contiguous(set), groups.len() == 1);
            for group in groups {
                let squares: SquareSet = group.iter().copied().collect();
                prop_assert_eq!(group_of(SquareSet::of(group[0]), set), squares);
            }
        }

        #[test]
        fn no_piece_joins_all_from_another_square(bits in any::<[u64; 3]>()) {
            let set = set_of(bits);
            for from in set {
                for to in !set {
                    if is_contiguous(set.without(from).with(to)) {
                        prop_assert!(joining_squares(set).has(to), "{from} to {to} in {set:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn one_piece_is_contiguous_and_none_is_not() {
        assert!(!is_contiguous(SquareSet::EMPTY));
        for square in Square::all() {
            assert!(is_contiguous(SquareSet::of(square)));
        }
        assert!(is_contiguous(SquareSet::ALL));
    }

    #[test]
    fn the_ends_of_neighboring_ranks_are_no_neighbors() {
        let ends = SquareSet::of(Square::from_index(7)).with(Square::from_index(8));
        assert!(!is_contiguous(ends));
    }
}
