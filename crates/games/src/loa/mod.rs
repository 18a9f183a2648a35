//! Lines of Action (Claude Soucie 1969), as the assignment restates it.
//!
//! Way in: [`Position`] is the game; `rules.rs` holds the choices, `squares.rs` the board,
//! `lines.rs` and `patterns.rs` what can be done along each line, `movegen.rs` the moves, `ending.rs`
//! and `connectivity.rs` the end of the game, `evaluate.rs` with `weights.rs` and `mass.rs` the
//! judgement, `ordering.rs` the first sight of a move.

pub mod connectivity;
pub mod ending;
pub mod lines;
pub mod mass;
pub mod movegen;
pub mod moves;
pub mod noisy;
pub mod notation;
pub mod patterns;
pub mod position;
pub mod rules;
pub mod squares;

use crate::board::{Key, Side};
use crate::game::{Finality, Game, MoveHints, Noise, Outcome, Repetition};

pub use moves::Move;
pub use notation::BoardError;
pub use position::Position;
pub use squares::{Square, Squares};

impl Game for Position {
    type Move = Move;
    const NO_MOVES: Outcome = rules::NO_MOVES;
    const REPETITION: Repetition = rules::REPETITION;
    const QUIET_LIMIT: Option<u32> = Some(rules::TURNS);

    fn start() -> Self {
        Position::start()
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        Position::side_to_move(self)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        ending::outcome(self)
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        movegen::legal_moves(self, moves);
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        movegen::count_moves(self)
    }

    /// Always: a side without any other move passes.
    #[inline]
    fn can_move(&self) -> bool {
        true
    }

    #[inline]
    fn play(&self, mv: Move) -> Self {
        Position::play(self, mv)
    }

    #[inline]
    fn finality(&self, mv: Move) -> Finality {
        if self.captures(mv) { Finality::Irreversible } else { Finality::Reversible }
    }

    #[inline]
    fn key(&self) -> Key {
        Position::key(self)
    }
}

impl MoveHints for Position {
    const HISTORY_SIZE: usize = Square::COUNT * Square::COUNT;
    const NOISE: Noise = Noise::Optional;

    /// No move ends where it began, so index 0 is left for the pass.
    #[inline]
    fn history_index(mv: Move) -> usize {
        mv.ends().map_or(0, |(from, to)| from.index() * Square::COUNT + to.index())
    }

    #[inline]
    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        noisy::noisy_moves(self, moves);
    }

    #[inline]
    fn capture_value(&self, mv: Move) -> i32 {
        noisy::capture_value(self, mv)
    }
}
