//! Tablut, the Lapland game of the king's flight, as the assignment restates it: sixteen Muscovites
//! (Black, who begins) hunt a king whom eight Swedes (White) guard, on a board of 9 by 9.
//!
//! Way in: [`Position`] is the game; `rules.rs` holds the choices, `captures.rs` the hardest of
//! them, `movegen.rs` the moves, `evaluate.rs` with `lines.rs` and `weights.rs` the judgement.

pub mod board;
pub mod captures;
pub mod movegen;
pub mod moves;
pub mod notation;
pub mod position;
pub mod rules;
pub mod sketch;
pub mod squares;

use crate::board::{Key, Side};
use crate::game::{Finality, Game, MoveHints, Noise, Outcome, Repetition};

pub use board::{Board, Piece};
pub use moves::Move;
pub use notation::BoardError;
pub use position::Position;
pub use squares::{Square, Squares};

impl Game for Position {
    type Move = Move;
    const NO_MOVES: Outcome = rules::NO_MOVES;
    const REPETITION: Repetition = rules::REPETITION;
    const QUIET_LIMIT: Option<u32> = rules::QUIET_TURNS;
    const AT_QUIET_LIMIT: Outcome = rules::AT_LIMIT;

    fn start() -> Self {
        Position::start()
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        Position::side_to_move(self)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        Position::outcome(self)
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
    fn play(&self, mv: Move) -> Self {
        Position::play(self, mv)
    }

    /// Only a capture cannot be taken back.
    #[inline]
    fn finality(&self, mv: Move) -> Finality {
        if self.captured_by(mv).is_empty() { Finality::Reversible } else { Finality::Irreversible }
    }

    #[inline]
    fn key(&self) -> Key {
        Position::key(self)
    }
}

impl MoveHints for Position {
    const HISTORY_SIZE: usize = Square::COUNT * Square::COUNT;
    const NOISE: Noise = Noise::Optional;

    #[inline]
    fn history_index(mv: Move) -> usize {
        mv.from().index() * Square::COUNT + mv.to().index()
    }

    #[inline]
    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        movegen::noisy_moves(self, moves);
    }

    #[inline]
    fn capture_value(&self, mv: Move) -> i32 {
        movegen::capture_value(self, mv)
    }
}
