//! What a search needs to know about the moves of a game beyond the rules: which of them are noisy, what
//! they capture, and how to index statistics about them.
//!
//! The trait stands beside [`Game`] and not in the crate `search`: it is about moves, the games
//! implement it, and Rust lets only the crate of the trait or of the type do so.

use super::Game;

/// Whether a player may decline the noisy moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noise {
    /// The static evaluation is a lower bound: the player may play a quiet move instead.
    Optional,
    /// Noisy moves are compulsory, so a position that has one cannot be evaluated as it stands.
    Forced,
}

/// What move ordering, move statistics and quiescence search need to know of moves.
pub trait MoveHints: Game {
    /// The length of a history table: one more than the largest [`MoveHints::history_index`].
    const HISTORY_SIZE: usize;
    /// Whether noisy moves may be declined.
    const NOISE: Noise;

    /// The index of a move in history tables, below [`MoveHints::HISTORY_SIZE`] and below 65,535.
    /// Moves with one index share their statistics and may stand for each other in the
    /// transposition table.
    fn history_index(mv: Self::Move) -> usize;

    /// Appends the noisy moves: the legal moves with a [`MoveHints::capture_value`] above 0.
    fn noisy_moves(&self, moves: &mut Vec<Self::Move>);

    /// What a legal move wins at once, in any unit, for move ordering; 0 for a quiet move.
    fn capture_value(&self, mv: Self::Move) -> i32;

    /// Has the side to move no noisy move? Asked at inner nodes, where the search prunes by static
    /// evaluation.
    #[inline]
    fn is_quiet(&self) -> bool {
        let mut moves = Vec::new();
        self.noisy_moves(&mut moves);
        moves.is_empty()
    }

    /// Would the opponent have a noisy move if it were its turn? Asked at leaves, where the search
    /// extends threats.
    #[inline]
    fn is_threatened(&self) -> bool {
        false
    }
}
