//! Accumulators of the line that a search is on, one for each ply, and a cache of evaluations.
//!
//! A node's board differs from its parent's by one move and from its sibling's by two. If the
//! parent was evaluated, its accumulator is where the node's is updated from; else that of the
//! grandparent or of the last node at the same ply, whichever differs less. The boards tell the
//! difference: the caller need not say what was played. Many leaves are met again soon, by another
//! order of moves: their evaluations are cached.

use crate::checkers::network::features::Pieces;
use crate::checkers::network::layers::Accumulator;
use crate::checkers::network::weights::Network;
use crate::checkers::network::{evaluate, score};
use games::Game;
use games::checkers::position::Position;
use multiversion::multiversion;
use search::{Ply, Score};

/// The memory of one search for one network: [`Ply::MAX`] + 1 accumulators and 64 KB of cache,
/// taken at the first evaluation below the root.
#[derive(Clone, Debug, Default)]
pub struct AccumulatorStack {
    by_ply: Vec<Accumulator>,
    /// Latest evaluations, indexed by the lower bits of the key. Bits 16-63: those of the key; bits
    /// 0-15: the score as `i16`.
    cache: Vec<u64>,
}

/// Entries of the cache: 64 KB, which a process that lives for one move can pay for.
const CACHE_ENTRIES: usize = 1 << 13;
/// The bits of an entry that hold the score.
const SCORE_BITS: u64 = 0xFFFF;

impl AccumulatorStack {
    /// The network's evaluation of a position at `ply`, for the side to move, in units of the
    /// score. Every call must be with the same network.
    #[inline]
    pub fn evaluate(&mut self, network: &Network, position: &Position, ply: Ply) -> Score {
        if self.cache.is_empty() {
            if ply == Ply::ROOT {
                // Nothing is searched yet, and perhaps nothing ever will be.
                return evaluate(network, position);
            }
            self.allocate(network);
        }
        let key = position.key().bits();
        let entry = self.cache[key as usize % CACHE_ENTRIES];
        if (entry ^ key) <= SCORE_BITS {
            return Score::from_eval(i32::from(entry as u16 as i16));
        }
        let score = score(output(self, network, position, ply));
        self.cache[key as usize % CACHE_ENTRIES] =
            (key & !SCORE_BITS) | u64::from(score.units() as u16);
        score
    }

    #[cold]
    #[inline(never)]
    fn allocate(&mut self, network: &Network) {
        self.by_ply = vec![Accumulator::empty_board(network); Ply::MAX.index() + 1];
        self.cache = vec![0; CACHE_ENTRIES];
    }

    /// The accumulator of a position at `ply`.
    #[inline(always)]
    fn accumulator_of(&mut self, network: &Network, position: &Position, ply: Ply) -> &Accumulator {
        let pieces = Pieces::of(position);
        let (above, here) = self.by_ply.split_at_mut(ply.index());
        let accumulator = &mut here[0];
        let parent = above.last();
        if parent.is_some_and(|parent| accumulator.update_from_parent(network, parent, pieces)) {
            return accumulator;
        }
        if let [.., grandparent, _] = above
            && grandparent.difference(&pieces) < accumulator.difference(&pieces)
        {
            accumulator.clone_from(grandparent);
        }
        accumulator.update_to(network, pieces);
        accumulator
    }
}

/// The network's output for a position at `ply`. Compiled twice, for any processor and for those
/// with AVX2 (vectors of 32 bytes), chosen at run time: all that it calls is inlined.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn output(stack: &mut AccumulatorStack, network: &Network, position: &Position, ply: Ply) -> i32 {
    stack.accumulator_of(network, position, ply).output(network, position.side_to_move())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkers::network::NETWORK;
    use games::Walker;

    #[test]
    fn what_was_evaluated_before_changes_no_evaluation() {
        let mut stack = AccumulatorStack::default();
        for seed in 0..30 {
            let game = Walker::new(seed).game(Position::start(), 60);
            for (nth, position) in game.iter().enumerate() {
                let ply = Ply::new((nth * 7 % 13) as u16);
                let from_scratch = evaluate(&NETWORK, position);
                assert_eq!(stack.evaluate(&NETWORK, position, ply), from_scratch);
            }
        }
    }
}
