//! Seeded random games: openings, test positions, starts of self-play.
//!
//! The generator is ChaCha8, whose stream does not change between versions of its package: a seed
//! always means the same game.

use crate::game::Game;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A source of random legal moves.
#[derive(Debug)]
pub struct Walker {
    random: ChaCha8Rng,
}

impl Walker {
    /// The walker that belongs to `seed`.
    pub fn new(seed: u64) -> Self {
        Walker { random: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// A random number from 0 to `bound - 1`.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.random.random_range(0..bound)
    }

    /// One of the legal moves, all with the same probability; `None` if the game is over.
    pub fn step<G: Game>(&mut self, position: &G) -> Option<G::Move> {
        if position.outcome().is_some() {
            return None;
        }
        let moves = position.move_list();
        (!moves.is_empty()).then(|| moves[self.below(moves.len())])
    }

    /// The positions of a random game from `start`, which is the first of them; at most `plies`
    /// moves.
    pub fn game<G: Game>(&mut self, start: G, plies: usize) -> Vec<G> {
        let mut positions = vec![start];
        while positions.len() <= plies {
            let last = &positions[positions.len() - 1];
            let Some(mv) = self.step(last) else { break };
            let next = last.play(mv);
            positions.push(next);
        }
        positions
    }
}
