//! The effect of `seed N` on the choice of moves: the evaluation of each position is shifted by a
//! few units that depend on the position and the seed alone.
//!
//! Another seed prefers another one of nearly equal moves; a move that is better by more than the
//! shift stays better. The shift has no state and uses whole numbers, so the same seed leads to the
//! same game on any machine.

use games::Game;
use games::board::{Key, KeyStream};
use search::{Adjust, Ply, Score};

/// The largest shift, in units of the evaluation. 100 units turn even chances into 73 %, so this
/// costs about one game in a hundred where it decides.
const LARGEST: i32 = 2;

/// The first moves of the player in a game that get all the nodes of a search after `seed`; the
/// N-th move after them gets this many N-ths of the nodes.
const FULL_MOVES: u32 = 8;

/// The nodes of a search after `seed`, of at most `all`. `moves` is what the player has already
/// moved in the game: so a long game costs little more than a short one, on a slow machine too.
pub fn nodes_after(all: u64, moves: u32) -> u64 {
    let number = u64::from(moves) + 1;
    let full = u64::from(FULL_MOVES);
    (all * full / number.max(full)).max(1)
}

/// The value of `seed N`, mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShiftSeed(Key);

impl ShiftSeed {
    pub const fn new(number: i64) -> Self {
        ShiftSeed(KeyStream::new(number.cast_unsigned()).next().0)
    }

    /// The shift of a position, from minus to plus [`LARGEST`].
    fn shift(self, key: Key) -> i32 {
        let mixed = KeyStream::new((self.0 ^ key).bits()).next().0;
        let [byte, ..] = mixed.bits().to_le_bytes();
        i32::from(byte) % (2 * LARGEST + 1) - LARGEST
    }
}

impl<G: Game> Adjust<G> for ShiftSeed {
    #[inline]
    fn adjust(&mut self, position: &G, _: Ply, score: Score) -> Score {
        Score::from_eval(score.units() + self.shift(position.key()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_300_moves_costs_no_more_than_40_full_searches() {
        let all = 150_000;
        assert!((0..FULL_MOVES).all(|moves| nodes_after(all, moves) == all));
        assert!((0..300).all(|moves| nodes_after(all, moves) >= nodes_after(all, moves + 1)));
        let longest: u64 = (0..300).map(|moves| nodes_after(all, moves)).sum();
        assert!(longest <= 40 * all, "{longest}");
        assert!(nodes_after(all, u32::MAX) > 0);
    }
}
