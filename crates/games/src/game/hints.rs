//! Facts about the moves of a game that a search needs in addition to the rules: which of them are
//! noisy, what they capture, and how to index statistics about them.
//!
//! The trait is beside [`Game`] and not in the crate `search` because the games implement it, and
//! Rust lets only the crate of the trait or of the type do so.

use super::Game;

/// May a player decline the noisy moves of a position?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noise {
    /// The static evaluation is a lower bound: the player may play a quiet move instead.
    Optional,
    /// Noisy moves are compulsory, so a position that has one has no static evaluation.
    Forced,
}

/// Facts about moves for move ordering, history tables and quiescence search.
pub trait MoveHints: Game {
    /// Length of a history table: above every [`MoveHints::history_index`], at most 65,535.
    const HISTORY_SIZE: usize;
    /// May noisy moves be declined?
    const NOISE: Noise;

    /// The index of a move in history tables, below [`MoveHints::HISTORY_SIZE`]. Moves with the
    /// same index share their statistics, and one may be taken for the other as a hash move.
    fn history_index(mv: Self::Move) -> usize;

    /// Appends the noisy moves: the legal moves with a [`MoveHints::capture_value`] above 0.
    fn noisy_moves(&self, moves: &mut Vec<Self::Move>);

    /// The immediate gain of a legal move, in any unit, for move ordering; 0 for a quiet move, more
    /// for a noisy one.
    fn capture_value(&self, mv: Self::Move) -> i32;

    /// Does the side to move have no noisy move? Called at inner nodes, where the search prunes by
    /// static evaluation.
    #[inline]
    fn is_quiet(&self) -> bool {
        let mut moves = Vec::new();
        self.noisy_moves(&mut moves);
        moves.is_empty()
    }

    /// Would the opponent have a noisy move if it were its turn? Called at leaves, where the search
    /// extends threats.
    #[inline]
    fn is_threatened(&self) -> bool {
        false
    }
}
