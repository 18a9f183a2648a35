//! Counting the leaves of the game tree, the usual proof of a move generator.
//!
//! Finished positions count as leaves and are not expanded. Each way to play a move counts: two
//! capture routes with the same result are two.

use crate::game::Game;

/// The number of move sequences of `depth` plies from `position`; shorter finished ones included.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    count(position, depth, &mut Vec::new())
}

/// The same count, split by the first move.
pub fn divide<G: Game>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    let mut moves = Vec::new();
    if depth > 0 && position.outcome().is_none() {
        position.legal_moves(&mut moves);
    }
    let below = |mv| perft(&position.play(mv), depth - 1);
    moves.into_iter().map(|mv| (mv, below(mv))).collect()
}

/// `pool` is one stack of moves for the whole tree: each node appends its own and drops them.
fn count<G: Game>(position: &G, depth: u32, pool: &mut Vec<G::Move>) -> u64 {
    if depth == 0 || position.outcome().is_some() {
        return 1;
    }
    if depth == 1 {
        return position.count_moves();
    }
    let start = pool.len();
    position.legal_moves(pool);
    let mut leaves = 0;
    for index in start..pool.len() {
        let next = position.play(pool[index]);
        leaves += count(&next, depth - 1, pool);
    }
    pool.truncate(start);
    leaves
}
