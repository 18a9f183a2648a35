//! Legal moves: every queen's move of every amazon, and every throw from where it ends. The square
//! the amazon left is then empty: the spear may fly over it or land there.
//!
//! Counting needs no list. The squares that an amazon can reach are one set of throwers, and the
//! set is shifted over the board step by step: after the n-th step in a direction each square of
//! the set stands for one throw of length n, so that counting the set counts the throws.

use crate::amazons::moves::Move;
use crate::amazons::position::Position;
use crate::amazons::square::{Square, SquareSet, stepped};
use crate::board::queen_reach;
use crate::game::Game;

/// Appends all legal moves.
#[inline]
pub fn legal_moves(position: &Position, moves: &mut Vec<Move>) {
    let occupied = position.occupied();
    for from in position.amazons(position.side_to_move()) {
        let others = occupied.without(from);
        for to in queen_reach(from, others) {
            let throws = queen_reach(to, others);
            moves.extend(throws.into_iter().map(|spear| Move::new(from, to, spear)));
        }
    }
}

/// Is `mv`, which can be any three squares, legal here?
pub fn is_legal(position: &Position, mv: Move) -> bool {
    let others = position.occupied().without(mv.from());
    position.amazons(position.side_to_move()).has(mv.from())
        && queen_reach(mv.from(), others).has(mv.to())
        && queen_reach(mv.to(), others).has(mv.spear())
}

/// Number of legal moves, without listing them.
pub fn count_moves(position: &Position) -> u64 {
    let empty = position.empty();
    let amazons = position.amazons(position.side_to_move());
    amazons.into_iter().map(|from| u64::from(count_of(empty, from))).sum()
}

fn count_of(empty: SquareSet, from: Square) -> u32 {
    let throwers = queen_reach(from, !empty);
    throws(throwers, empty.with(from))
}

/// Number of throws that all `throwers` together have over `free` squares.
///
/// The sets are added as binary numbers in bit-sliced form (carry-save adders), so that only the
/// carries out of the third digit have to be counted at each step.
#[inline]
fn throws(throwers: SquareSet, free: SquareSet) -> u32 {
    let mut flying = [throwers; 8];
    let [mut ones, mut twos, mut fours] = [SquareSet::EMPTY; 3];
    let mut eights = 0;
    loop {
        flying = stepped(flying, free);
        let [a, b, c, d, e, f, g, h] = flying;
        if ((a | b) | (c | d) | (e | f) | (g | h)).is_empty() {
            return ones.count() + 2 * twos.count() + 4 * fours.count() + 8 * eights;
        }
        let (sum, first) = added(ones, a, b);
        let (sum, second) = added(sum, c, d);
        let (sum, third) = added(sum, e, f);
        let (sum, fourth) = added(sum, g, h);
        let (next_twos, fifth) = added(twos, first, second);
        let (next_twos, sixth) = added(next_twos, third, fourth);
        let (next_fours, carried) = added(fours, fifth, sixth);
        (ones, twos, fours) = (sum, next_twos, next_fours);
        eights += carried.count();
    }
}

/// Full adder: the sum of three sets of bits, and the carries.
#[inline(always)]
fn added(a: SquareSet, b: SquareSet, c: SquareSet) -> (SquareSet, SquareSet) {
    let odd = a ^ b;
    (odd ^ c, (a & b) | (odd & c))
}
