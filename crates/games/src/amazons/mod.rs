//! The Game of the Amazons, as the assignment restates it.
//!
//! Way in: [`Position`] is the game; `rules.rs` holds the choices, `movegen.rs` the moves,
//! `evaluate.rs` with `territory.rs` and `weights.rs` the judgement, `fill.rs` with `region.rs` the
//! count of moves once the amazons are apart, `promise.rs` the order of moves.

pub mod movegen;
pub mod moves;
pub mod notation;
pub mod position;
pub mod rules;
pub mod square;

use crate::board::{Key, Side};
use crate::game::{Finality, Game, MoveHints, Noise, Outcome, Repetition};

pub use moves::Move;
pub use notation::BoardError;
pub use position::{Piece, Position};
pub use square::{Square, SquareSet};

impl Game for Position {
    type Move = Move;
    const NO_MOVES: Outcome = rules::NO_MOVES;
    const REPETITION: Repetition = rules::REPETITION;
    const QUIET_LIMIT: Option<u32> = rules::QUIET_TURNS;

    fn start() -> Self {
        Position::start()
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        Position::side_to_move(self)
    }

    /// Always none: a side that cannot move is found by the list of its moves.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        None
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        movegen::legal_moves(self, moves);
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        movegen::count_moves(self)
    }

    #[inline]
    fn can_move(&self) -> bool {
        Position::can_move(self, self.side_to_move())
    }

    #[inline]
    fn play(&self, mv: Move) -> Self {
        Position::play(self, mv)
    }

    /// No earlier position can occur again: a spear stays where it is.
    #[inline]
    fn finality(&self, _mv: Move) -> Finality {
        Finality::Irreversible
    }

    #[inline]
    fn key(&self) -> Key {
        Position::key(self)
    }
}

impl MoveHints for Position {
    const HISTORY_SIZE: usize = Move::HISTORY_SIZE;
    const NOISE: Noise = Noise::Optional;

    #[inline]
    fn history_index(mv: Move) -> usize {
        mv.history_index()
    }

    /// None: nothing is captured, and every move changes the value of the position.
    #[inline]
    fn noisy_moves(&self, _moves: &mut Vec<Move>) {}

    #[inline]
    fn capture_value(&self, _mv: Move) -> i32 {
        0
    }
}
