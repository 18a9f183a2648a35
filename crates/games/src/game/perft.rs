//! Perft: counting the leaves of the game tree, the usual test of a move generator.
//!
//! Finished positions count as leaves and are not expanded. Each way to play a move counts: two
//! capture routes with the same result are two.

use crate::game::Game;

/// Number of move sequences of `depth` plies from `position`, shorter ones that end the game
/// included.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    count(position, depth, &mut Vec::new())
}

/// The same count, split by the first move.
pub fn divide<G: Game>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    let mut moves = Vec::new();
    if depth > 0 && position.outcome().is_none() {
        position.legal_moves(&mut moves);
    }
    moves.into_iter().map(|mv| (mv, perft(&position.play(mv), depth - 1))).collect()
}

fn count<G: Game>(position: &G, depth: u32, pool: &mut Vec<G::Move>) -> u64 {
    match depth {
        0 => 1,
        1 => leaves_of(position),
        _ if position.outcome().is_some() => 1,
        _ => count_below(position, depth, pool),
    }
}

/// The legal moves are the leaves: they are counted in bulk, not made.
#[inline(always)]
fn leaves_of<G: Game>(position: &G) -> u64 {
    if position.outcome().is_some() { 1 } else { position.count_moves() }
}

/// `pool` is one stack of moves for the whole tree: each node appends its own and removes them.
fn count_below<G: Game>(position: &G, depth: u32, pool: &mut Vec<G::Move>) -> u64 {
    let start = pool.len();
    position.legal_moves(pool);
    let leaves = if depth == 2 {
        // A case of its own, so that the compiler sees that the keys of these positions are not
        // used.
        pool[start..].iter().map(|&mv| leaves_of(&position.play(mv))).sum()
    } else {
        let end = pool.len();
        (start..end).map(|index| count(&position.play(pool[index]), depth - 1, pool)).sum()
    };
    pool.truncate(start);
    leaves
}
