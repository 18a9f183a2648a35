//! Are the pieces of a side one group? The question that ends the game, asked at every node.
//!
//! Pieces are neighbors if a king's step leads from one to the other. The quick answer is no: a
//! piece without any neighbor is left behind as soon as there is a second one, and most positions
//! have such a piece. The slow answer is a flood fill from one piece, all eight directions at once.

use crate::games::loa::squares::Squares;

/// Is there a path of neighbors, all in the set, between any two squares of it? One square is
/// contiguous; the empty set is not, for a side without pieces has no group.
#[inline]
pub fn is_contiguous(set: Squares) -> bool {
    let lonely = set - set.around();
    if !lonely.is_empty() {
        return lonely == set && set.count() == 1;
    }
    !set.is_empty() && group_of(set.lowest(), set) == set
}

/// The squares of `set` that are connected with those of `seed`, which must be a part of it.
#[inline]
pub fn group_of(seed: Squares, set: Squares) -> Squares {
    let mut group = seed;
    loop {
        let next = group.grown() & set;
        if next == group {
            return group;
        }
        group = next;
    }
}
