//! The sums of the boards that a search has judged last, one for each ply, and the latest scores.
//!
//! A node's board differs from its parent's by one move and from its brother's by two. If the parent was
//! judged, its sums are where the node's are taken from, and else those of the grandparent or of the
//! last board at the same ply, whichever is nearer; nobody has to say what was played. Many leaves are
//! met again within a short time, by another order of moves: their scores are kept too.

use crate::checkers::network::features::Pieces;
use crate::checkers::network::layers::Accumulator;
use crate::checkers::network::score;
use crate::checkers::network::weights::Network;
use games::Game;
use games::checkers::position::Position;
use multiversion::multiversion;
use search::{Ply, Score};

/// What one search remembers of one network.
#[derive(Clone, Debug, Default)]
pub struct AccumulatorStack {
    by_ply: Vec<Accumulator>,
    /// Positions judged lately, each where its key says: the upper 48 bits of the key and the score.
    known: Vec<u64>,
}

/// How many scores are kept: 64 KB, which a process that lives for one move can pay for.
const KNOWN: usize = 1 << 13;
/// The bits of an entry that hold the score.
const SCORE: u64 = 0xFFFF;

impl AccumulatorStack {
    /// What the network says of a position at `ply`, for the side to move: always the same network.
    #[inline]
    pub fn evaluate(&mut self, network: &Network, position: &Position, ply: Ply) -> Score {
        if self.known.is_empty() {
            self.by_ply = vec![Accumulator::of_nothing(network); Ply::MAX.index() + 1];
            self.known = vec![0; KNOWN];
        }
        let key = position.key().bits();
        let entry = self.known[key as usize % KNOWN];
        if (entry ^ key) <= SCORE {
            return Score::from_eval(i32::from(entry as u16 as i16));
        }
        let score = score(output(self, network, position, ply));
        self.known[key as usize % KNOWN] = (key & !SCORE) | u64::from(score.units() as u16);
        score
    }

    /// The sums of a position at `ply`.
    #[inline(always)]
    fn sums_of(&mut self, network: &Network, position: &Position, ply: Ply) -> &Accumulator {
        let pieces = Pieces::of(position);
        let (above, here) = self.by_ply.split_at_mut(ply.index());
        let accumulator = &mut here[0];
        if above.last().is_some_and(|parent| accumulator.follow(network, parent, pieces)) {
            return accumulator;
        }
        if let [.., grandparent, _] = above
            && grandparent.distance_to(&pieces) < accumulator.distance_to(&pieces)
        {
            accumulator.clone_from(grandparent);
        }
        accumulator.become_those_of(network, pieces);
        accumulator
    }
}

/// The network's output for a position at `ply`. Compiled for every processor and for those with
/// vectors of 32 bytes, which is asked at run time: all of what follows from here is inlined.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn output(stack: &mut AccumulatorStack, network: &Network, position: &Position, ply: Ply) -> i32 {
    stack.sums_of(network, position, ply).output(network, position.side_to_move())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkers::network::{NETWORK, evaluate};
    use games::Walker;

    #[test]
    fn what_was_judged_before_changes_no_value() {
        let mut stack = AccumulatorStack::default();
        for seed in 0..30 {
            let game = Walker::new(seed).game(Position::start(), 60);
            for (nth, position) in game.iter().enumerate() {
                let ply = Ply::new((nth * 7 % 13) as u16);
                let anew = evaluate(&NETWORK, position);
                assert_eq!(stack.evaluate(&NETWORK, position, ply), anew);
            }
        }
    }
}
